import { withoutEcho } from '../../../lib/gateway/withoutEcho.ts';

const reply = (error: object, status = 400) => Response.json({ jsonrpc: '2.0', id: 7, error }, { status });

async function said(response: Response) {
  const after = await withoutEcho(response);
  const text = await after.text();
  return { status: after.status, type: after.headers.get('content-type'), ...JSON.parse(text) };
}

it.each([
  [
    { code: -32020, message: 'the header names zqxjkv', data: { mismatch: { header: 'zqxjkv', body: 'x' } } },
    { code: -32020, message: 'Bad Request: the headers and the body disagree' },
  ],
  [
    { code: -32022, message: 'Unsupported: zqxj kv', data: { supported: ['2026-07-28'], requested: 'zqxj kv' } },
    { code: -32022, message: 'Unsupported protocol version', data: { supported: ['2026-07-28'], requested: '?' } },
  ],
  [
    { code: -32022, message: 'x', data: { supported: [], requested: '1999-01-01' } },
    { code: -32022, message: 'Unsupported protocol version', data: { supported: [], requested: '1999-01-01' } },
  ],
  [
    {
      code: -32602,
      message: 'Invalid params: the MCP-Protocol-Version header names protocol revision zqxjkv, but',
      data: { envelope: { missing: ['_meta'] } },
    },
    {
      code: -32602,
      message: 'Invalid params: the request lacks what the revision in its MCP-Protocol-Version header asks for',
      data: { envelope: { missing: ['_meta'] } },
    },
  ],
  [
    {
      code: -32602,
      message: 'Invalid _meta envelope for protocol revision 2026-07-28: io.modelcontextprotocol/clientInfo: zqxjkv',
      data: { envelope: { key: 'io.modelcontextprotocol/clientInfo', problem: 'icons.0.zqxjkv: Invalid input' } },
    },
    {
      code: -32602,
      message:
        'Invalid params: io.modelcontextprotocol/clientInfo is missing, or not of the form that the revision has for it',
      data: { envelope: { key: 'io.modelcontextprotocol/clientInfo' } },
    },
  ],
  [
    { code: -32602, message: 'Invalid _meta envelope: zqxjkv: x', data: { envelope: { key: 'zqxjkv', problem: 'x' } } },
    { code: -32602, message: 'Invalid params: _meta is missing, or not of the form that the revision has for it' },
  ],
  [
    {
      code: -32000,
      message:
        'Bad Request: Unsupported protocol version: zq (supported versions: xj) (supported versions: 2025-11-25)',
    },
    { code: -32000, message: 'Bad Request: Unsupported protocol version (supported versions: 2025-11-25)' },
  ],
  [
    { code: -32603, message: '[ { "expected": "string", "path": ["params", "zqxjkv"] } ]' },
    { code: -32602, message: 'Invalid params: not those of the method' },
  ],
])('%j is said in other words', async (error, expected) => {
  expect(await said(reply(error))).toEqual({
    ...{ status: 400, type: 'application/json', jsonrpc: '2.0', id: 7 },
    error: expected,
  });
});

it('an error within an answer of 200 is read where that is asked for', async () => {
  const failed = () => reply({ code: -32603, message: 'zqxjkv' }, 200);
  const kept = failed();
  expect(await withoutEcho(kept)).toBe(kept);
  const after = await withoutEcho(failed(), [200, 400]);
  expect([after.status, await after.json()]).toMatchObject([200, { id: 7, error: { code: -32602 } }]);
});

it.each([[-32000], [-32600], [-32601], [-32602], [-32700]])(
  'an error %i that quotes nothing stays as it is',
  async code => {
    expect(await said(reply({ code, message: 'fixed' }))).toMatchObject({
      status: 400,
      error: { code, message: 'fixed' },
    });
  },
);

it('what is no such error stays as it is', async () => {
  const other = reply({ code: -32020, message: 'kept' }, 404);
  expect(await withoutEcho(other)).toBe(other);
  for (const body of ['', 'null', '{', '[]', '{"error":1}']) {
    const after = await withoutEcho(new Response(body, { status: 400, headers: { 'x-kept': '1' } }));
    expect([after.status, after.headers.get('x-kept'), await after.text()]).toEqual([400, '1', body]);
  }
});
