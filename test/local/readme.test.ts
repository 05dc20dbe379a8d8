// What the README says is what happens: its tables, its commands and the output that it quotes.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withTables } from '../../infra/readmeTables.ts';
import { inDirectory, mailglob, root, startMailglob } from './command.ts';

const readme = await readFile(join(root, 'README.md'), 'utf8');

/** The fenced blocks of the README that hold a text. */
const blocksWith = (text: string): string[] =>
  [...readme.matchAll(/^```\w*\n(.*?)^```/gms)].map(match => match[1] ?? '').filter(block => block.includes(text));

test('tables made from code are up to date (node infra/readmeTables.ts)', () => {
  expect(withTables(readme)).toBe(readme);
});

test('npm start prints what the README quotes, and the call it shows works', async () => {
  const [quoted = ''] = blocksWith('mailglob serving');
  await inDirectory(async directory => {
    const server = startMailglob(['start', '--port', '0'], { cwd: directory });
    const url = (await server.firstLine).replace('mailglob serving ', '');
    try {
      while (!server.printed.stdout.includes('Ctrl-C')) await new Promise(resolve => setTimeout(resolve, 20));
      // Only the port differs: a test takes a free one.
      const printed = server.printed.stdout.replaceAll(url, 'http://127.0.0.1:3000/mcp');
      expect(printed.trim()).toBe(quoted.trim());
      const body = /-d '(.*)'/.exec(quoted)?.[1];
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const reply = await fetch(url, { method: 'POST', headers, body: body ?? '' });
      const { result } = (await reply.json()) as { result: { structuredContent: { returned: number } } };
      expect(result.structuredContent.returned).toBe(3);
    } finally {
      await server.stop();
    }
  });
});

test('the search that it opens with prints what it quotes', async () => {
  const [quoted = ''] = blocksWith("search '*REV123");
  await inDirectory(async directory => {
    const env = { MAILGLOB_DATA: join(directory, 'data'), COLUMNS: '110' };
    expect(
      await mailglob(['import', join(root, 'lib', 'samples', 'mail'), '--account', 'samples'], { env }),
    ).toMatchObject({ status: 0 });
    const pattern = /search '([^']*)'/.exec(quoted)?.[1] ?? '';
    const { stdout } = await mailglob(['search', pattern, '--limit', '4'], { env });
    expect(quoted).toContain(stdout.trimEnd());
  });
});

test('every command that its table names is one, and every one is named', async () => {
  const { stdout } = await mailglob(['--help']);
  const commands = [...stdout.matchAll(/^ {2}([a-z]+) .*$/gm)]
    .map(match => match[1])
    .filter(name => name !== 'help' && name !== 'start');
  const named = [...readme.matchAll(/^\| `([a-z]+)` \|/gm)].map(match => match[1]);
  expect(named).toEqual(expect.arrayContaining(commands));
});
