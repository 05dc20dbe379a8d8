import { PassThrough } from 'node:stream';
import { createMcpServer } from '../../../lib/gateway/mcpServer.ts';
import { serveStandardStreams } from '../../../lib/local/stdio.ts';
import { tools } from '../../../lib/tools/tools.ts';
import { malformed } from '../../doubles/malformedParams.ts';
import { everyone, type LoggedService, sampleService } from '../../doubles/toolService.ts';

interface Reply {
  readonly id: unknown;
  readonly error?: { readonly code: number; readonly message: string };
  readonly result?: { readonly content?: readonly { readonly text: string }[]; readonly [key: string]: unknown };
}

const rpc = (id: number, method: string, params?: unknown) => JSON.stringify({ jsonrpc: '2.0', id, method, params });
const call = (id: number, args: unknown) => rpc(id, 'tools/call', { name: 'searchAttachments', arguments: args });
const initialize = rpc(0, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
});

/** Writes pieces as they are, ends the input, and gives every line that came back until serving ended. */
async function exchange(pieces: readonly (string | Uint8Array)[], service?: LoggedService): Promise<Reply[]> {
  const serviced = service ?? (await sampleService());
  const input = new PassThrough();
  const output = new PassThrough();
  let id = 0;
  const served = serveStandardStreams({
    createServer: () => createMcpServer(serviced, everyone, () => `r${++id}`),
    input,
    output,
  });
  for (const piece of pieces) {
    input.write(piece);
    await new Promise(resolve => setImmediate(resolve));
  }
  input.end();
  await served;
  output.end();
  const text = (await output.toArray()).join('');
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Reply);
}

const line = (...messages: readonly string[]) => messages.map(message => `${message}\n`).join('');
const byId = (replies: readonly Reply[], id: unknown) => replies.find(reply => reply.id === id);

describe('tools over two streams', () => {
  it('answers what was asked before the input ended', async () => {
    const replies = await exchange([line(initialize, rpc(1, 'tools/list'), call(2, { pattern: 'rxd*' }))]);
    expect(byId(replies, 0)?.result).toMatchObject({ protocolVersion: '2025-06-18', serverInfo: { name: 'mailglob' } });
    expect(byId(replies, 1)?.result).toMatchObject({ tools: [...tools.keys()].map(name => ({ name })) });
    expect(byId(replies, 2)?.result?.content?.[0]?.text).toMatch(/RXD2_SCH/);
  });

  it('speaks 2026-07-28 where the client does, and has nothing to listen to', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const replies = await exchange([
      line(
        rpc(1, 'server/discover', { _meta }),
        rpc(2, 'tools/call', { _meta, name: 'searchAttachments', arguments: { pattern: 'rxd*' } }),
        rpc(3, 'subscriptions/listen', { _meta, notifications: { toolsListChanged: true } }),
      ),
    ]);
    expect(byId(replies, 1)?.result?.supportedVersions).toContain('2026-07-28');
    expect(byId(replies, 2)?.result?.content?.[0]?.text).toMatch(/RXD2_SCH/);
    expect(byId(replies, 3)?.error).toBeDefined();
  });

  it('takes lines in any pieces, with CR and blank lines between', async () => {
    const bytes = new TextEncoder().encode(`${initialize}\r\n\n${call(1, { pattern: 'größe 😀*' })}\n`);
    const replies = await exchange([...bytes].map(byte => new Uint8Array([byte])));
    expect(byId(replies, 1)?.result?.content?.[0]?.text).toMatch(/"returned":0/);
  });

  it('answers a line that is no message, and goes on', async () => {
    const replies = await exchange([
      line(initialize, '{', '[]', '[1', '3', '{"jsonrpc":"2.0"}', `${'['.repeat(70)}${']'.repeat(70)}`, rpc(1, 'ping')),
    ]);
    expect(replies.filter(reply => reply.id === null).map(reply => reply.error?.code)).toEqual([
      -32700, -32600, -32700, -32600, -32600, -32600,
    ]);
    expect(byId(replies, 1)?.result).toEqual({});
  });

  it.each(malformed)('answers %s in a plain sentence under its id', async (_, method, params) => {
    const replies = await exchange([line(initialize, rpc(1, method, params), rpc(2, 'ping'))]);
    expect(byId(replies, 1)?.error).toEqual({
      code: -32602,
      message: expect.stringMatching(/^Invalid params: [^\n[\]{}"]+$/),
    });
    expect(byId(replies, 2)?.result).toEqual({});
  });

  it('answers a message that is none under the id that it has', async () => {
    const replies = await exchange([line(initialize, '{"jsonrpc":"2.0","id":7}', '{"jsonrpc":"1.0","id":"x"}')]);
    expect(replies.slice(0, 2)).toMatchObject([
      { id: 7, error: { code: -32600 } },
      { id: 'x', error: { code: -32600 } },
    ]);
  });

  it('passes over a line that is too long, and goes on', async () => {
    const piece = 'x'.repeat(64 * 1024);
    const replies = await exchange([
      line(initialize),
      ...Array.from({ length: 40 }, () => piece),
      `\n${rpc(1, 'ping')}\n`,
    ]);
    expect(replies.filter(reply => reply.id === null).map(reply => reply.error?.code)).toEqual([-32600]);
    expect(byId(replies, 1)?.result).toEqual({});
  });

  it('refuses an argument that only an own key shows', async () => {
    const sent = JSON.parse('{"pattern":"*","__proto__":{"limit":1}}') as unknown;
    const replies = await exchange([line(initialize, call(1, sent))]);
    expect(byId(replies, 1)?.result?.content?.[0]?.text).toMatch(/^mailglob error 51002/);
  });

  it('ends without an answer to what was cancelled', async () => {
    const service = await sampleService({ servedAccounts: () => new Promise(() => {}) });
    const cancel = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    const replies = await exchange([line(initialize), line(call(1, { pattern: '*' })), line(cancel)], service);
    expect(replies.map(reply => reply.id)).toEqual([0]);
  });

  it('ends on a signal though the input stays open', async () => {
    const service = await sampleService();
    const stop = new AbortController();
    const streams = { input: new PassThrough(), output: new PassThrough() };
    const served = serveStandardStreams(
      { createServer: () => createMcpServer(service, everyone, () => 'r'), ...streams },
      stop.signal,
    );
    streams.input.write(line(initialize));
    await new Promise(resolve => streams.output.once('data', resolve));
    stop.abort();
    await served;
    expect(streams.input.readableEnded).toBe(false);
  });

  it('gives every call an id of its own in the log', async () => {
    const service = await sampleService();
    await exchange([line(initialize, call(1, { pattern: '*' }), call(2, { pattern: '*' }))], service);
    expect(service.entries.map(entry => entry.requestId).toSorted()).toEqual(['r1', 'r2']);
  });
});
