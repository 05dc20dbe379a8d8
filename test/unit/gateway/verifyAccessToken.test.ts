import { constants, createHmac, generateKeyPairSync, KeyObject, sign as signBytes } from 'node:crypto';
import { CompactEncrypt, type CryptoKey, exportSPKI, importJWK, type JWTPayload, UnsecuredJWT } from 'jose';
import { accessTokenVerifier, type TokenFault } from '../../../lib/gateway/verifyAccessToken.ts';
import { limits } from '../../../lib/limits.ts';
import { keysPath, type SigningKey, sign, signingKey, startIssuer, type TestIssuer } from '../../doubles/issuer.ts';

const resource = 'https://mail.example.com/mcp';
const now = 1_800_000_000;
const skew = limits.clockSkewSeconds.value;

let issuer: TestIssuer;
let key: SigningKey;
let stranger: SigningKey;
let others: readonly SigningKey[];

beforeAll(async () => {
  issuer = await startIssuer();
  key = await signingKey('one');
  stranger = await signingKey('one');
  others = await Promise.all(['PS256', 'ES256', 'ES384', 'EdDSA', 'RS512'].map(alg => signingKey(alg, alg)));
  issuer.publish(key, ...others);
});
afterAll(() => issuer.close());

const claims = (more: Readonly<Record<string, unknown>> = {}): JWTPayload => ({
  iss: issuer.url,
  aud: resource,
  sub: 'ann',
  client_id: 'desk',
  scope: 'read admin',
  iat: now - 10,
  exp: now + 300,
  ...more,
});

const verify = (token: string) =>
  accessTokenVerifier({ issuer: issuer.url, audiences: [resource], jwksUri: null, now: () => now * 1000 })(token);

const base64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** Signs with the first key, whatever the header says: what a library refuses to make. */
function signRaw(header: object | string, sent: object): string {
  const signed = `${base64(header)}.${base64(sent)}`;
  const isPss = base64(header).includes(base64({ alg: 'PS256' }).slice(0, 16));
  const padding = isPss ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } : {};
  const signature = signBytes('sha256', Buffer.from(signed), { key: KeyObject.from(key.privateKey), ...padding });
  return `${signed}.${signature.toString('base64url')}`;
}

describe('an access token', () => {
  it('is accepted, with who it is about and what it is good for', async () => {
    const sent = claims({ groups: ['mail'] });
    expect(await verify(await sign(key, sent))).toEqual({
      subject: 'ann',
      clientId: 'desk',
      claims: sent,
      scopes: new Set(['read', 'admin']),
    });
  });

  it('is accepted with every algorithm that has a public key', async () => {
    for (const other of others) expect(await verify(await sign(other, claims()))).toMatchObject({ subject: 'ann' });
  });

  it('may have been meant for others too', async () => {
    expect(await verify(await sign(key, claims({ aud: ['https://other.example', resource] })))).toMatchObject({
      subject: 'ann',
    });
  });

  it('need not name its key where the issuer has one for its algorithm', async () => {
    expect(await verify(await sign(key, claims(), { kid: undefined }))).toMatchObject({ subject: 'ann' });
    expect(await verify(signRaw({ alg: 'RS256' }, claims()))).toMatchObject({ subject: 'ann' });
  });

  it.each([['at+jwt'], ['application/at+jwt'], ['AT+JWT'], ['JWT'], [undefined]])('may be of type %j', async typ => {
    expect(await verify(await sign(key, claims(), { typ }))).toMatchObject({ subject: 'ann' });
  });

  it.each([
    [{ scope: 'read' }, ['read']],
    [{ scope: ' read  admin ' }, ['read', 'admin']],
    [{ scope: undefined, scp: 'read x' }, ['read', 'x']],
    [{ scope: undefined, scp: ['read', 7] }, ['read']],
    [{ scope: undefined }, []],
    [{ scope: 7 }, []],
    [{ scope: { read: true } }, []],
  ])('with %j has the scopes %j', async (sent, scopes) => {
    expect(await verify(await sign(key, claims(sent)))).toMatchObject({ scopes: new Set(scopes) });
  });

  it.each([
    [{ azp: 'other' }, 'desk'],
    [{ client_id: undefined, azp: 'web' }, 'web'],
    [{ client_id: 7, azp: 'web' }, 'web'],
    [{ client_id: undefined, cid: 'okta' }, 'okta'],
    [{ client_id: undefined }, null],
  ])('with %j is of the client %j', async (sent, clientId) => {
    expect(await verify(await sign(key, claims(sent)))).toMatchObject({ clientId });
  });

  it('may be a little early or late, as clocks are', async () => {
    expect(await verify(await sign(key, claims({ exp: now - skew + 1 })))).toMatchObject({ subject: 'ann' });
    expect(await verify(await sign(key, claims({ nbf: now + skew })))).toMatchObject({ subject: 'ann' });
  });
});

