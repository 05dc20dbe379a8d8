import { isTrustworthy } from '../../../lib/gateway/fetchJson.ts';

const trusted = (url: string, asked?: string) =>
  isTrustworthy(new URL(url), ...(asked === undefined ? [] : [new URL(asked)]));

it.each([
  'https://id.example/keys',
  'https://id.example:8443/keys',
  'http://localhost:8080/keys',
  'http://127.0.0.1/keys',
  'http://[::1]:1/keys',
  'https://localhost/keys',
])('asks %s', url => {
  expect(trusted(url)).toBe(true);
});

it.each([
  'http://id.example/keys',
  'http://localhost.evil.example/keys',
  'http://127.evil.example/keys',
  'http://10.0.0.1/keys',
  'http://169.254.169.254/latest',
  'https://user@id.example/keys',
  'ftp://localhost/keys',
  'file:///etc/passwd',
  'data:application/json,{}',
])('does not ask %s', url => {
  expect(trusted(url)).toBe(false);
});

it('is not led to this machine by another', () => {
  expect(trusted('https://127.0.0.1/keys', 'https://id.example')).toBe(false);
  expect(trusted('http://localhost/keys', 'https://id.example')).toBe(false);
  expect(trusted('http://localhost/keys', 'http://127.0.0.1:1')).toBe(true);
  expect(trusted('https://keys.example/keys', 'http://127.0.0.1:1')).toBe(true);
});
