import type { FlattenedJWSInput } from 'jose';
import { issuerKeys } from '../../../lib/gateway/issuerKeys.ts';
import { metadataUrls } from '../../../lib/gateway/issuerMetadata.ts';
import { IssuerUnavailable } from '../../../lib/gateway/issuerUnavailable.ts';
import { limits } from '../../../lib/limits.ts';
import {
  keysPath,
  metadataPath,
  type SigningKey,
  signingKey,
  startIssuer,
  type TestIssuer,
} from '../../doubles/issuer.ts';

let issuer: TestIssuer;
let keys: readonly [SigningKey, SigningKey];
let clock: number;

beforeAll(async () => {
  keys = [await signingKey('one', 'ES256'), await signingKey('two', 'ES256')];
});
beforeEach(async () => {
  issuer = await startIssuer();
  issuer.publish(keys[0]);
  clock = 0;
});
afterEach(() => issuer.close());

function open({ jwksUri = null as string | null } = {}) {
  const find = issuerKeys({ issuer: issuer.url, jwksUri, now: () => clock });
  return (kid: string) => find({ alg: 'ES256', kid }, {} as FlattenedJWSInput);
}

const readings = () => issuer.asked.filter(path => path === keysPath).length;
const unknown = { code: 'ERR_JWKS_NO_MATCHING_KEY' };

describe('the keys of an issuer', () => {
  it('are found by its metadata and read once', async () => {
    const find = open();
    await Promise.all([find('one'), find('one'), find('one')]);
    clock = limits.issuerKeysMilliseconds.value - 1;
    await find('one');
    expect(issuer.asked).toEqual([metadataPath, keysPath]);
  });

  it('are read where they are said to be', async () => {
    await open({ jwksUri: issuer.url + keysPath })('one');
    expect(issuer.asked).toEqual([keysPath]);
  });

  it('are read again after a while, and keys that are gone are', async () => {
    const find = open();
    await find('one');
    issuer.publish(keys[1]);
    clock = limits.issuerKeysMilliseconds.value;
    await expect(find('one')).rejects.toMatchObject(unknown);
    await find('two');
    expect(readings()).toBe(2);
  });

  it('are read again for one that is not known, no more often than the limit says', async () => {
    const find = open();
    await find('one');
    issuer.publish(keys[1]);
    clock = limits.issuerCooldownMilliseconds.value - 1;
    for (let i = 0; i < 20; i++) await expect(find('two')).rejects.toMatchObject(unknown);
    expect(readings()).toBe(1);
    clock++;
    await find('two');
    for (let i = 0; i < 20; i++) await expect(find(`no-${i}`)).rejects.toMatchObject(unknown);
    expect(readings()).toBe(2);
  });

  it('go on to be used where the issuer does not answer, for a while', async () => {
    const find = open();
    await find('one');
    issuer.documents.set(keysPath, { status: 500 });
    clock = limits.issuerKeysMilliseconds.value;
    await find('one');
    await expect(find('two')).rejects.toMatchObject(unknown);
    clock = limits.issuerStaleMilliseconds.value;
    await expect(find('one')).rejects.toBeInstanceOf(IssuerUnavailable);
    issuer.publish(keys[1]);
    clock += limits.issuerRetryMilliseconds.value;
    await find('two');
  });

  it('that are old are waited for by one request alone, and seldom, where the issuer stands still', async () => {
    const find = open();
    await find('one');
    clock = limits.issuerKeysMilliseconds.value;
    issuer.documents.set(keysPath, { status: 200, silent: true });
    let isOver = false;
    const first = Promise.resolve(find('one')).finally(() => {
      isOver = true;
    });
    await find('one');
    await expect(find('one')).resolves.toBeDefined();
    expect(isOver).toBe(false);
    await issuer.close();
    await first;
    const asked = issuer.asked.length;
    clock += limits.issuerCooldownMilliseconds.value - 1;
    await find('one');
    expect(issuer.asked).toHaveLength(asked);
  });

  it('are not asked for again at once where the issuer does not answer', async () => {
    issuer.documents.set(metadataPath, { status: 503 });
    const find = open();
    const refused = async () => await expect(find('one')).rejects.toBeInstanceOf(IssuerUnavailable);
    for (let i = 0; i < 10; i++) await refused();
    const asked = issuer.asked.length;
    // Each of the places where metadata can be, once.
    expect(asked).toBe(metadataUrls(issuer.url).length);
    clock = limits.issuerRetryMilliseconds.value - 1;
    await refused();
    expect(issuer.asked).toHaveLength(asked);
    issuer.documents.set(metadataPath, { issuer: issuer.url, jwks_uri: issuer.url + keysPath });
    clock++;
    await find('one');
  });
});

