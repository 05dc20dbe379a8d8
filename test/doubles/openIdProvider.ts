// A real OpenID provider on a port of this machine: oidc-provider, certified, with registration of clients, PKCE,
// resource indicators and refresh tokens; and a browser that signs a person in and agrees to everything.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK } from 'jose';
import { type Configuration, errors, Provider } from 'oidc-provider';
import { type SigningKey, signingKey } from './issuer.ts';

export interface OpenIdProvider {
  readonly issuer: string;
  /** The key that it signs tokens with, for tests that forge some of their own. */
  readonly key: SigningKey;
  /** Paths that were asked for, in order, with the parameters of those that give out tokens. */
  readonly asked: { readonly path: string; readonly sent: URLSearchParams }[];
  /** Goes to an address as a browser does, signs in, agrees, and gives where it was sent in the end. */
  signIn(address: URL, login: string): Promise<URL>;
  close(): Promise<void>;
}

/**
 * Starts one.
 * @param resources it gives out tokens for, and no others; may be added to.
 */
export async function startOpenIdProvider(resources: ReadonlySet<string>): Promise<OpenIdProvider> {
  const key = await signingKey('provider');
  const asked: OpenIdProvider['asked'] = [];
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const jwk = { ...(await exportJWK(key.privateKey)), kid: key.kid, alg: key.alg, use: 'sig' };
  const handle = withoutWarnings(
    () => new Provider(issuer, { ...configuration(resources), jwks: { keys: [jwk] } }),
  ).callback();
  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    const entry = { path: url.pathname, sent: url.searchParams };
    asked.push(entry);
    if (url.pathname === '/token') {
      request.prependListener('data', (chunk: Buffer) => {
        for (const [name, value] of new URLSearchParams(chunk.toString())) entry.sent.append(name, value);
      });
      request.pause();
    }
    handle(request, response);
  });
  return {
    issuer,
    key,
    asked,
    signIn: (address, login) => browse(address, login),
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** It warns of all that makes it a provider for tests. */
function withoutWarnings<T>(make: () => T): T {
  const { warn } = console;
  console.warn = () => {};
  try {
    return make();
  } finally {
    console.warn = warn;
  }
}

const hour = 3_600;

const configuration = (resources: ReadonlySet<string>): Configuration => ({
  scopes: ['openid', 'offline_access', 'read', 'admin'],
  cookies: { keys: ['cookies of a test'] },
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  // Clients of people's machines have no secret.
  clientDefaults: { token_endpoint_auth_method: 'none' },
  ttl: { AccessToken: hour, Grant: hour, Interaction: hour, RefreshToken: hour, Session: hour },
  issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
  features: {
    registration: { enabled: true },
    devInteractions: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: async () => [],
      useGrantedResource: async () => true,
      getResourceServerInfo: async (_, resource) => {
        if (!resources.has(resource)) throw new errors.InvalidTarget();
        return { scope: 'read admin', audience: resource, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } };
      },
    },
  },
});

const stepsOfSigningIn = 20;

async function browse(address: URL, login: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next: { readonly url: URL; readonly body?: URLSearchParams } = { url: address };
  for (let step = 0; step < stepsOfSigningIn; step++) {
    const { url, body } = next;
    if (url.origin !== address.origin) return url;
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    const text = await response.text();
    if (location !== null) {
      next = { url: new URL(location, url) };
      continue;
    }
    const [, action] = /<form[^>]* action="([^"]+)"/.exec(text) ?? [];
    const [, prompt] = /name="prompt" value="(\w+)"/.exec(text) ?? [];
    if (!action || !prompt)
      throw new Error(`the provider shows no form but ${response.status} ${text.slice(0, 2_000)}`);
    next = { url: new URL(action, url), body: new URLSearchParams({ prompt, login, password: 'any' }) };
  }
  throw new Error('the provider sends its visitor around in circles');
}
