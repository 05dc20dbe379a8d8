// Attempts that are in the form of a request: smuggled, oversized, slow, foreign.

import { gzipSync } from 'node:zlib';
import { type Attack, attack } from './attack.ts';
import type { Victim } from './victim.ts';

const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
const mebibyte = 1024 * 1024;

const allowed = ({ key }: Victim): [string, string] => ['authorization', `Bearer ${key}`];

/** A request of raw bytes that may read. */
const lines = ({ url, key }: Victim, ...more: readonly string[]): string =>
  [
    `POST /mcp HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `Authorization: Bearer ${key}`,
    'Connection: close',
    ...more,
  ].join('\r\n');

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const withArguments = (json: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"searchAttachments","arguments":${json}}}`;

export const requests: readonly Attack[] = [
  attack('a body over a megabyte', [413, 0], victim => victim.post('x'.repeat(mebibyte + 1), [allowed(victim)])),
  attack('a body of endless chunks', [413, 408, 0], victim =>
    victim.raw(
      `${lines(victim, 'Content-Type: application/json', 'Transfer-Encoding: chunked', '', '')}${`10000\r\n${'x'.repeat(65_536)}\r\n`.repeat(40)}`,
    ),
  ),
  attack('JSON of a hundred thousand levels', 400, victim =>
    victim.post(withArguments(nested(100_000)), [allowed(victim)]),
  ),
  attack('JSON of two hundred thousand values', 400, victim =>
    victim.post(withArguments(`[${'1,'.repeat(200_000)}1]`), [allowed(victim)]),
  ),
  attack('a batch of a thousand calls', 400, victim =>
    victim.post(`[${Array.from({ length: 1_000 }, () => list).join(',')}]`, [allowed(victim)]),
  ),
  attack('a body that is not JSON', 400, victim => victim.post('{"jsonrpc":', [allowed(victim)])),
  attack('a body that is not UTF-8', 400, victim =>
    victim.post(Buffer.from([0x22, 0xff, 0xfe, 0x22]), [allowed(victim)]),
  ),
  attack('a gzip bomb', 415, victim =>
    victim.post(gzipSync(Buffer.alloc(20 * mebibyte)), [allowed(victim), ['content-encoding', 'gzip']]),
  ),
  attack('a form in place of JSON', 415, victim =>
    victim.post('a=b', [allowed(victim), ['content-type', 'application/x-www-form-urlencoded']]),
  ),
  attack('text/plain, which pages may send anywhere', 415, victim =>
    victim.post(list, [allowed(victim), ['content-type', 'text/plain']]),
  ),
  attack('the origin of a foreign page', 403, victim =>
    victim.post(list, [allowed(victim), ['origin', 'https://evil.example']]),
  ),
  attack('the origin null', 403, victim => victim.post(list, [allowed(victim), ['origin', 'null']])),
  attack('a foreign Host (DNS rebinding)', 403, victim =>
    victim.post(list, [allowed(victim), ['host', 'evil.example']]),
  ),
  attack('a Host that begins like this one', 403, victim =>
    victim.post(list, [allowed(victim), ['host', '127.0.0.1.evil.example']]),
  ),
  attack('a foreign X-Forwarded-Host beside a foreign Host', 403, victim =>
    victim.post(list, [allowed(victim), ['host', 'evil.example'], ['x-forwarded-host', new URL(victim.url).host]]),
  ),
  attack('two Hosts', [400, 403], victim =>
    victim.raw(lines(victim, 'Host: evil.example', 'Content-Length: 0', '', '')),
  ),
  attack('a length and chunks at once (smuggling)', [400, 0], victim =>
    victim.raw(
      lines(victim, 'Content-Length: 6', 'Transfer-Encoding: chunked', '', '0\r\n\r\nGET /admin HTTP/1.1\r\n\r\n'),
    ),
  ),
  attack('a key in a trailer', 401, victim =>
    victim.raw(
      lines(victim, 'Content-Type: application/json', 'Transfer-Encoding: chunked', '', '')
        .replace(/Authorization: .*\r\n/, '')
        .concat(`${list.length.toString(16)}\r\n${list}\r\n0\r\nAuthorization: Bearer ${victim.key}\r\n\r\n`),
    ),
  ),
  attack('two lengths', [400, 0], victim =>
    victim.raw(lines(victim, 'Content-Length: 5', 'Content-Length: 50', '', 'hello')),
  ),
  attack('a negative length', [400, 0], victim => victim.raw(lines(victim, 'Content-Length: -1', '', ''))),
  attack('a header line that is folded', [400, 0], victim =>
    victim.raw(lines(victim, 'X-A: b', ' X-B: c', 'Content-Length: 0', '', '')),
  ),
  attack('a line feed in a header', [400, 0], victim =>
    victim.raw(lines(victim, 'X-A: b\nAuthorization: Bearer x', 'Content-Length: 0', '', '')),
  ),
  attack('headers of a hundred kilobytes', [431, 0], victim =>
    victim.raw(lines(victim, `X-A: ${'a'.repeat(100_000)}`, 'Content-Length: 0', '', '')),
  ),
  attack('ten thousand header lines', [431, 400, 0], victim =>
    victim.raw(lines(victim, ...Array.from({ length: 10_000 }, (_, i) => `X-${i}: b`), 'Content-Length: 0', '', '')),
  ),
  attack('a method of a file system', [405, 400], victim =>
    victim.raw(lines(victim, '', '').replace('POST', 'PROPFIND')),
  ),
  attack('TRACE, which would echo a key', 405, victim => victim.raw(lines(victim, '', '').replace('POST', 'TRACE'))),
  attack('GET, which would hold a stream open', 405, victim =>
    victim.raw(lines(victim, '', '').replace('POST', 'GET')),
  ),
  attack('a path that climbs', [404, 400], victim =>
    victim.raw(lines(victim, 'Content-Length: 0', '', '').replace('/mcp', '/mcp/../../etc/passwd')),
  ),
  attack('a path of another tool', 404, victim => victim.post(list, [allowed(victim)], '/admin')),
  attack('a URL of another host as path', [403, 404, 400], victim =>
    victim.raw(lines(victim, 'Content-Length: 0', '', '').replace('/mcp', 'http://169.254.169.254/latest/meta-data')),
  ),
  attack('TLS to a port that speaks none', [400, 0], victim => victim.raw('\u0016\u0003\u0001\u0002\0\u0001\0\u0001')),
  attack('ten thousand requests down one connection', 401, victim => {
    const { host } = new URL(victim.url);
    const one = (...more: readonly string[]) => ['POST /mcp HTTP/1.1', `Host: ${host}`, ...more, '', ''].join('\r\n');
    return victim.raw(one('Content-Length: 0').repeat(9_999) + one('Content-Length: 0', 'Connection: close'));
  }),
  attack('HTTP/2 without asking', [400, 0], victim => victim.raw('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')),
];
