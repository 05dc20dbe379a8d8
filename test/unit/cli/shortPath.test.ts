import { shortPath } from '../../../lib/cli/shortPath.ts';

test.each([
  ['/home/ann/.mailglob', '.mailglob'],
  ['/home/ann/mail/archive', 'mail/archive'],
  ['/home/ann', '.'],
  ['/home/ann/..odd', '..odd'],
  ['/home/anna', '/home/anna'],
  ['/home', '/home'],
  ['/srv/mail', '/srv/mail'],
])('%s is %s in /home/ann', (path, shown) => {
  expect(shortPath(path, '/home/ann')).toBe(shown);
});
