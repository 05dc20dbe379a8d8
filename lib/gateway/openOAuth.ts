// Puts authentication by access tokens together from what a configuration says. jose is loaded with the first token.

import type { Authenticate } from './authenticate.ts';
import type { Grant } from './grants.ts';
import { oauthAuthentication } from './oauth.ts';
import type { OAuthConfig } from './oauthConfig.ts';
import { type ProtectedResource, protectedResource } from './protectedResource.ts';

export interface OpenedOAuth {
  readonly authenticate: Authenticate;
  readonly resource: ProtectedResource;
}

export interface OpenOAuthOptions {
  readonly config: OAuthConfig;
  readonly grants: readonly Grant[];
  /** The resource where the configuration names none: the URL of the endpoint. */
  readonly url: string;
  /** Path at which the endpoint is served. */
  readonly path: string;
}

export function openOAuth({ config, grants, url, path }: OpenOAuthOptions): OpenedOAuth {
  const { issuer, jwksUri, scopes } = config;
  const name = config.resource ?? url;
  const resource = protectedResource({ resource: name, issuer, readScope: scopes.read, path });
  const openVerifier = async () => {
    const { accessTokenVerifier } = await import('./verifyAccessToken.ts');
    return accessTokenVerifier({ issuer, jwksUri, audiences: config.audience ?? spellingsOf(name) });
  };
  return { resource, authenticate: oauthAuthentication({ resource, scopeNames: scopes, grants, openVerifier }) };
}

/** A URL without a path is the same with a slash (RFC 3986, section 6.2.3), and clients ask for tokens for that. */
function spellingsOf(url: string): readonly string[] {
  const { origin, pathname } = new URL(url);
  return pathname === '/' ? [...new Set([url, origin, `${origin}/`])] : [url];
}
