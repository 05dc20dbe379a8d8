// Authentication by an access token: whoever has one that the issuer gave out for this resource calls with what the token
// allows and the grants give, both. Turned away otherwise, in words that tell a client how to get a token.

import { createHash } from 'node:crypto';
import { limits } from '../limits.ts';
import type { Caller, Scope } from '../tools/caller.ts';
import type { Authenticate } from './authenticate.ts';
import { credentialOf } from './credentials.ts';
import { type Grant, grantFor } from './grants.ts';
import { bearerChallenge, type ProtectedResource } from './protectedResource.ts';
import { refusal } from './refusal.ts';
import type { AccessToken, VerifyAccessToken } from './verifyAccessToken.ts';

export interface OAuthOptions {
  readonly resource: ProtectedResource;
  /** What the issuer calls each scope; null where the grants alone decide on it. */
  readonly scopeNames: Readonly<Record<Scope, string | null>>;
  readonly grants: readonly Grant[];
  /** Opened by the first token that comes: what judges tokens is loaded for those who send one. */
  readonly openVerifier: () => Promise<VerifyAccessToken>;
}

/** A signed JWT in its compact form (RFC 7515, section 7.1); a key or another token is none. */
const compactJwt = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Authentication by a bearer token (RFC 6750) in the header; one in the URL or the body is not looked at. Throws
 * IssuerUnavailable where no token can be judged.
 */
export function oauthAuthentication({ resource, scopeNames, grants, openVerifier }: OAuthOptions): Authenticate {
  let verifier: Promise<VerifyAccessToken> | undefined;
  return async request => {
    const refused = (status: number, text: string, reason: string, error?: string) =>
      refusal(status, text, { 'www-authenticate': bearerChallenge(resource, error) }, reason);
    const notAccepted = (reason: string) => refused(401, 'the access token is not accepted', reason, 'invalid_token');
    if (!request.headers.has('authorization')) return refused(401, 'an access token is needed', 'no credentials');
    const credential = credentialOf(request);
    const sent = credential.kind === 'token' ? credential.token : '';
    const isToken = sent.length <= limits.accessTokenCharacters.value && compactJwt.test(sent);
    if (!isToken) return notAccepted('no access token');
    verifier ??= openVerifier();
    const token = await (await verifier)(sent);
    if (typeof token === 'string') return notAccepted(token);
    const allowed = (scope: Scope) => scopeNames[scope] === null || token.scopes.has(scopeNames[scope]);
    if (!allowed('read')) return refused(403, 'the access token does not allow reading', 'scope', 'insufficient_scope');
    const access = grantFor(grants, token);
    // Another token would not help, so nothing here asks for one.
    if (!access.scopes.has('read')) {
      return refusal(403, 'nothing is granted to you here: ask who runs this archive', {}, 'no grant');
    }
    return {
      id: callerId(token),
      accounts: access.accounts,
      library: access.library,
      scopes: new Set([...access.scopes].filter(allowed)),
    } satisfies Caller;
  };
}

/** By subject alone: a person may register as many clients as they like. */
const callerId = ({ subject }: AccessToken): string =>
  `token:${createHash('sha256').update(subject).digest('hex').slice(0, 16)}`;
