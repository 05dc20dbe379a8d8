// Requests of every era of the protocol, and bad ones, whose answers depend on no mail.

export interface RawRequest {
  readonly title: string;
  readonly body: string;
  readonly headers?: Record<string, string>;
}

const rpc = (method: string, params?: object) => JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });

/** As a client of 2026-07-28 sends it. */
const modern = (method: string, params: Readonly<Record<string, unknown>> = {}): RawRequest => ({
  title: `2026-07-28 ${method}`,
  body: rpc(method, {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  }),
  headers: {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof params.name === 'string' ? { 'mcp-name': params.name } : {}),
  },
});

const refusedCall = { name: 'searchAttachments', arguments: { pattern: '*', limit: 0 } };

export const rawRequests: readonly RawRequest[] = [
  ...['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'].map(protocolVersion => ({
    title: `initialize ${protocolVersion}`,
    body: rpc('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } }),
  })),
  { title: 'a list', body: rpc('tools/list'), headers: { 'mcp-protocol-version': '2025-06-18' } },
  { title: 'a notification', body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' },
  { title: 'a refused call', body: rpc('tools/call', refusedCall) },
  { title: 'a tool that is none', body: rpc('tools/call', { name: '__proto__' }) },
  { title: 'a method that is none', body: rpc('resources/list') },
  modern('server/discover'),
  modern('tools/list'),
  modern('tools/call', refusedCall),
  modern('resources/list'),
  modern('subscriptions/listen', { notifications: { toolsListChanged: true } }),
  {
    ...modern('tools/call', refusedCall),
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
  },
  { title: 'a batch', body: `[${rpc('ping')}]` },
  { title: 'broken JSON', body: '{' },
  { title: 'JSON that is too deep', body: '['.repeat(65) + ']'.repeat(65) },
  { title: 'text of another language', body: rpc('tools/call', { name: 'ü\u{1f600}' }) },
  { title: 'too much', body: rpc('ping').padEnd(1024 * 1024 + 1) },
  { title: 'what is not JSON', body: rpc('ping'), headers: { 'content-type': 'text/plain' } },
  { title: 'what is not a message', body: '{"a":1}' },
];
