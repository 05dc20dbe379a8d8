// Who calls, and which accounts that lets them read. How a caller was told apart is the gateway's affair.

import { MailglobError } from '../errors.ts';
import { limits } from '../limits.ts';
import { cleanText } from './cleanText.ts';

export type Scope = 'read' | 'admin';

export interface Caller {
  /** Tells callers apart whose calls are counted: the same for one caller, nothing that a log or an answer may hold. */
  readonly id: string;
  /** Accounts the caller may read; `*` is every account that is served, later ones too. */
  readonly accounts: '*' | readonly string[];
  /** Whether the caller may read the documents under `library/`, which are of no account. */
  readonly library: boolean;
  readonly scopes: ReadonlySet<Scope>;
}

/** The caller's grant as one text: what a cursor is bound to. Equal for equal grants, in whatever order. */
export const grantOf = ({ accounts }: Caller): string =>
  accounts === '*' ? '*' : JSON.stringify([...new Set(accounts)].sort());

/**
 * The accounts that a call reads: those asked for, or every one the caller may read.
 * @param served every account of the deployment.
 * @throws MailglobError 53001 for an account that does not exist or is not the caller's, in the same words.
 */
export function accountsToRead(
  caller: Caller,
  served: readonly string[],
  requested: readonly string[] | null,
): readonly string[] {
  const granted = caller.accounts === '*' ? null : new Set(caller.accounts);
  const readable = new Set(granted === null ? served : served.filter(id => granted.has(id)));
  if (requested === null) return [...readable];
  const foreign = requested.find(id => !readable.has(id));
  if (foreign !== undefined) {
    const name = cleanText(foreign, limits.identifierCharacters.value);
    throw new MailglobError(
      53001,
      `account '${name}' is not served to you; name one of yours, or leave accountIds out.`,
    );
  }
  return [...new Set(requested)];
}
