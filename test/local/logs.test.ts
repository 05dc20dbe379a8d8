// No data in any log: not of mails, not of what was asked, not of who asked; also where what is stored is broken.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Attempt, canary, canaryAttempts, canaryMail, holdsCanary } from '../doubles/canaries.ts';
import { inDirectory, mailglob, type Running, startMailglob } from './command.ts';
import { mbox } from './mails.ts';

const account = `${canary} account`;

async function filled(directory: string): Promise<string> {
  const data = join(directory, 'data');
  const file = join(directory, 'all.mbox');
  await writeFile(file, mbox([1, 2, 3].map(canaryMail)));
  const args = ['import', file, '--account', account, '--folder', `${canary}/folder`, '--data', data];
  expect(await mailglob(args)).toMatchObject({ status: 0 });
  return data;
}

interface Listing {
  readonly result: {
    readonly tools: Parameters<typeof canaryAttempts>[0];
    readonly structuredContent?: { readonly data?: readonly { readonly message_id: string }[] };
  };
}

interface Answer {
  readonly result?: { readonly isError?: boolean; readonly content?: readonly { readonly text: string }[] };
  readonly error?: { readonly code: number; readonly data?: { requested?: unknown } };
}

async function send(url: string, { method, path, headers, body }: Attempt): Promise<Response> {
  return await fetch(new URL(path, url), { method, headers, body });
}

async function rpc(url: string, credentials: Record<string, string>, method: string, params: object): Promise<Listing> {
  const headers = { 'content-type': 'application/json', ...credentials };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return (await (await fetch(url, { method: 'POST', headers, body })).json()) as Listing;
}

/** Text before the data of every row, so that nothing that reads one understands it, and its error quotes the word. */
function breakRows(data: string): void {
  const database = new DatabaseSync(join(data, 'mailglob.db'));
  for (const table of ['rows', 'names', 'people']) {
    // All but keys, by which callers get in.
    const where = table === 'rows' ? " WHERE pk NOT IN ('k', 'u', 'f', 's')" : '';
    database.exec(`UPDATE ${table} SET data = '${canary}' || data${where}`);
  }
  database.close();
}

async function removeContent(data: string): Promise<void> {
  const database = new DatabaseSync(join(data, 'blobs', 'blobs.db'));
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  for (const { name } of tables) database.exec(`DELETE FROM "${name}"`);
  database.close();
}

/** The lines that a gateway logged. */
const linesOf = ({ printed }: Running) =>
  printed.stderr
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(
      line =>
        JSON.parse(line) as {
          readonly event: string;
          readonly outcome?: string;
          readonly code?: number;
          readonly error?: unknown;
        },
    );

test('nothing that was asked, found, named or presented is in a log of serve', async () => {
  await inDirectory(async directory => {
    const data = await filled(directory);
    const made = await mailglob(['key', 'create', '--name', canary, '--accounts', account, '--json', '--data', data]);
    const { key } = JSON.parse(made.stdout) as { readonly key: string };
    await writeFile(join(data, 'mailglob.yml'), 'limits: { callsPerMinute: 100000 }\n');
    const running = startMailglob(['serve', '--data', data, '--port', '0', '--auth', 'apiKey']);
    const url = (await running.firstLine).replace(/^mailglob serving /, '');
    const credentials = { authorization: `Bearer ${key}` };
    const { tools } = (await rpc(url, credentials, 'tools/list', {})).result;
    const found = await rpc(url, credentials, 'tools/call', { name: 'searchAttachments', arguments: { pattern: '*' } });
    const ids = [...new Set(found.result.structuredContent?.data?.map(row => row.message_id))];
    expect(ids).toHaveLength(3);
    const attempts = canaryAttempts(tools, ids, credentials);
    const statuses = new Set<number>();
    let shown = 0;
    for (const harm of [null, removeContent, breakRows]) {
      await harm?.(data);
      for (const attempt of attempts) {
        const response = await send(url, attempt);
        statuses.add(response.status);
        const text = await response.text();
        const { result, error } = (text.startsWith('{') ? JSON.parse(text) : {}) as Answer;
        // The protocol has the revision said that was asked for.
        if (error?.code === -32022 && error.data?.requested === canary) delete error.data.requested;
        if (result && !result.isError) shown += holdsCanary(text) ? 1 : 0;
        // An account's name is the one thing that a refusal repeats.
        else if (!result?.content?.[0]?.text.startsWith('mailglob error 53001')) {
          const said = JSON.stringify(result ?? error ?? text) + JSON.stringify([...response.headers]);
          expect([attempt, response.status, said, holdsCanary(said)]).toEqual([attempt, response.status, said, false]);
        }
      }
    }
    expect(shown).toBeGreaterThan(20);
    expect([...statuses].sort()).toEqual([200, 400, 401, 403, 404, 405, 415]);
    await running.stop();
    const lines = linesOf(running);
    expect(new Set(lines.map(({ event }) => event))).toEqual(new Set(['call', 'refusal']));
    expect(lines.length).toBeGreaterThan(attempts.length);
    const codes = new Set(lines.map(({ code }) => code));
    for (const code of [51002, 51004, 52001, 53001, 54001]) expect(codes).toContain(code);
    // Why content could not be read, and why a call failed.
    const troubles = lines.flatMap(({ outcome, error }) => (error === undefined ? [] : [outcome]));
    expect(new Set(troubles)).toEqual(new Set(['answered', 'failed']));
    expect(running.printed.stderr).not.toContain(key);
    expect(running.printed.stderr.split('\n').filter(holdsCanary)).toEqual([]);
  });
}, 120_000);

test('nor in one of stdio', async () => {
  await inDirectory(async directory => {
    const data = await filled(directory);
    const running = startMailglob(['stdio', '--data', data]);
    const attempts = canaryAttempts([], [], {}).flatMap(({ body }) => (body === null ? [] : [body]));
    const call = { name: 'searchAttachments', arguments: { pattern: `*${canary}*`, [canary]: 1 } };
    running.child.stdin.end(
      [...attempts, JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'tools/call', params: call }), ''].join('\n'),
    );
    await new Promise(resolve => running.child.once('close', resolve));
    expect(running.printed.stderr.split('\n').filter(holdsCanary)).toEqual([]);
    expect(linesOf(running).length).toBeGreaterThan(0);
  });
});

test('the word is found where it is', async () => {
  await inDirectory(async directory => {
    const data = await filled(directory);
    const files = await readdir(data, { recursive: true, withFileTypes: true });
    const texts = files.flatMap(file => (file.isFile() ? [join(file.parentPath, file.name)] : []));
    expect((await Promise.all(texts.map(path => readFile(path, 'latin1')))).some(holdsCanary)).toBe(true);
  });
  for (const text of [canary.toUpperCase(), `a${canary}b`]) {
    expect(holdsCanary(text)).toBe(true);
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      if (text !== text.toLowerCase() && encoding !== 'hex') continue;
      for (let shift = 0; shift < 3; shift++) {
        expect(holdsCanary(Buffer.from('x'.repeat(shift) + text.toLowerCase()).toString(encoding))).toBe(true);
      }
    }
  }
  expect(holdsCanary('nothing')).toBe(false);
});
