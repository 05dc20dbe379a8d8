// What a request presents to be let in: one token, in one of two headers. What the token is worth is not known here.

import { apiKeyPrefix } from './apiKeyText.ts';

export type Credential =
  | { readonly kind: 'none' }
  /** No token can be told: another scheme, several tokens, or two that differ. */
  | { readonly kind: 'malformed' }
  | { readonly kind: 'token'; readonly token: string };

const bearer = /^Bearer +([\w.~+/-]+=*)$/i;
const plain = /^[\w.~+/=-]+$/;

/** The token of `Authorization: Bearer` (RFC 6750, section 2.1) or of `x-api-key`; of both where they are the same. */
export function credentialOf({ headers }: Request): Credential {
  const authorization = headers.get('authorization');
  const apiKey = headers.get('x-api-key');
  if (authorization === null && apiKey === null) return { kind: 'none' };
  const tokens = [
    ...(authorization === null ? [] : [bearer.exec(authorization)?.[1]]),
    ...(apiKey === null ? [] : [plain.exec(apiKey)?.[0]]),
  ];
  const [token] = tokens;
  return token !== undefined && tokens.every(one => one === token) ? { kind: 'token', token } : { kind: 'malformed' };
}

/** Whether a request means to be let in by an API key, good or not, and not by a token of a provider. */
export function presentsApiKey(request: Request): boolean {
  if (request.headers.has('x-api-key')) return true;
  const credential = credentialOf(request);
  return credential.kind === 'token' && credential.token.startsWith(apiKeyPrefix);
}
