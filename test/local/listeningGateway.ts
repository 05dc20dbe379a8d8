// The whole of the local gateway, listening, with the ways that tests ask it. Each test file that imports it has its own.

import { connect, type Socket } from 'node:net';
import { noAuthentication } from '../../lib/gateway/authenticate.ts';
import { createGateway } from '../../lib/gateway/gateway.ts';
import { loopbackHosts } from '../../lib/gateway/hosts.ts';
import { type HttpServer, startHttpServer } from '../../lib/local/httpServer.ts';
import { tools as served } from '../../lib/tools/tools.ts';
import { type LoggedService, sampleService } from '../doubles/toolService.ts';

export let service: LoggedService;
export let server: HttpServer;

beforeAll(async () => {
  service = await sampleService();
  const handle = createGateway({
    ...service,
    path: '/mcp',
    allowedHosts: loopbackHosts,
    authenticate: noAuthentication,
  });
  server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    handle,
  });
});

afterAll(async () => {
  await server.close();
});

export const namedTools = [...served.keys()].map(name => ({ name }));
export const endpoint = () => `${server.origin}/mcp`;
export const json = { 'content-type': 'application/json' };

export const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(endpoint(), { method: 'POST', headers: { ...json, ...headers }, body });

export const rpc = (method: string, params?: unknown) => ({ jsonrpc: '2.0', id: 7, method, params });

/** A tools/call as a client of 2025-06-18 sends it. */
export const call = (args: unknown, name: unknown = 'searchAttachments') =>
  post(JSON.stringify(rpc('tools/call', { name, arguments: args })));

export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A request as a client of 2026-07-28 sends it. */
export const modern = (method: string, params: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  post(JSON.stringify(rpc(method, { ...params, _meta: modernMeta })), {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof params.name === 'string' ? { 'mcp-name': params.name } : {}),
    accept: 'application/json, text/event-stream',
    ...headers,
  });

export interface Reply {
  readonly result?: {
    readonly isError?: boolean;
    readonly content: readonly { readonly text: string }[];
    readonly structuredContent?: { readonly data: readonly { readonly filename: string }[] };
    readonly [key: string]: unknown;
  };
  readonly error?: { readonly code: number; readonly message: string };
  readonly id: unknown;
}
export const replyOf = async (response: Response) => (await response.json()) as Reply;
export const textOf = async (response: Response) => (await replyOf(response)).result?.content[0]?.text;

/** Sends bytes as they are and gives what comes back until the server closes. */
export function raw(...pieces: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(server.port, '127.0.0.1');
    let received = '';
    socket.on('data', chunk => {
      received += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(received));
    socket.on('error', error => (received === '' ? reject(error) : resolve(received)));
    for (const piece of pieces) socket.write(piece);
  });
}
