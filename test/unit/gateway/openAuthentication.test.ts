import { type AccessRules, encodeAccessRules, readAccessRules } from '../../../lib/gateway/accessRules.ts';
import { createApiKey, findApiKey } from '../../../lib/gateway/apiKeys.ts';
import { oauthConfig } from '../../../lib/gateway/oauthConfig.ts';
import { openAuthentication } from '../../../lib/gateway/openAuthentication.ts';
import { sideWork as createSideWork } from '../../../lib/gateway/sideWork.ts';
import { sign, signingKey, startIssuer } from '../../doubles/issuer.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';

const oauth = oauthConfig.parse({ issuer: 'https://id.example.com' });
const store = memoryStore();
const sideWork = createSideWork(() => {});
const where = { url: 'https://mail.example.com/mcp', path: '/mcp' };
const open = (rules: AccessRules) => openAuthentication({ rules, store, sideWork, ...where });

async function outcomeOf({ authenticate }: ReturnType<typeof open>, headers: Record<string, string> = {}) {
  const result = await authenticate(new Request('https://mail.example.com/mcp', { headers }));
  return result instanceof Response ? [result.status, result.headers.get('www-authenticate')] : result.id;
}

const keyChallenge = 'Bearer realm="mailglob"';
const tokenChallenge = expect.stringContaining('resource_metadata=');

describe('openAuthentication', () => {
  it('asks for what its modes take', async () => {
    expect(await outcomeOf(open({ modes: [], oauth: null, grants: [] }))).toBe('everyone');
    expect(await outcomeOf(open({ modes: ['apiKey'], oauth: null, grants: [] }))).toEqual([401, keyChallenge]);
    for (const modes of [['oauth'], ['apiKey', 'oauth']] as const) {
      const opened = open({ modes, oauth, grants: [] });
      expect(await outcomeOf(opened)).toEqual([401, tokenChallenge]);
      expect(opened.resource?.metadata).toMatchObject({ resource: 'https://mail.example.com/mcp' });
    }
  });

  it('takes whoever needs nothing for the operator on the operator’s own machine alone', async () => {
    const rules: AccessRules = { modes: [], oauth: null, grants: [] };
    const request = () => new Request('http://localhost/mcp');
    const scopesOf = async (isOwnMachine: boolean) => {
      const opened = openAuthentication({ rules, store, sideWork, ...where, isOwnMachine });
      const caller = await opened.authenticate(request());
      return caller instanceof Response ? null : [...caller.scopes];
    };
    expect(await scopesOf(true)).toEqual(['read', 'admin']);
    expect(await scopesOf(false)).toEqual(['read']);
    expect(await open(rules).authenticate(request())).toMatchObject({ scopes: new Set(['read']) });
  });

  it('takes keys where its modes have them alone, and records their use', async () => {
    const grant = { name: 'x', accounts: '*', library: true, scopes: ['read'], expiresAt: null } as const;
    const { key, stored } = await createApiKey(store, grant);
    const presented = { 'x-api-key': key };
    expect(await outcomeOf(open({ modes: ['oauth'], oauth, grants: [] }), presented)).toEqual([401, tokenChallenge]);
    const bearer = { authorization: `Bearer ${key}` };
    expect(await outcomeOf(open({ modes: ['oauth'], oauth, grants: [] }), bearer)).toEqual([401, tokenChallenge]);
    expect(await outcomeOf(open({ modes: ['apiKey', 'oauth'], oauth, grants: [] }), bearer)).toMatch(/^key:/);
    expect(await outcomeOf(open({ modes: ['apiKey'], oauth: null, grants: [] }), presented)).toMatch(/^key:/);
    await sideWork.settled(10_000);
    expect((await findApiKey(store, stored.digest))?.lastUsedAt).not.toBeNull();
  });

  it('takes tokens for its resource to the letter, but for the slash of one without a path', async () => {
    const issuer = await startIssuer();
    const signing = await signingKey('one');
    issuer.publish(signing);
    const statusFor = async (resource: string, aud: string) => {
      const exp = Math.floor(Date.now() / 1000) + 300;
      const token = await sign(signing, { iss: issuer.url, aud, sub: 'ann', scope: 'read', exp });
      const rules = {
        modes: ['oauth'],
        oauth: oauthConfig.parse({ issuer: issuer.url, resource }),
        grants: [],
      } as const;
      // Nothing is granted to whoever has a good one.
      return (await outcomeOf(open(rules), { authorization: `Bearer ${token}` }))[0];
    };
    const [root, slash, path] = [
      'https://mail.example.com',
      'https://mail.example.com/',
      'https://mail.example.com/mcp',
    ];
    for (const resource of [root, slash]) {
      expect(await statusFor(resource, root)).toBe(403);
      expect(await statusFor(resource, slash)).toBe(403);
      expect(await statusFor(resource, path)).toBe(401);
      expect(await statusFor(resource, 'http://mail.example.com/')).toBe(401);
    }
    expect(await statusFor(path, path)).toBe(403);
    for (const aud of [root, slash, `${path}/`]) expect(await statusFor(path, aud)).toBe(401);
    await issuer.close();
  });

  it('opens nothing by rules that lack something', () => {
    expect(() => open({ modes: ['oauth'], oauth: null, grants: [] })).toThrow(/without its settings/);
  });
});

describe('rules as a text', () => {
  const rules: AccessRules = {
    modes: ['apiKey', 'oauth'],
    oauth,
    grants: [{ subject: 'ann', client: null, claim: null, accounts: ['a'], library: false, scopes: ['read'] }],
  };

  it('are read as they were', () => {
    expect(readAccessRules(encodeAccessRules(rules))).toEqual(rules);
  });

  it.each([undefined, ''])('are missed where there are none (%j)', text => {
    expect(() => readAccessRules(text)).toThrow(/without rules/);
  });
});