describe('turned away is a token', () => {
  const bad: [string, TokenFault, () => Promise<string> | string][] = [
    ['that is none', 'no access token', () => 'a.b.c'],
    ['that is empty', 'no access token', () => ''],
    ['without a signature', 'signature', async () => (await sign(key, claims())).replace(/[^.]+$/, '')],
    ['with another signature', 'signature', async () => (await sign(key, claims())).replace(/.{6}$/, 'AAAAAA')],
    [
      'whose claims were changed',
      'signature',
      async () => {
        const [header, , signature] = (await sign(key, claims())).split('.');
        return [header, base64(claims({ sub: 'eve' })), signature].join('.');
      },
    ],
    ['of another key under the same name', 'signature', () => sign(stranger, claims())],
    ['of a key that the issuer does not have', 'no usable key', () => sign({ ...stranger, kid: 'two' }, claims())],
    ['that brings its own key', 'signature', () => sign(stranger, claims(), { kid: undefined, jwk: stranger.jwk })],
    [
      'that says where its key is',
      'no usable key',
      () => sign(stranger, claims(), { kid: 'x', jku: 'https://evil.example/keys' }),
    ],
    ['with alg none', 'algorithm', () => new UnsecuredJWT(claims()).encode()],
    [
      'with alg none and a signature',
      'algorithm',
      async () =>
        `${base64({ alg: 'none', kid: 'one', typ: 'at+jwt' })}.${(await sign(key, claims())).split('.').slice(1).join('.')}`,
    ],
    ['with alg None', 'algorithm', async () => `${base64({ alg: 'None', kid: 'one' })}.${base64(claims())}.AAAA`],
    [
      'with alg HS256 and the public key as the secret',
      'algorithm',
      async () => {
        const secret = await exportSPKI((await importJWK(key.jwk, 'RS256', { extractable: true })) as CryptoKey);
        const signed = `${base64({ alg: 'HS256', kid: 'one', typ: 'at+jwt' })}.${base64(claims())}`;
        return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
      },
    ],
    [
      'with alg HS256 and the published key as the secret',
      'algorithm',
      () => {
        const signed = `${base64({ alg: 'HS256', kid: 'one' })}.${base64(claims())}`;
        return `${signed}.${createHmac('sha256', JSON.stringify(key.jwk)).update(signed).digest('base64url')}`;
      },
    ],
    [
      'with an algorithm that its key is not for',
      'no usable key',
      () => signRaw({ alg: 'PS256', kid: 'one', typ: 'at+jwt' }, claims()),
    ],
    [
      'with a header it cannot do without',
      'no usable key',
      () => signRaw({ alg: 'RS256', kid: 'one', crit: ['x'], x: 1 }, claims()),
    ],
    ['with a header twice', 'algorithm', () => signRaw('{"alg":"RS256","kid":"one","alg":"none"}', claims())],
    ['of another issuer', 'issuer', () => sign(key, claims({ iss: 'https://evil.example' }))],
    ['of an issuer that is nearly the same', 'issuer', () => sign(key, claims({ iss: `${issuer.url}/` }))],
    ['of no issuer', 'issuer', () => sign(key, claims({ iss: undefined }))],
    ['for another resource', 'audience', () => sign(key, claims({ aud: 'https://other.example/mcp' }))],
    ['for a resource below this one', 'audience', () => sign(key, claims({ aud: `${resource}/x` }))],
    ['for the whole host', 'audience', () => sign(key, claims({ aud: 'https://mail.example.com' }))],
    ['for its client', 'audience', () => sign(key, claims({ aud: 'desk' }))],
    ['for nobody', 'audience', () => sign(key, claims({ aud: undefined }))],
    ['for a list of nobody', 'audience', () => sign(key, claims({ aud: [] }))],
    ['that has expired', 'expired', () => sign(key, claims({ exp: now - skew }))],
    ['that never expires', 'no expiry', () => sign(key, claims({ exp: undefined }))],
    ['that expires at a text', 'no expiry', () => sign(key, claims({ exp: String(now + 300) }))],
    ['that does not hold yet', 'not yet valid', () => sign(key, claims({ nbf: now + skew + 1 }))],
    ['about nobody', 'about nobody', () => sign(key, claims({ sub: undefined }))],
    ['about an empty name', 'about nobody', () => sign(key, claims({ sub: '' }))],
    ['about a number', 'about nobody', () => sign(key, claims({ sub: 7 }))],
    [
      'that is an ID token of Cognito',
      'no access token',
      () => sign(key, claims({ token_use: 'id' }), { typ: undefined }),
    ],
    ['that is an ID token of Keycloak', 'no access token', () => sign(key, claims({ typ: 'ID' }), { typ: 'JWT' })],
    ['that is a refresh token', 'no access token', () => sign(key, claims({ typ: 'Refresh' }), { typ: 'JWT' })],
    ['that is bound to a key', 'bound to a key', () => sign(key, claims({ cnf: { jkt: 'x' } }))],
    ...['logout+jwt', 'dpop+jwt', 'id_token+jwt', 'token-introspection+jwt', ''].map(
      (typ): [string, TokenFault, () => Promise<string>] => [
        `of type '${typ}'`,
        'no access token',
        () => sign(key, claims(), { typ }),
      ],
    ),
    ...[7, ['at+jwt'], { typ: 'at+jwt' }, true].map((typ): [string, TokenFault, () => string] => [
      `whose type is ${JSON.stringify(typ)}`,
      'no access token',
      () => signRaw({ alg: 'RS256', kid: 'one', typ }, claims()),
    ]),
    ['that is huge', 'no access token', () => sign(key, claims({ x: 'x'.repeat(limits.accessTokenCharacters.value) }))],
    ['whose header is huge', 'no access token', () => sign(key, claims(), { kid: 'x'.repeat(100_000) })],
    [
      'that is encrypted',
      'no access token',
      async () =>
        new CompactEncrypt(Buffer.from('{}'))
          .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
          .encrypt(new Uint8Array(32)),
    ],
    ['whose claims are a list', 'signature', async () => `${base64({ alg: 'RS256', kid: 'one' })}.${base64([])}.AAAA`],
  ];

  it.each(bad)('%s: %s', async (_, fault, make) => {
    expect(await verify(await make())).toBe(fault);
  });

  it('whose key was taken back', async () => {
    const judge = accessTokenVerifier({
      issuer: issuer.url,
      audiences: [resource],
      jwksUri: null,
      now: () => now * 1000,
    });
    const token = await sign(key, claims());
    expect(await judge(token)).toMatchObject({ subject: 'ann' });
    issuer.publish(...others);
    expect(await verify(token)).toBe('no usable key');
    issuer.publish(key, ...others);
  });

  it.each([
    ['is too short', generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' })],
    ['is no number', { kty: 'RSA', n: '!', e: 'AQAB' }],
    ['lacks a part', { kty: 'RSA', e: 'AQAB' }],
    ['has a part that is no text', { kty: 'RSA', n: 7, e: 'AQAB' }],
    ['is on no curve', { kty: 'EC', crv: 'P-256', x: base64('x'.repeat(32)), y: base64('y'.repeat(32)) }],
    ['is on an unknown curve', { kty: 'EC', crv: 'P-257', x: 'AA', y: 'AA' }],
    ['is of no kind', {}],
  ])('that names a key of the issuer that %s, and others are judged', async (_, jwk) => {
    const published = issuer.documents.get(keysPath);
    issuer.documents.set(keysPath, { keys: [key.jwk, { ...jwk, kid: 'odd' }] });
    for (const alg of ['RS256', 'PS256', 'ES256', 'EdDSA']) {
      expect(await verify(signRaw({ alg, kid: 'odd', typ: 'at+jwt' }, claims()))).toBe('no usable key');
    }
    expect(await verify(await sign(key, claims()))).toMatchObject({ subject: 'ann' });
    issuer.documents.set(keysPath, published);
  });

  it('signed with a secret that the issuer published as a key', async () => {
    const published = issuer.documents.get(keysPath);
    const secret = Buffer.alloc(32, 7);
    issuer.documents.set(keysPath, { keys: [{ kty: 'oct', k: secret.toString('base64url'), kid: 'oct' }] });
    const signed = `${base64({ alg: 'HS256', kid: 'oct' })}.${base64(claims())}`;
    const token = `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
    expect(await verify(token)).toBe('algorithm');
    issuer.documents.set(keysPath, published);
  });
});