describe('metadata', () => {
  it('is looked for as RFC 8414 and OpenID Connect Discovery have it', () => {
    const places = (url: string) => metadataUrls(url).map(({ href }) => href);
    expect(places('https://id.example/realms/mail')).toEqual([
      'https://id.example/realms/mail/.well-known/openid-configuration',
      'https://id.example/.well-known/oauth-authorization-server/realms/mail',
      'https://id.example/.well-known/openid-configuration/realms/mail',
    ]);
    for (const url of ['https://id.example', 'https://id.example/']) {
      expect(places(url)).toEqual([
        'https://id.example/.well-known/openid-configuration',
        'https://id.example/.well-known/oauth-authorization-server',
      ]);
    }
  });

  it('of RFC 8414 alone does', async () => {
    const metadata = issuer.documents.get(metadataPath);
    issuer.documents.delete(metadataPath);
    issuer.documents.set('/.well-known/oauth-authorization-server', metadata);
    await open()('one');
  });

  const bad: [string, (url: string) => unknown][] = [
    ['that speaks for another issuer', url => ({ issuer: 'https://id.example', jwks_uri: url + keysPath })],
    ['that speaks for nearly the same issuer', url => ({ issuer: `${url}/`, jwks_uri: url + keysPath })],
    ['that speaks for nobody', url => ({ jwks_uri: url + keysPath })],
    ['without keys', url => ({ issuer: url })],
    ['whose keys are at no URL', url => ({ issuer: url, jwks_uri: '/keys' })],
    ['whose keys are a file', url => ({ issuer: url, jwks_uri: 'file:///etc/passwd' })],
    ['whose keys are elsewhere without TLS', url => ({ issuer: url, jwks_uri: 'http://id.example/keys' })],
    ['whose keys are behind a password', url => ({ issuer: url, jwks_uri: url.replace('//', '//a:b@') + keysPath })],
    ['that is a list', () => []],
    ['that is nothing', () => null],
    ['that is a redirect', url => ({ status: 302, headers: { location: url + keysPath } })],
    ['that does not end', () => ({ status: 200, endless: ' '.repeat(65_536) })],
  ];
  it.each(bad)('%s does not', async (_, document) => {
    issuer.documents.set(metadataPath, document(issuer.url));
    await expect(open()('one')).rejects.toBeInstanceOf(IssuerUnavailable);
    expect(readings()).toBe(0);
  });
});

describe('a list of keys', () => {
  const bad: [string, unknown][] = [
    ['that is none', {}],
    ['that is a text', { keys: 'x' }],
    ['of texts', { keys: ['x'] }],
    ['that is too long', { keys: Array.from({ length: limits.issuerKeys.value + 1 }, () => ({ kty: 'EC' })) }],
    ['that is a redirect', { status: 307, headers: { location: '/elsewhere' } }],
    ['that does not end', { status: 200, endless: ' '.repeat(65_536) }],
  ];
  it.each(bad)('%s is not used', async (_, document) => {
    issuer.documents.set('/elsewhere', { keys: [keys[0].jwk] });
    issuer.documents.set(keysPath, document);
    await expect(open()('one')).rejects.toBeInstanceOf(IssuerUnavailable);
    expect(issuer.asked).not.toContain('/elsewhere');
  });

  it('that does not come, or not to its end, is not waited for', async () => {
    issuer.documents.set(keysPath, { status: 200, silent: true });
    issuer.documents.set('/stalled', { status: 200, stalled: true });
    const stalled = open({ jwksUri: `${issuer.url}/stalled` });
    for (const asked of await Promise.allSettled([open()('one'), stalled('one')])) {
      expect(asked).toMatchObject({ status: 'rejected', reason: { name: 'IssuerUnavailable' } });
    }
  });

  it('is not to be had where nobody listens', async () => {
    await expect(open({ jwksUri: 'http://127.0.0.1:9/keys' })('one')).rejects.toBeInstanceOf(IssuerUnavailable);
  });
});
