// Loads the query function, makes a first call and then warm ones, and prints the CPU milliseconds of each.

const [, , bundle, key, warmCalls] = process.argv;
const { handler } = require(bundle);

const request = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'searchAttachments', arguments: { pattern: '*.pdf' } },
};
const event = {
  rawPath: '/mcp',
  headers: {
    host: '127.0.0.1',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${key}`,
  },
  body: JSON.stringify(request),
  requestContext: { domainName: 'bench.example', requestId: 'bench', http: { method: 'POST' } },
};

const used = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function call() {
  const { statusCode, body } = await handler(event);
  if (statusCode !== 200 || JSON.parse(body).result?.isError !== undefined) throw new Error(`${statusCode} ${body}`);
}

async function main() {
  await call();
  const first = used();
  // The first of them still compile.
  for (let i = 0; i < warmCalls; i++) await call();
  const before = used();
  for (let i = 0; i < warmCalls; i++) await call();
  const warm = warmCalls > 0 ? (used() - before) / warmCalls : null;
  process.stdout.write(JSON.stringify({ first, warm }));
  process.exit(0);
}

main();
