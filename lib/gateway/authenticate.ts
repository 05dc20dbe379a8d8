// Tells who calls. Each mode is one function from a request to a caller, or to the response that turns it away.

import { timingSafeEqual } from 'node:crypto';
import type { Caller } from '../tools/caller.ts';
import type { ApiKey } from './apiKeys.ts';
import { digestOfKey, isApiKey } from './apiKeyText.ts';
import { credentialOf, presentsApiKey } from './credentials.ts';
import { refusal } from './refusal.ts';

export type Authenticate = (request: Request) => Promise<Caller | Response>;

/** Everyone is the operator: for a gateway that only this machine can reach. */
export const noAuthentication: Authenticate = async () => ({
  id: 'everyone',
  accounts: '*',
  library: true,
  scopes: new Set(['read', 'admin']),
});

/** Everyone may read: for a gateway that others reach and whose operator wants it so. */
export const openToAll: Authenticate = async () => ({
  id: 'everyone',
  accounts: '*',
  library: true,
  scopes: new Set(['read']),
});

export interface ApiKeyOptions {
  /** Gives the stored key of a digest; called once for each request that presents a well-formed key. */
  readonly find: (digest: string) => Promise<ApiKey | null>;
  /** Told of each key that lets somebody in. Must not throw. */
  readonly used?: (key: ApiKey) => void;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

const challenge = 'Bearer realm="mailglob"';
const digits = 16;

/**
 * Authentication by an API key, as a bearer token (RFC 6750) or in `x-api-key`. A key that is unknown, expired or of
 * another form is turned away in the same words.
 */
export function apiKeyAuthentication({ find, used, now = Date.now }: ApiKeyOptions): Authenticate {
  return async request => {
    const credential = credentialOf(request);
    if (credential.kind === 'none') {
      return refusal(401, 'an API key is needed', { 'www-authenticate': challenge }, 'no credentials');
    }
    const notAccepted = (reason: string) =>
      refusal(
        401,
        'the API key is not accepted',
        { 'www-authenticate': `${challenge}, error="invalid_token"` },
        reason,
      );
    const key = credential.kind === 'token' ? await findKey(find, credential.token) : null;
    if (key === null) return notAccepted('no such key');
    if (key.expiresAt !== null && key.expiresAt <= now()) return notAccepted('expired');
    used?.(key);
    const { accounts, library, scopes } = key;
    return { id: `key:${key.digest.slice(0, digits)}`, accounts, library, scopes: new Set(scopes) };
  };
}

async function findKey(find: ApiKeyOptions['find'], token: string): Promise<ApiKey | null> {
  // Guesses cost no look-up: of texts of this form one in 57 billion has the right checksum.
  if (!isApiKey(token)) return null;
  const digest = digestOfKey(token);
  const key = await find(digest);
  if (key === null) return null;
  // A look-up may compare as it likes, by prefix or by hash: what counts is compared here, in constant time.
  const stored = Buffer.from(key.digest, 'utf8');
  const own = Buffer.from(digest, 'utf8');
  return stored.length === own.length && timingSafeEqual(stored, own) ? key : null;
}

/** Authentication by an API key or by a token of a provider: whoever presents no API key is the provider's to judge. */
export const eitherAuthentication =
  (byApiKey: Authenticate, byToken: Authenticate): Authenticate =>
  request =>
    presentsApiKey(request) ? byApiKey(request) : byToken(request);
