import { isLoopback } from '../../../lib/cli/isLoopback.ts';

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.8.0.1', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['127.evil.example', false],
  ['192.168.1.2', false],
  ['', false],
])('%s is loopback: %s', (host, loopback) => {
  expect(isLoopback(host)).toBe(loopback);
});
