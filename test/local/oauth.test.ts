import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { exportSPKI, importJWK, type JWTPayload, type CryptoKey as Key, UnsecuredJWT } from 'jose';
import { sign, signingKey } from '../doubles/issuer.ts';
import { type OAuthSession, oauthSession } from '../doubles/oauthSession.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../doubles/openIdProvider.ts';
import { mailglob, type Running, startMailglob } from './command.ts';
import { mail } from './mails.ts';

let directory: string;
let provider: OpenIdProvider;
let gateway: Running;
let url: string;

const configuration = (issuer: string) => `
authentication:
  mode: oauth
  oauth: { issuer: '${issuer}' }
grants:
  - { subject: ann, accounts: [a] }
  - { subject: root, accounts: '*', scopes: [read, admin] }
`;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mailglob-oauth-'));
  const data = ['--data', join(directory, 'data')];
  for (const account of ['a', 'b']) {
    const input = mail({ id: account, files: [`${account}.pdf`] });
    expect(await mailglob(['import', '-', '--account', account, ...data], { input })).toMatchObject({ status: 0 });
  }
  const resources = new Set<string>();
  provider = await startOpenIdProvider(resources);
  const config = join(directory, 'mailglob.yml');
  await writeFile(config, configuration(provider.issuer));
  gateway = startMailglob(['serve', '--auth', 'oauth', '--config', config, '--port', '0', ...data]);
  url = (await gateway.firstLine).replace(/^mailglob serving /, '');
  resources.add(url);
});
afterAll(async () => {
  await gateway?.stop();
  await provider?.close();
  await rm(directory, { recursive: true, force: true });
});

type Transport = Parameters<Client['connect']>[0];

async function connected(options: StreamableHTTPClientTransportOptions): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), options) as Transport);
  return client;
}

async function namesOf(client: Client): Promise<string[]> {
  const { structuredContent } = await client.callTool({ name: 'searchAttachments', arguments: { pattern: '*' } });
  return (structuredContent as { data: { filename: string }[] }).data.map(({ filename }) => filename).sort();
}

/** Is sent to sign in, signs in as somebody, and connects. */
async function signedIn(
  session: OAuthSession,
  login: string,
  more: StreamableHTTPClientTransportOptions = {},
): Promise<Client> {
  const options = { ...more, authProvider: session.provider };
  const transport = new StreamableHTTPClientTransport(new URL(url), options);
  const turnedAway = new Client({ name: 'test', version: '1' }).connect(transport as Transport);
  await expect(turnedAway).rejects.toBeInstanceOf(UnauthorizedError);
  const back = await provider.signIn(session.sentTo() ?? new URL('about:blank'), login);
  await transport.finishAuth(back.searchParams.get('code') ?? '');
  return await connected(options);
}

const tokenRequests = () => provider.asked.filter(({ path }) => path === '/token').map(({ sent }) => sent);

describe('the OAuth client of the SDK', () => {
  it('finds the provider, registers, signs in with PKCE for this resource, and reads what is granted', async () => {
    const session = oauthSession();
    const client = await signedIn(session, 'ann');
    expect(await namesOf(client)).toEqual(['a.pdf']);
    await client.close();

    const sent = session.sentTo()?.searchParams;
    expect(Object.fromEntries(sent ?? [])).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      resource: url,
      scope: 'read',
    });
    expect(Object.fromEntries(tokenRequests().at(-1) ?? [])).toMatchObject({
      grant_type: 'authorization_code',
      code_verifier: expect.stringMatching(/^[\w.~-]{43,128}$/),
      resource: url,
    });
  });

  it('refreshes a token that is not accepted any more, for this resource again, without asking anybody', async () => {
    const session = oauthSession();
    const client = await signedIn(session, 'root');
    expect(await namesOf(client)).toEqual(['a.pdf', 'b.pdf']);
    const claims = {
      iss: provider.issuer,
      aud: url,
      sub: 'root',
      scope: 'read',
      exp: Math.floor(Date.now() / 1000) - 60,
    };
    session.spoil(await sign(provider.key, claims));
    const before = tokenRequests().length;
    expect(await namesOf(client)).toEqual(['a.pdf', 'b.pdf']);
    const [refreshed, ...more] = tokenRequests().slice(before);
    expect(Object.fromEntries(refreshed ?? [])).toMatchObject({ grant_type: 'refresh_token', resource: url });
    expect(more).toEqual([]);
    await client.close();
  });

  it('finds all that also where the challenge is lost on the way, as behind an API Gateway', async () => {
    const losing: StreamableHTTPClientTransportOptions['fetch'] = async (...asked) => {
      const response = await fetch(...asked);
      const headers = new Headers(response.headers);
      const challenge = headers.get('www-authenticate');
      headers.delete('www-authenticate');
      if (challenge !== null) headers.set('x-amzn-remapped-www-authenticate', challenge);
      return new Response(response.body, { status: response.status, headers });
    };
    const session = oauthSession();
    const client = await signedIn(session, 'ann', { fetch: losing });
    expect(await namesOf(client)).toEqual(['a.pdf']);
    expect(session.sentTo()?.searchParams.get('scope')).toBe('read');
    await client.close();
  });

  it('of somebody who is granted nothing gets nothing', async () => {
    await expect(signedIn(oauthSession(), 'eve')).rejects.toThrow(/nothing is granted to you here/);
  });
});

