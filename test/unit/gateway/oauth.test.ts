import { createGateway, type GatewayOptions } from '../../../lib/gateway/gateway.ts';
import type { Grant } from '../../../lib/gateway/grants.ts';
import { loopbackHosts } from '../../../lib/gateway/hosts.ts';
import { IssuerUnavailable } from '../../../lib/gateway/issuerUnavailable.ts';
import { oauthAuthentication } from '../../../lib/gateway/oauth.ts';
import { bearerChallenge, protectedResource } from '../../../lib/gateway/protectedResource.ts';
import type { VerifyAccessToken } from '../../../lib/gateway/verifyAccessToken.ts';
import { limits } from '../../../lib/limits.ts';
import { sampleService } from '../../doubles/toolService.ts';

const resource = protectedResource({
  resource: 'https://mail.example.com/mcp',
  issuer: 'https://id.example.com/',
  readScope: 'mail/read',
  path: '/mcp',
});
const metadataUrl = 'https://mail.example.com/.well-known/oauth-protected-resource/mcp';

const grants: readonly Grant[] = [
  { subject: 'ann', client: null, claim: null, accounts: ['alpha'], library: true, scopes: ['read'] },
  { subject: 'root', client: null, claim: null, accounts: '*', library: true, scopes: ['read', 'admin'] },
];

/** Takes `SUBJECT.SCOPES.ok` for good, its scopes joined by `-`. */
const verify: VerifyAccessToken = async token => {
  const [subject = '', scopes = '', isGood] = token.split('.');
  // Not of our class: in a deployed function what judges tokens has a class of its own.
  if (isGood === 'down') throw Object.assign(new Error('zqxjkv'), { name: new IssuerUnavailable('').name });
  if (isGood !== 'ok') return 'signature';
  return { subject, clientId: null, claims: {}, scopes: new Set(scopes.split('-').map(name => `mail/${name}`)) };
};

let opened: number;
beforeEach(() => {
  opened = 0;
});

const authentication = (scopeNames = { read: 'mail/read', admin: 'mail/admin' } as Record<string, string | null>) =>
  oauthAuthentication({
    resource,
    grants,
    scopeNames: { read: scopeNames.read ?? null, admin: scopeNames.admin ?? null },
    openVerifier: async () => {
      opened++;
      return verify;
    },
  });

const request = (headers: Record<string, string>, url = 'http://localhost/mcp') => new Request(url, { headers });
const bearer = (token: string) => request({ authorization: `Bearer ${token}` });

async function outcome(sent: Request, authenticate = authentication()) {
  const result = await authenticate(sent);
  return result instanceof Response ? [result.status, result.headers.get('www-authenticate')] : result;
}

const asked = `Bearer realm="mailglob", scope="mail/read", resource_metadata="${metadataUrl}"`;
const notAccepted = `Bearer realm="mailglob", error="invalid_token", scope="mail/read", resource_metadata="${metadataUrl}"`;

