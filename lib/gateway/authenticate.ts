// Tells who calls. Each mode is one function from a request to a caller, or to the response that turns it away.

import { createHash, timingSafeEqual } from 'node:crypto';
import { limits } from '../limits.ts';
import type { Caller, Scope } from '../tools/caller.ts';
import { refusal } from './refusal.ts';

export type Authenticate = (request: Request) => Promise<Caller | Response>;

/** Everyone is the operator: for a gateway that only this machine can reach. */
export const noAuthentication: Authenticate = async () => ({
  id: 'everyone',
  accounts: '*',
  scopes: new Set(['read', 'admin']),
});

/** What is stored of an API key; the key itself is shown once and not kept. */
export interface ApiKey {
  /** Hex SHA-256 of the key. */
  readonly digest: string;
  readonly accounts: '*' | readonly string[];
  readonly scopes: readonly Scope[];
  /** Epoch milliseconds; null for a key that does not expire. */
  readonly expiresAt: number | null;
}

/** Hex SHA-256 of a key: the form in which keys are stored and looked up. A key has 128 random bits or more. */
export const digestOfKey = (key: string): string => createHash('sha256').update(key).digest('hex');

const challenge = 'Bearer realm="mailglob"';
const bearer = /^Bearer +([\w.~+/-]+=*)$/i;

/**
 * Authentication by a bearer token that is an API key (RFC 6750). A key that is unknown, expired or of another form is
 * turned away in the same words.
 * @param find gives the stored key of a digest; called once for each request that carries a well-formed token.
 */
export function apiKeyAuthentication(
  find: (digest: string) => Promise<ApiKey | null>,
  now: () => number = Date.now,
): Authenticate {
  return async request => {
    const header = request.headers.get('authorization');
    if (header === null) return refusal(401, 'an API key is needed', { 'www-authenticate': challenge });
    const token = bearer.exec(header)?.[1];
    const key = token === undefined || token.length > limits.keyCharacters.value ? null : await findKey(find, token);
    if (key === null || (key.expiresAt !== null && key.expiresAt <= now())) {
      return refusal(401, 'the API key is not accepted', { 'www-authenticate': `${challenge}, error="invalid_token"` });
    }
    return { id: `key:${key.digest.slice(0, 16)}`, accounts: key.accounts, scopes: new Set(key.scopes) };
  };
}

async function findKey(find: (digest: string) => Promise<ApiKey | null>, token: string): Promise<ApiKey | null> {
  const digest = digestOfKey(token);
  const key = await find(digest);
  if (key === null) return null;
  // A look-up may compare as it likes, by prefix or by hash: what counts is compared here, in constant time.
  const stored = Buffer.from(key.digest, 'utf8');
  const own = Buffer.from(digest, 'utf8');
  return stored.length === own.length && timingSafeEqual(stored, own) ? key : null;
}
