// What the configuration says of the OAuth provider whose tokens are accepted.

import { z } from 'zod';

/** Whether a text is a URL over TLS, or one of this machine, as a provider in a test has. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash } = new URL(text);
  const isOwn = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (protocol === 'https:' || (protocol === 'http:' && isOwn)) && search === '' && hash === '';
}

export const oauthConfig = z.strictObject({
  /** The provider, to the letter of the `iss` of its tokens. */
  issuer: z.string('must be a text').refine(isIssuer, 'is no https URL: give the issuer as its tokens name it'),
});

export type OAuthConfig = z.infer<typeof oauthConfig>;