describe('a token', () => {
  it('lets in with what it allows and the grants give', async () => {
    expect(await outcome(bearer('ann.read-admin.ok'))).toEqual({
      id: expect.stringMatching(/^token:[0-9a-f]{16}$/),
      accounts: ['alpha'],
      library: true,
      scopes: new Set(['read']),
    });
    expect(await outcome(bearer('root.read.ok'))).toMatchObject({ accounts: '*', scopes: new Set(['read']) });
    expect(await outcome(bearer('root.read-admin.ok'))).toMatchObject({ scopes: new Set(['read', 'admin']) });
  });

  it('leaves to the grants what the issuer has no scope for', async () => {
    const byGrants = authentication({ read: null, admin: null });
    expect(await outcome(bearer('root.x.ok'), byGrants)).toMatchObject({ scopes: new Set(['read', 'admin']) });
    expect(await outcome(bearer('ann.x.ok'), byGrants)).toMatchObject({ scopes: new Set(['read']) });
  });

  it('counts for who it is about, whatever it allows', async () => {
    const ids = ['ann.read.ok', 'ann.read-x.ok', 'root.read.ok'].map(async token => {
      const result = await authentication()(bearer(token));
      return result instanceof Response ? '' : result.id;
    });
    const [one, two, three] = await Promise.all(ids);
    expect(one).toBe(two);
    expect(one).not.toBe(three);
  });

  it('is asked for where there is none, with where to get it, and nothing is loaded', async () => {
    for (const sent of [
      request({}),
      request({ 'x-api-key': 'ann.read.ok' }),
      request({}, 'http://localhost/mcp?access_token=ann.read.ok'),
      request({ cookie: 'access_token=ann.read.ok' }),
    ]) {
      expect(await outcome(sent)).toEqual([401, asked]);
    }
    expect(opened).toBe(0);
  });

  it.each([
    ['Bearer'],
    ['Bearer '],
    ['ann.read.ok'],
    ['Basic ann.read.ok'],
    ['DPoP ann.read.ok'],
    ['Bearer ann.read.ok, Bearer ann.read.ok'],
    ['Bearer ann.read.ok ann.read.ok'],
    ['Bearer ann.read'],
    ['Bearer ann.read.'],
    ['Bearer ann.read.ok.x'],
    ['Bearer a.b.c.d.e'],
    [`Bearer ann.${'x'.repeat(limits.accessTokenCharacters.value)}.ok`],
  ])('is not told from %j, which is not looked at', async authorization => {
    expect(await outcome(request({ authorization }))).toEqual([401, notAccepted]);
    expect(opened).toBe(0);
  });

  it('that is not accepted is turned away', async () => {
    expect(await outcome(bearer('ann.read.no'))).toEqual([401, notAccepted]);
  });

  it('of which there are two that differ is turned away', async () => {
    const sent = request({ authorization: 'Bearer ann.read.ok', 'x-api-key': 'mg_x' });
    expect(await outcome(sent)).toEqual([401, notAccepted]);
  });

  it('that does not allow reading is told what does', async () => {
    expect(await outcome(bearer('root.admin.ok'))).toEqual([
      403,
      `Bearer realm="mailglob", error="insufficient_scope", scope="mail/read", resource_metadata="${metadataUrl}"`,
    ]);
  });

  it('of somebody who is granted nothing is turned away, and not asked for another', async () => {
    expect(await outcome(bearer('eve.read.ok'))).toEqual([403, null]);
  });

  it('loads what judges tokens once', async () => {
    const authenticate = authentication();
    await Promise.all([bearer('ann.read.ok'), bearer('ann.read.no'), bearer('ann.read.ok')].map(authenticate));
    expect(opened).toBe(1);
  });
});

describe('the metadata', () => {
  it('names the resource, the issuer and the scope to ask for', () => {
    expect(resource.metadata).toEqual({
      resource: 'https://mail.example.com/mcp',
      authorization_servers: ['https://id.example.com/'],
      scopes_supported: ['mail/read'],
      bearer_methods_supported: ['header'],
      resource_name: 'mailglob',
    });
  });

  it('names no scope where the issuer has none', () => {
    const without = protectedResource({
      resource: 'https://mail.example.com/mcp',
      issuer: 'https://id.example.com',
      readScope: null,
      path: '/mcp',
    });
    expect(without.metadata).not.toHaveProperty('scopes_supported');
    expect(bearerChallenge(without)).toBe(`Bearer realm="mailglob", resource_metadata="${metadataUrl}"`);
  });

  it('lies at both forms, also behind a proxy that changes the path', () => {
    const { paths } = protectedResource({
      resource: 'https://example.com/mail/mcp',
      issuer: 'https://id.example.com',
      readScope: null,
      path: '/mcp',
    });
    expect([...paths]).toEqual([
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-protected-resource/mail/mcp',
    ]);
  });
});

it.each([
  ['https://mail.example.com', 'https://mail.example.com/.well-known/oauth-protected-resource'],
  ['https://mail.example.com/', 'https://mail.example.com/.well-known/oauth-protected-resource'],
  ['https://mail.example.com/mcp', metadataUrl],
  ['https://mail.example.com/mcp/', `${metadataUrl}/`],
  ['https://mail.example.com:8443/a/b', 'https://mail.example.com:8443/.well-known/oauth-protected-resource/a/b'],
])('the metadata of %s is at %s, as RFC 9728 puts it, and served there', (name, where) => {
  const made = protectedResource({ resource: name, issuer: 'https://id.example.com', readScope: null, path: '/mcp' });
  expect([made.metadataUrl, made.metadata.resource]).toEqual([where, name]);
  expect(made.paths).toContain(new URL(where).pathname);
});

