import { credentialOf, presentsApiKey } from '../../../lib/gateway/credentials.ts';

const request = (...headers: [string, string][]) => new Request('http://localhost/mcp?key=mg_a', { headers });
const token = (text: string) => ({ kind: 'token', token: text });

describe('credentialOf', () => {
  it('reads the bearer token, or x-api-key', () => {
    expect(credentialOf(request(['authorization', 'Bearer mg_a']))).toEqual(token('mg_a'));
    expect(credentialOf(request(['authorization', 'bearer  a.b-c~d+/e==']))).toEqual(token('a.b-c~d+/e=='));
    expect(credentialOf(request(['X-Api-Key', ' mg_a ']))).toEqual(token('mg_a'));
    expect(credentialOf(request(['x-api-key', 'mg_a'], ['authorization', 'Bearer mg_a']))).toEqual(token('mg_a'));
  });

  it('finds none in the URL or elsewhere', () => {
    expect(credentialOf(request(['cookie', 'authorization=Bearer mg_a']))).toEqual({ kind: 'none' });
  });

  it.each<[string, [string, string][]]>([
    ['no token', [['authorization', 'Bearer']]],
    ['nothing', [['authorization', '']]],
    ['nothing as a key', [['x-api-key', '']]],
    ['another scheme', [['authorization', 'Basic mg_a']]],
    ['no scheme', [['authorization', 'mg_a']]],
    ['a scheme in x-api-key', [['x-api-key', 'Bearer mg_a']]],
    ['two tokens', [['authorization', 'Bearer mg_a, Bearer mg_a']]],
    [
      'two headers',
      [
        ['authorization', 'Bearer mg_a'],
        ['authorization', 'Bearer mg_b'],
      ],
    ],
    [
      'two keys',
      [
        ['x-api-key', 'mg_a'],
        ['x-api-key', 'mg_b'],
      ],
    ],
    [
      'two that differ',
      [
        ['authorization', 'Bearer mg_a'],
        ['x-api-key', 'mg_b'],
      ],
    ],
    [
      'a good and a bad one',
      [
        ['authorization', 'Basic mg_a'],
        ['x-api-key', 'mg_a'],
      ],
    ],
  ])('takes %s for malformed', (_, headers) => {
    expect(credentialOf(request(...headers))).toEqual({ kind: 'malformed' });
  });
});

describe('presentsApiKey', () => {
  it('tells keys, good and bad, from tokens and from nothing', () => {
    expect(presentsApiKey(request(['authorization', 'Bearer mg_x']))).toBe(true);
    expect(presentsApiKey(request(['x-api-key', 'e30.e30.e30']))).toBe(true);
    expect(presentsApiKey(request(['x-api-key', 'mg_x'], ['authorization', 'Bearer e30.e30.e30']))).toBe(true);
    expect(presentsApiKey(request(['authorization', 'Bearer e30.e30.e30']))).toBe(false);
    expect(presentsApiKey(request(['authorization', 'Bearer MG_x']))).toBe(false);
    expect(presentsApiKey(request())).toBe(false);
  });
});
