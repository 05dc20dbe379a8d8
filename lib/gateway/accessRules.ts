// Who gets in and to what, as a process that serves is handed it: what accessConfig.ts makes of a configuration. A
// deployed function has it as a text that is built into its bundle, since a list of grants is too long for its
// environment.

import type { AuthenticationMode } from './accessConfig.ts';
import type { Grant } from './grants.ts';
import type { OAuthConfig } from './oauthConfig.ts';

export interface AccessRules {
  /** None where everybody may read. */
  readonly modes: readonly AuthenticationMode[];
  /** Null where tokens are not accepted. */
  readonly oauth: OAuthConfig | null;
  readonly grants: readonly Grant[];
}

/** The rules as text: the same for the same rules. */
export const encodeAccessRules = ({ modes, oauth, grants }: AccessRules): string =>
  JSON.stringify({ modes, oauth, grants });

/**
 * The rules of a text that encodeAccessRules() made.
 * @throws Error where there is none, so that nothing is served without rules
 */
export function readAccessRules(text: string | undefined): AccessRules {
  if (!text) throw new Error('the function was built without rules of who gets in');
  return JSON.parse(text) as AccessRules;
}
