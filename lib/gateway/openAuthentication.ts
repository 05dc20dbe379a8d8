// Puts together how callers are told apart, from the rules that a process was handed.

import type { Store } from '../archive/ports.ts';
import type { AccessRules } from './accessRules.ts';
import { findApiKey, recordKeyUse } from './apiKeys.ts';
import {
  type Authenticate,
  apiKeyAuthentication,
  eitherAuthentication,
  noAuthentication,
  openToAll,
} from './authenticate.ts';
import { openOAuth } from './openOAuth.ts';
import type { ProtectedResource } from './protectedResource.ts';
import type { SideWork } from './sideWork.ts';

export interface OpenAuthenticationOptions {
  readonly rules: AccessRules;
  /** Holds the API keys. */
  readonly store: Store;
  readonly sideWork: SideWork;
  /** The URL of the endpoint, which access tokens are for where the rules name no other. */
  readonly url: string;
  /** Path at which the endpoint is served. */
  readonly path: string;
  /** Whether only the machine of the operator reaches it; not, where left out. */
  readonly isOwnMachine?: boolean;
}

export interface OpenedAuthentication {
  readonly authenticate: Authenticate;
  /** Where access tokens are accepted: what says who issues them. */
  readonly resource?: ProtectedResource;
}

export function openAuthentication(options: OpenAuthenticationOptions): OpenedAuthentication {
  const { rules, store, sideWork, url, path } = options;
  const { modes, oauth: config, grants } = rules;
  const byApiKey = modes.includes('apiKey')
    ? apiKeyAuthentication({
        find: digest => findApiKey(store, digest),
        used: key => sideWork.begin(() => recordKeyUse(store, key)),
      })
    : null;
  const oauth = config && modes.includes('oauth') ? openOAuth({ config, grants, url, path }) : null;
  if (byApiKey && oauth) return { ...oauth, authenticate: eitherAuthentication(byApiKey, oauth.authenticate) };
  if (oauth) return oauth;
  if (byApiKey) return { authenticate: byApiKey };
  if (modes.length > 0) throw new Error('the rules of who gets in name a mode without its settings');
  return { authenticate: options.isOwnMachine === true ? noAuthentication : openToAll };
}
