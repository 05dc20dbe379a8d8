// Where an OAuth issuer keeps its keys, by its own word: RFC 8414 and OpenID Connect Discovery 1.0. Knows no token.

import { fetchJson, isTrustworthy } from './fetchJson.ts';

/** Places of the metadata of an issuer, in the order in which they are tried: most providers have the first. */
export function metadataUrls(issuer: string): readonly URL[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const places = [
    `${path}/.well-known/openid-configuration`,
    `/.well-known/oauth-authorization-server${path}`,
    `/.well-known/openid-configuration${path}`,
  ];
  return [...new Set(places)].map(place => new URL(place, origin));
}

/**
 * The address of an issuer's keys.
 * @throws Error where no metadata can be had, or it speaks for another issuer, or names a place that is not to be trusted
 */
export async function findKeysUrl(issuer: string): Promise<URL> {
  let trouble: unknown;
  for (const url of metadataUrls(issuer)) {
    try {
      return keysUrlIn(await fetchJson(url), issuer);
    } catch (error) {
      trouble ??= error;
    }
  }
  throw trouble;
}

function keysUrlIn(metadata: unknown, issuer: string): URL {
  const { issuer: named, jwks_uri: keys } = (metadata ?? {}) as Readonly<Record<string, unknown>>;
  // RFC 8414, section 3.3: to the letter, or anybody who serves a file there could speak for the issuer.
  if (named !== issuer) throw new Error('the metadata of an OAuth issuer names another issuer');
  if (typeof keys !== 'string' || !URL.canParse(keys)) throw new Error('an OAuth issuer names no keys');
  const url = new URL(keys);
  if (!isTrustworthy(url, new URL(issuer))) throw new Error('the keys of an OAuth issuer are not at an https URL');
  return url;
}