describe('a gateway that accepts tokens', () => {
  async function gateway(fields: Partial<GatewayOptions> = {}) {
    const service = await sampleService();
    const options = { ...service, path: '/mcp', allowedHosts: loopbackHosts, authenticate: authentication(), resource };
    const handle = createGateway({ ...options, ...fields });
    return {
      entries: service.entries,
      ask: (path: string, { method = 'GET', ...headers }: Record<string, string> = {}) =>
        handle(
          new Request(`http://localhost${path}`, {
            method,
            headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
            ...(method === 'POST' ? { body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' } : {}),
          }),
        ),
    };
  }

  it.each([...resource.paths])('says at %s who issues them, to whoever asks', async path => {
    const { ask } = await gateway();
    const answer = await ask(path);
    expect([answer.status, await answer.json()]).toEqual([200, resource.metadata]);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect((await ask(path, { authorization: 'Bearer nonsense' })).status).toBe(200);
    const post = await ask(path, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await ask(path, { host: 'evil.example' })).status).toBe(403);
  });

  it.each([...resource.paths])(
    'lets pages that are named read %s, with the header that MCP clients send',
    async path => {
      const page = 'https://app.example.com';
      const { ask } = await gateway({ corsOrigins: [page] });
      const asks = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'mcp-protocol-version' };
      const asked = await ask(path, { method: 'OPTIONS', origin: page, ...asks });
      expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([204, 'GET']);
      expect(asked.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version');
      const read = await ask(path, { origin: page, 'mcp-protocol-version': '2025-11-25' });
      expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, page]);
      const foreign = await ask(path, { method: 'OPTIONS', origin: 'https://evil.example', ...asks });
      expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null]);
      expect((await ask(path, { method: 'OPTIONS' })).status).toBe(405);
    },
  );

  it('has no such places where it accepts none', async () => {
    const service = await sampleService();
    const handle = createGateway({
      ...service,
      path: '/mcp',
      allowedHosts: loopbackHosts,
      authenticate: authentication(),
    });
    for (const path of resource.paths) {
      const answer = await handle(new Request(`http://localhost${path}`, { headers: { host: 'localhost' } }));
      expect(answer.status).toBe(404);
    }
  });

  it('answers a call with a token, and no other', async () => {
    const { ask } = await gateway();
    const post = (token?: string) =>
      ask('/mcp', { method: 'POST', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) });
    expect((await post('ann.read.ok')).status).toBe(200);
    const none = await post();
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, asked]);
  });

  it.each([
    [undefined, 401, 'no credentials'],
    ['zqxjkv', 401, 'no access token'],
    ['ann.read.bad', 401, 'signature'],
    ['ann.write.ok', 403, 'scope'],
    ['eve.read.ok', 403, 'no grant'],
  ])('tells the log alone why it turned %s away', async (token, status, reason) => {
    const { ask, entries } = await gateway();
    const answer = await ask('/mcp', {
      method: 'POST',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    });
    expect(answer.status).toBe(status);
    expect(entries).toEqual([{ event: 'refusal', status, reason, requestId: expect.any(String) }]);
    if (status === 401) expect(await answer.text()).not.toContain('signature');
  });

  it('is not to be had while the issuer is not, and the log says why in no word of the token', async () => {
    const { ask, entries } = await gateway();
    const answer = await ask('/mcp', { method: 'POST', authorization: 'Bearer zqxjkv.read.down' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.text()).not.toContain('zqxjkv');
    expect(entries).toMatchObject([
      { event: 'failure', error: { name: 'IssuerUnavailable' } },
      { event: 'refusal', status: 503 },
    ]);
    expect(JSON.stringify(entries)).not.toContain('zqxjkv');
  });
});
