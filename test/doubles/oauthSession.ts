// What a client of this protocol keeps of a person's sign-on: the SDK's own OAuth client does the rest.

import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';

export interface OAuthSession {
  readonly provider: OAuthClientProvider;
  /** Where the person was sent to sign in; null before that. */
  sentTo(): URL | null;
  tokens(): OAuthTokens | undefined;
  /** Puts another access token in the place of the one that was given, as if it had grown old. */
  spoil(accessToken: string): void;
}

/** A port that nothing listens on: the browser of a test stops there. */
const redirectUrl = 'http://127.0.0.1:9/callback';

export function oauthSession(): OAuthSession {
  let registered: OAuthClientInformationMixed | undefined;
  let tokens: OAuthTokens | undefined;
  let verifier = '';
  let sentTo: URL | null = null;
  return {
    provider: {
      redirectUrl,
      clientMetadata: {
        client_name: 'mailglob test',
        redirect_uris: [redirectUrl],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        // The kind that may come back to this machine without TLS.
        ...{ application_type: 'native' },
      },
      clientInformation: () => registered,
      saveClientInformation: information => {
        registered = information;
      },
      tokens: () => tokens,
      saveTokens: given => {
        tokens = given;
      },
      redirectToAuthorization: url => {
        sentTo = url;
      },
      saveCodeVerifier: given => {
        verifier = given;
      },
      codeVerifier: () => verifier,
    },
    sentTo: () => sentTo,
    tokens: () => tokens,
    spoil: accessToken => {
      if (tokens !== undefined) tokens = { ...tokens, access_token: accessToken };
    },
  };
}
