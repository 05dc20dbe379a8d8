// Requests and mails that carry a word which nothing else has, wherever data can be: what is found with it afterwards in
// a log, an error or a metric got there by a leak.

import type { JsonSchema } from '../../lib/tools/jsonSchema.ts';
import { mail } from '../local/mails.ts';

/** Found again in any case, and in encodings that keep letters. */
export const canary = 'zqxjkvwyq';

/** Whether the word is in a text, plain, in base64 or in hex. */
export function holdsCanary(text: string): boolean {
  const bytes = Buffer.from(canary);
  const base64 = [0, 1, 2].map(shift =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(shift + 1, -4),
  );
  const small = text.toLowerCase();
  return small.includes(canary) || small.includes(bytes.toString('hex')) || base64.some(part => text.includes(part));
}

export const canaryMail = (n: number): string =>
  mail({
    id: `${canary}-${n}`,
    from: `${canary} Smith <${canary}@${canary}.example>`,
    subject: `About ${canary} ${n}`,
    files: [`${canary} ${n}.pdf`, `${canary}.txt`],
  });

export interface Attempt {
  readonly method: string;
  /** Below the origin, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

interface ListedTool {
  readonly name: string;
  readonly inputSchema: { readonly properties: Readonly<Record<string, JsonSchema>> };
}

/** What is given to an argument besides the word itself: values that are answered, so that data is read. */
const answered: Readonly<Record<string, unknown>> = {
  pattern: '*',
  queryText: canary,
  keyword: canary,
};

const rpc = (method: unknown, params?: unknown, id: unknown = 1): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

/** Values of an argument with the word in them. */
function valuesOf({ type, items }: JsonSchema): unknown[] {
  const texts = [canary, `*${canary}*`, `${canary}@${canary}.example`, `${canary}\u0000`, canary.repeat(100)];
  const wrong = [{ [canary]: canary }, [[canary]]];
  if (type === 'array' && items?.type === 'string') return [...texts.map(text => [text]), canary, ...wrong];
  return [...texts, ...wrong];
}

/**
 * Requests with the word in every argument of every tool, alone and beside what is answered, in names of tools, methods
 * and arguments, in ids, headers, tokens, paths and queries, and in bodies that are broken.
 * @param ids of mails that are there
 * @param credentials headers that let in
 */
export function canaryAttempts(
  tools: readonly ListedTool[],
  ids: readonly string[],
  credentials: Readonly<Record<string, string>>,
): Attempt[] {
  const plain = { 'content-type': 'application/json' };
  const post = (body: string, headers: Readonly<Record<string, string>> = {}, path = '/mcp'): Attempt => ({
    method: 'POST',
    path,
    headers: { ...plain, ...credentials, ...headers },
    body,
  });
  const call = (name: unknown, args: unknown) => post(rpc('tools/call', { name, arguments: args }));
  const calls = tools.flatMap(({ name, inputSchema: { properties } }) => {
    const base = Object.fromEntries(
      Object.keys(properties).flatMap(argument => {
        if (argument === 'storedEmailIds') return [[argument, ids]];
        return argument in answered ? [[argument, answered[argument]]] : [];
      }),
    );
    const tried = Object.entries(properties).flatMap(([argument, schema]) =>
      valuesOf(schema).flatMap(value => [{ [argument]: value }, { ...base, [argument]: value }]),
    );
    return [base, ...tried, { ...base, [canary]: canary }].map(args => call(name, args));
  });
  const fine = rpc('tools/list');
  const jwt = [`{"alg":"none","kid":"${canary}"}`, `{"sub":"${canary}"}`].map(part =>
    Buffer.from(part).toString('base64url'),
  );
  const strangers = [
    { authorization: `Bearer ${canary}` },
    { authorization: `Bearer mg_${canary}` },
    { authorization: `Bearer ${jwt.join('.')}.${canary}` },
    { authorization: `Basic ${Buffer.from(canary).toString('base64')}` },
    { 'x-api-key': canary },
  ].map(headers => ({ method: 'POST', path: '/mcp', headers: { ...plain, ...headers }, body: fine }));
  const meta = (protocolVersion: unknown) => ({
    'io.modelcontextprotocol/protocolVersion': protocolVersion,
    'io.modelcontextprotocol/clientInfo': { name: canary, version: canary },
    'io.modelcontextprotocol/clientCapabilities': { [canary]: {} },
  });
  const named = (version: string, method: string, name: string) => ({
    'mcp-protocol-version': version,
    'mcp-method': method,
    'mcp-name': name,
  });
  const modern = '2026-07-28';
  const envelopes = [
    { headers: named(modern, 'tools/call', canary), meta: meta(modern), method: 'tools/call' },
    { headers: named(modern, 'tools/call', 'x'), meta: meta(modern), method: 'tools/call' },
    { headers: named(modern, canary, canary), meta: meta(modern), method: 'tools/call' },
    { headers: named(modern, canary, canary), meta: meta(modern), method: canary },
    { headers: named(modern, 'tools/call', canary), meta: meta(canary), method: 'tools/call' },
    { headers: named(canary, 'tools/call', canary), meta: meta(canary), method: 'tools/call' },
    { headers: named('1999-01-01', 'tools/call', canary), meta: meta('1999-01-01'), method: 'tools/call' },
    { headers: named(modern, 'tools/call', canary), meta: { ...meta(modern), [canary]: canary }, method: 'tools/list' },
    { headers: named(modern, 'tools/call', canary), meta: canary, method: 'tools/call' },
    { headers: {}, meta: meta(canary), method: 'initialize' },
  ];
  return [
    ...calls,
    ...strangers,
    call(canary, {}),
    call('searchAttachments', [canary]),
    post(rpc(canary)),
    post(rpc('tools/list', { cursor: canary })),
    post(rpc('ping', { _meta: { progressToken: canary, [canary]: canary } }, canary)),
    post(rpc('initialize', { protocolVersion: canary, capabilities: { [canary]: {} }, clientInfo: { name: canary } })),
    post(`{"${canary}`),
    post(`["${canary}"]`),
    post(`"${canary}"`),
    post(JSON.stringify({ [canary]: 1 })),
    post(fine, { origin: `https://${canary}.example` }),
    post(fine, { 'content-type': canary }),
    post(fine, { 'content-encoding': canary }),
    post(fine, { 'mcp-protocol-version': canary }),
    post(fine, { 'mcp-method': canary, 'mcp-name': canary, 'mcp-protocol-version': '2026-07-28' }),
    ...envelopes.map(({ headers, meta, method }) => post(rpc(method, { name: canary, _meta: meta }), headers)),
    post(fine, { 'mcp-session-id': canary, 'user-agent': canary, cookie: canary, referer: canary, [canary]: canary }),
    post(fine, {}, `/mcp?${canary}=${canary}`),
    post(fine, {}, `/${canary}`),
    { ...post(fine), method: 'GET', path: `/mcp/${canary}`, body: null },
    { ...post(fine), method: 'DELETE', body: null, headers: { ...credentials, [canary]: canary } },
  ];
}
