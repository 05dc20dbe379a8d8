import { noAuthentication } from '../../../lib/gateway/authenticate.ts';
import { createGateway } from '../../../lib/gateway/gateway.ts';
import { malformed } from '../../doubles/malformedParams.ts';
import { sampleService } from '../../doubles/toolService.ts';

const handle = createGateway({
  ...(await sampleService()),
  path: '/mcp',
  allowedHosts: '*',
  authenticate: noAuthentication,
});

const answerTo = async (message: object, headers: Readonly<Record<string, string>> = {}) =>
  await handle(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    }),
  );

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

it.each([
  ['initialize without parameters', { method: 'initialize' }, {}],
  ['initialize with others', { method: 'initialize', params: { protocolVersion: 5 } }, {}],
  ['a list with a cursor that is no text', { method: 'tools/list', params: { cursor: 5 } }, {}],
  [
    'such a list in the later era',
    { method: 'tools/list', params: { cursor: 5, _meta: modern } },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
  ],
])('%s is answered without the schema that it is not of', async (_, message, headers) => {
  const answer = await answerTo({ id: 1, ...message }, headers);
  expect(await answer.json()).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32602, message: 'Invalid params: not those of the method' },
  });
});

it.each(malformed)('%s is -32602 in a plain sentence, in either era', async (_, method, params) => {
  const fields = typeof params === 'object' && !Array.isArray(params) ? (params as Record<string, unknown>) : null;
  const later = fields === null || '_meta' in fields ? params : { ...fields, _meta: modern };
  const name = typeof fields?.name === 'string' ? { 'mcp-name': fields.name } : {};
  const ways: [unknown, Record<string, string>][] = [
    [params, {}],
    [params, { 'mcp-protocol-version': '2025-06-18' }],
    [later, { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...name }],
  ];
  // The later era has no initialize.
  for (const [sent, headers] of method === 'initialize' ? ways.slice(0, 2) : ways) {
    const answer = await answerTo({ id: 1, method, params: sent }, headers);
    expect(await answer.json()).toMatchObject({
      id: 1,
      error: { code: -32602, message: expect.stringMatching(/^Invalid params: [^\n[\]{}"]+$/) },
    });
  }
});

it('an answer of a revision there is not is refused without its name', async () => {
  const answer = await answerTo({ id: 1, result: {} }, { 'mcp-protocol-version': 'zqxjkv' });
  expect(answer.status).toBe(400);
  const text = await answer.text();
  expect(text).toMatch(/Unsupported protocol version \(supported versions: /);
  expect(text).not.toContain('zqxjkv');
});

it.each(['clientCapabilities', 'clientInfo', 'logLevel', 'protocolVersion'])(
  'what is wrong with %s of the later era is told without what was sent, down to its names',
  async name => {
    const key = `io.modelcontextprotocol/${name}`;
    const wrong = [
      { experimental: { zqxjkv: 5 } },
      { extensions: { zqxjkv: 5 } },
      { zqxjkv: [] },
      ['zqxjkv'],
      'zqxjkv',
    ];
    const answers: string[] = [];
    for (const value of wrong) {
      const params = { _meta: { ...modern, [key]: value } };
      const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
      const answer = await answerTo({ id: 1, method: 'tools/list', params }, headers);
      const text = await answer.text();
      expect(text).not.toMatch(/zqxjkv|expected|[Ii]nvalid input/);
      if (answer.status !== 200) answers.push(text);
    }
    expect(answers.length).toBeGreaterThan(0);
  },
);
