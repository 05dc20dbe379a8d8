// Attempts to get in without a key or a token that is good.

import { createHmac, KeyObject, sign as signBytes } from 'node:crypto';
import { exportSPKI, importJWK, type JWTPayload, type CryptoKey as Key, UnsecuredJWT } from 'jose';
import { makeApiKey } from '../../../lib/gateway/apiKeyText.ts';
import { sign, signingKey } from '../../doubles/issuer.ts';
import { type Attack, attack } from './attack.ts';
import type { Answer, Victim } from './victim.ts';

const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
const now = () => Math.floor(Date.now() / 1000);

const claims = ({ issuer, url }: Victim, more: Readonly<Record<string, unknown>> = {}): JWTPayload => ({
  ...{ iss: issuer.url, aud: url, sub: 'ann', client_id: 'c', scope: 'read', iat: now() - 10, exp: now() + 300 },
  ...more,
});

const bearer = ({ post }: Victim, token: string): Promise<Answer> => post(list, [['authorization', `Bearer ${token}`]]);

const token = (
  what: string,
  make: (victim: Victim) => Promise<string> | string,
  statuses: number | readonly number[] = 401,
): Attack => attack(`a token ${what}`, statuses, async victim => bearer(victim, await make(victim)));

const signed = (what: string, more: Readonly<Record<string, unknown>>, header: Record<string, unknown> = {}): Attack =>
  token(what, victim => sign(victim.signing, claims(victim, more), header));

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

async function signedWithPublicKey(victim: Victim): Promise<string> {
  const pem = await exportSPKI((await importJWK(victim.signing.jwk, 'RS256', { extractable: true })) as Key);
  const text = `${base64({ alg: 'HS256', typ: 'at+jwt', kid: 'provider' })}.${base64(claims(victim))}`;
  return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`;
}

/** With the good key, whatever the header says besides: what a library refuses to make. */
function withHeader(victim: Victim, more: Readonly<Record<string, unknown>>): string {
  const header = { alg: 'RS256', typ: 'at+jwt', kid: 'provider', ...more };
  const text = `${base64(header)}.${base64(claims(victim))}`;
  return `${text}.${signBytes('sha256', Buffer.from(text), KeyObject.from(victim.signing.privateKey)).toString('base64url')}`;
}

async function changed(victim: Victim): Promise<string> {
  const [head, , signature] = (await sign(victim.signing, claims(victim))).split('.');
  return `${head}.${base64(claims(victim, { sub: 'root', scope: 'read admin' }))}.${signature}`;
}

export const tokens: readonly Attack[] = [
  token('without signature (alg none)', victim => new UnsecuredJWT(claims(victim)).encode()),
  token('whose HS256 secret is the public key', signedWithPublicKey),
  token('whose claims were changed after it was signed', changed),
  token('of another key under the known name', async victim => sign(await signingKey('provider'), claims(victim))),
  token('of a key that nobody published', async victim => sign(await signingKey('other'), claims(victim))),
  token('that brings its own key', async victim => {
    const own = await signingKey('own');
    return sign(own, claims(victim), { jwk: own.jwk });
  }),
  token('that says where its keys lie', async victim => {
    const own = await signingKey('own');
    return sign(own, claims(victim), { jku: `${victim.issuer.url}/others` });
  }),
  token('with a path as key name', async victim => sign(await signingKey('../../dev/null'), claims(victim))),
  signed('that has expired', { exp: now() - 60 }),
  signed('that is not good yet', { nbf: now() + 600 }),
  signed('that never expires', { exp: undefined }),
  signed('for another audience', { aud: 'https://other.example/mcp' }),
  signed('for an audience that begins like this one', { aud: 'http://127.0.0.1' }),
  signed('without audience', { aud: undefined }),
  signed('of another issuer', { iss: 'https://id.example' }),
  signed('about nobody', { sub: undefined }),
  signed('of another type', {}, { typ: 'logout+jwt' }),
  // RFC 7515, section 4.1.11: who does not know what `crit` names refuses.
  token('with a header that must be understood', victim => withHeader(victim, { crit: ['x'], x: 1 })),
  token('whose type is a list', victim => withHeader(victim, { typ: ['at+jwt'] })),
  token('whose key name is an object', victim => withHeader(victim, { kid: { toString: 'provider' } })),
  signed('whose expiry is a text', { exp: String(now() + 300) }),
  signed('bound to a key of its client', { cnf: { jkt: 'x' } }),
  signed('of ten thousand characters', { x: 'x'.repeat(10_000) }),
  token('of a subject that is granted nothing', victim => sign(victim.signing, claims(victim, { sub: 'eve' })), 403),
  token('of a subject named __proto__', victim => sign(victim.signing, claims(victim, { sub: '__proto__' })), 403),
  token('without the scope to read', victim => sign(victim.signing, claims(victim, { scope: 'admin' })), 403),
  token('of three empty parts', () => '..'),
];

export const keys: readonly Attack[] = [
  attack('no key at all', 401, ({ post }) => post(list)),
  attack('a guessed key of the right form', 401, victim => bearer(victim, makeApiKey())),
  attack('a key with its last character changed', 401, victim => bearer(victim, victim.mistypedKey)),
  attack('the beginning of a good key', 401, victim => bearer(victim, victim.key.slice(0, 40))),
  attack('a good key and more', 401, victim => bearer(victim, `${victim.key}0`)),
  attack('a key that was revoked', 401, victim => bearer(victim, victim.revokedKey)),
  attack('the digest of a key in its place', 401, victim => bearer(victim, 'd'.repeat(64))),
  attack('a key of a hundred thousand characters', [401, 431, 0], victim => bearer(victim, 'k'.repeat(100_000))),
  attack('a good key as password (Basic)', 401, ({ post, key }) =>
    post(list, [['authorization', `Basic ${Buffer.from(`me:${key}`).toString('base64')}`]]),
  ),
  attack('a good key in the URL', 401, ({ post, key, url }) =>
    post(list, [], `${new URL(url).pathname}?api_key=${key}&x-api-key=${key}`),
  ),
  attack('a good key in a cookie', 401, ({ post, key }) => post(list, [['cookie', `x-api-key=${key}`]])),
  attack('two keys that differ in two headers', 401, ({ post, key }) =>
    post(list, [
      ['authorization', `Bearer ${key}`],
      ['x-api-key', makeApiKey()],
    ]),
  ),
  attack('two lines of Authorization', [400, 401], ({ post, key }) =>
    post(list, [
      ['authorization', `Bearer ${key}`],
      ['authorization', `Bearer ${makeApiKey()}`],
    ]),
  ),
  attack('headers that claim who calls', 401, ({ post }) =>
    post(list, [
      ['x-forwarded-user', 'root'],
      ['x-amzn-oidc-identity', 'root'],
      ['x-mailglob-caller', 'root'],
    ]),
  ),
];
