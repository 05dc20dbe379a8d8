// The public keys of an OAuth issuer: read when they are first needed, kept for a while, and read again when a token
// names one that is not among them, since issuers change keys. However many tokens with unknown keys strangers send, the
// issuer is asked no more often than the limits say.

import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey, type LocalJWKSet } from 'jose';
import { limits } from '../limits.ts';
import { fetchJson } from './fetchJson.ts';
import { findKeysUrl } from './issuerMetadata.ts';
import { IssuerUnavailable } from './issuerUnavailable.ts';

export interface IssuerKeysOptions {
  readonly issuer: string;
  /** Null where the issuer's metadata says where its keys are. */
  readonly jwksUri: string | null;
  /** Milliseconds, as performance.now(). */
  readonly now?: () => number;
}

/**
 * A function that gives the key of a token's header, as jose wants it.
 * @throws errors.JWKSNoMatchingKey, and other errors of jose, where the issuer has no such key
 * @throws IssuerUnavailable where its keys cannot be had
 */
export function issuerKeys({ issuer, jwksUri, now = () => performance.now() }: IssuerKeysOptions): JWTVerifyGetKey {
  let known: LocalJWKSet | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<LocalJWKSet> | undefined;

  async function readNow(): Promise<LocalJWKSet> {
    try {
      const url = jwksUri === null ? await findKeysUrl(issuer) : new URL(jwksUri);
      known = keySetOf(await fetchJson(url));
      readAt = now();
      return known;
    } catch (error) {
      failedAt = now();
      throw error;
    } finally {
      reading = undefined;
    }
  }

  /** Reads the keys, together with whoever else wants them, unless a reading failed just now. */
  async function read(): Promise<LocalJWKSet> {
    if (now() - failedAt < limits.issuerRetryMilliseconds.value) throw new Error('an OAuth issuer did not answer');
    reading ??= readNow();
    return await reading;
  }

  async function current(): Promise<LocalJWKSet> {
    const age = now() - readAt;
    if (known !== undefined && age < limits.issuerKeysMilliseconds.value) return known;
    const usable = age < limits.issuerStaleMilliseconds.value ? known : undefined;
    // An issuer that stands still is waited for by one request, now and then, and not by each.
    const isTried = reading !== undefined || now() - failedAt < limits.issuerCooldownMilliseconds.value;
    if (usable !== undefined && isTried) return usable;
    try {
      return await read();
    } catch (error) {
      if (usable !== undefined) return usable;
      throw new IssuerUnavailable('the keys of the issuer cannot be had', { cause: error });
    }
  }

  return async (...header) => {
    const keys = await current();
    try {
      return await keys(...header);
    } catch (error) {
      const isUnknown = error instanceof errors.JWKSNoMatchingKey;
      if (!isUnknown || now() - readAt < limits.issuerCooldownMilliseconds.value) throw error;
      const newer = await read().catch(() => keys);
      return await newer(...header);
    }
  };
}

/** What a document holds of keys. One list of all is used: parts of it could leave out the one that was revoked. */
function keySetOf(document: unknown): LocalJWKSet {
  const { keys } = (document ?? {}) as Partial<JSONWebKeySet>;
  if (!Array.isArray(keys) || keys.length > limits.issuerKeys.value) throw new Error('an OAuth issuer sent no keys');
  return createLocalJWKSet({ keys });
}