const now = () => Math.floor(Date.now() / 1000);
const claims = (more: Readonly<Record<string, unknown>> = {}): JWTPayload => ({
  iss: provider.issuer,
  aud: url,
  sub: 'root',
  client_id: 'forger',
  scope: 'read admin',
  iat: now() - 10,
  exp: now() + 300,
  ...more,
});

const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
const contentType = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** Status, and the error of the challenge. */
async function answerTo(
  headers: Readonly<Record<string, string>>,
  at = url,
): Promise<readonly [number, string | null]> {
  const response = await fetch(at, { method: 'POST', headers: { ...contentType, ...headers }, body });
  await response.arrayBuffer();
  const challenge = response.headers.get('www-authenticate') ?? '';
  return [response.status, /error="(\w+)"/.exec(challenge)?.[1] ?? null];
}

/** The status of a request with a line of the header for each, which fetch() would make one. */
const statusOf = (...authorization: readonly string[]): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const own = { ...contentType, host: new URL(url).host, 'content-length': String(body.length) };
    const headers = [...Object.entries(own), ...authorization.map(sent => ['authorization', sent])].flat();
    const sending = request(url, { method: 'POST', headers });
    sending.once('error', reject);
    sending.once('response', response => {
      response.resume();
      resolve(response.statusCode);
    });
    sending.end(body);
  });

describe('a token that somebody made', () => {
  it('is accepted where the provider’s key signed it, or the rest would prove nothing', async () => {
    expect(await answerTo({ authorization: `Bearer ${await sign(provider.key, claims())}` })).toEqual([200, null]);
  });

  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forged: [string, () => Promise<string>][] = [
    ['with another key under the same name', async () => sign(await signingKey('provider'), claims())],
    ['with a key that is not published', async () => sign(await signingKey('other'), claims())],
    ['with no signature', async () => new UnsecuredJWT(claims()).encode()],
    [
      'with the public key as a secret',
      async () => {
        const pem = await exportSPKI((await importJWK(provider.key.jwk, 'RS256', { extractable: true })) as Key);
        const signed = `${base64({ alg: 'HS256', typ: 'at+jwt', kid: 'provider' })}.${base64(claims())}`;
        return `${signed}.${createHmac('sha256', pem).update(signed).digest('base64url')}`;
      },
    ],
    ['that has expired', () => sign(provider.key, claims({ exp: now() - 60 }))],
    ['that does not hold yet', () => sign(provider.key, claims({ nbf: now() + 600 }))],
    ['for another resource', () => sign(provider.key, claims({ aud: 'https://other.example/mcp' }))],
    ['by another issuer', () => sign(provider.key, claims({ iss: 'https://id.example' }))],
    ['of another type', () => sign(provider.key, claims(), { typ: 'logout+jwt' })],
    ['about nobody', () => sign(provider.key, claims({ sub: undefined }))],
    ['that never ends', () => sign(provider.key, claims({ exp: undefined }))],
    ['that is huge', () => sign(provider.key, claims({ x: 'x'.repeat(9_000) }))],
  ];
  it.each(forged)('%s is turned away', async (_, make) => {
    expect(await answerTo({ authorization: `Bearer ${await make()}` })).toEqual([401, 'invalid_token']);
  });

  it('whose scope does not allow reading is told so', async () => {
    const token = await sign(provider.key, claims({ scope: 'admin openid' }));
    expect(await answerTo({ authorization: `Bearer ${token}` })).toEqual([403, 'insufficient_scope']);
  });

  it('counts in the one header alone, once', async () => {
    const token = await sign(provider.key, claims());
    expect(await answerTo({}, `${url}?access_token=${token}`)).toEqual([401, null]);
    expect(await answerTo({ 'x-access-token': token, cookie: `token=${token}` })).toEqual([401, null]);
    expect(await statusOf(`Bearer ${token}`)).toBe(200);
    expect(await statusOf(`Bearer ${token}`, `Bearer ${token}`)).toBe(401);
    expect(await statusOf(`Bearer ${token}`, 'Basic YTpi')).toBe(401);
    expect(await answerTo({ authorization: `DPoP ${token}` })).toEqual([401, 'invalid_token']);
  });

  it('is in no log, and neither is whom it is about', () => {
    const { stdout, stderr } = gateway.printed;
    expect(stderr).toMatch(/"event":"refusal"/);
    expect(stdout + stderr).not.toMatch(/eyJ|Bearer|forger|subject|"root"|"ann"/);
  });
});

it('whoever asks is told who issues tokens, at both places', async () => {
  const { origin } = new URL(url);
  for (const path of ['', '/mcp']) {
    const response = await fetch(`${origin}/.well-known/oauth-protected-resource${path}`);
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        resource: url,
        authorization_servers: [provider.issuer],
        scopes_supported: ['read'],
        bearer_methods_supported: ['header'],
        resource_name: 'mailglob',
      },
    ]);
  }
});
