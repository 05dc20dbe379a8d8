// What the configuration says of the OAuth provider whose tokens are accepted.

import { z } from 'zod';
import { isTrustworthy } from './fetchJson.ts';

const text = z.string('must be a text');

/** Over TLS, or on this machine, where a provider for tests runs. */
function isPlainUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return isTrustworthy(url) && url.search === '' && url.hash === '' && !/[?#\s"\\]/.test(value);
}

/** RFC 6749, section 3.3. */
const scopeName = text
  .regex(/^[!#-[\]-~]{1,256}$/, 'must be the name of one scope: 1 to 256 characters without blanks and quotes')
  .nullable();

const audience = text.min(1, 'must not be empty').max(512, 'must be 512 characters or fewer');

export const oauthConfig = z.strictObject({
  /** The provider, to the letter of the `iss` of its tokens. */
  issuer: text
    .refine(isPlainUrl, { error: 'is no https URL: give the issuer as its tokens name it', abort: true })
    .refine(url => !url.includes('/.well-known/'), 'is where metadata lies: give the issuer as its tokens name it'),
  /** The URL of the endpoint as people type it into their clients; null for the one that a deployment has anyway. */
  resource: text
    .refine(isPlainUrl, 'is no https URL: give the one that people type into their clients')
    .nullable()
    .default(null),
  /** What `aud` of a token must have, one of several; null for the resource, as RFC 8707 has it. */
  audience: z
    .union([audience.transform(one => [one]), z.array(audience).min(1, 'must name one audience or more').max(10)])
    .nullable()
    .default(null),
  /** Where the keys of the provider are; null for where its metadata says. */
  jwksUri: text.refine(isPlainUrl, 'is no https URL').nullable().default(null),
  /** What the provider calls the scopes; null where it has none for it, and grants alone decide. */
  scopes: z.strictObject({ read: scopeName.default('read'), admin: scopeName.default('admin') }).prefault({}),
});

export type OAuthConfig = z.infer<typeof oauthConfig>;
