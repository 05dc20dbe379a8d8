import { type AllowedHosts, checkHosts, loopbackHosts } from '../../../lib/gateway/hosts.ts';

const statusOf = (allowed: AllowedHosts, host: string | null, origin?: string): number => {
  const headers = new Headers();
  if (host !== null) headers.set('host', host);
  if (origin !== undefined) headers.set('origin', origin);
  return checkHosts(new Request('http://localhost/mcp', { headers }), allowed)?.status ?? 200;
};

describe('checkHosts', () => {
  it.each(['localhost', 'localhost:3000', 'LOCALHOST:1', '127.0.0.1', '127.0.0.1:65535', '[::1]', '[::1]:3000'])(
    'serves %s locally',
    host => {
      expect(statusOf(loopbackHosts, host)).toBe(200);
    },
  );

  it.each([
    null,
    '',
    'evil.example',
    'localhost.evil.example',
    'evil.example:3000',
    'localhost:x',
    'localhost:',
    'localhost:123456',
    'a@localhost',
    'localhost/x',
    'localhost:3000 ',
    '127.0.0.2',
    '0.0.0.0',
    '[::2]',
    '[::1',
    'localhost,evil.example',
  ])('refuses %j locally', host => {
    // A blank at the end is cut by Headers, as it is by servers.
    expect(statusOf(loopbackHosts, host)).toBe(host === 'localhost:3000 ' ? 200 : 403);
  });

  it.each([
    ['http://localhost:6274', 200],
    ['https://127.0.0.1', 200],
    ['http://[::1]:8080', 200],
    ['http://evil.example', 403],
    ['http://localhost.evil.example', 403],
    ['http://localhost@evil.example', 403],
    ['null', 403],
    ['', 403],
    ['file://', 403],
    ['chrome-extension://localhost', 403],
    ['localhost', 403],
  ])('with origin %j answers %d locally', (origin, status) => {
    expect(statusOf(loopbackHosts, 'localhost:3000', origin)).toBe(status);
  });

  it('holds a name with a port to that port', () => {
    const allowed = ['mail.example:8443', 'archive.example'];
    expect(statusOf(allowed, 'mail.example:8443')).toBe(200);
    expect(statusOf(allowed, 'mail.example:80')).toBe(403);
    expect(statusOf(allowed, 'mail.example')).toBe(403);
    expect(statusOf(allowed, 'archive.example:80', 'https://archive.example')).toBe(200);
    expect(statusOf(allowed, 'archive.example', 'http://localhost')).toBe(403);
  });

  it('lets pages of other origins call where they are named, by the host that is served alone', () => {
    const statusWith = (host: string, origin: string) => {
      const request = new Request('http://localhost/mcp', { headers: { host, origin } });
      return checkHosts(request, loopbackHosts, ['https://app.example.com'])?.status ?? 200;
    };
    expect(statusWith('localhost', 'https://app.example.com')).toBe(200);
    expect(statusWith('app.example.com', 'https://app.example.com')).toBe(403);
    expect(statusWith('localhost', 'https://app.example')).toBe(403);
  });

  it('takes any host where told so, and pages of that host alone', () => {
    expect(statusOf('*', 'anything.example:1')).toBe(200);
    expect(statusOf('*', 'a.example:1', 'http://a.example:1')).toBe(200);
    expect(statusOf('*', 'a.example:1', 'http://b.example:1')).toBe(403);
    expect(statusOf('*', null, 'null')).toBe(403);
  });
});
