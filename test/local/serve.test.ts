import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { inDirectory, mailglob, program, runProgram, startMailglob } from './command.ts';
import { mail } from './mails.ts';

const urlLine = /^mailglob serving (http:\/\/127\.0\.0\.1:\d+\/mcp)$/u;
const urlOf = (line: string): string => urlLine.exec(line)?.[1] ?? `no URL in ${line}`;

type Transport = Parameters<Client['connect']>[0];

/** The names that searchAttachments gives a client. */
async function namesBy(transport: StreamableHTTPClientTransport | StdioClientTransport, pattern: string) {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport as Transport);
  try {
    const { structuredContent } = await client.callTool({ name: 'searchAttachments', arguments: { pattern } });
    return (structuredContent as { data: { filename: string }[] }).data.map(({ filename }) => filename);
  } finally {
    await client.close();
  }
}

const namesOver = (url: string, pattern: string) => namesBy(new StreamableHTTPClientTransport(new URL(url)), pattern);

async function archiveWithOneMail(directory: string): Promise<string> {
  const data = join(directory, 'data');
  const args = ['import', '-', '--account', 'a', '--data', data];
  expect(await mailglob(args, { input: mail({ id: 'one', files: ['one.pdf'] }) })).toMatchObject({ status: 0 });
  return data;
}

test.each(['SIGTERM', 'SIGINT'] as const)('serve answers a client and stops cleanly on %s', async signal => {
  await inDirectory(async directory => {
    const data = await archiveWithOneMail(directory);
    const running = startMailglob(['serve', '--data', data, '--port', '0']);
    const url = urlOf(await running.firstLine);
    expect(await namesOver(url, '*')).toEqual(['one.pdf']);
    expect(await running.stop(signal)).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });
});

test('serve makes an archive where there is none, and says so once', async () => {
  await inDirectory(async directory => {
    const running = startMailglob(['serve', '--data', join(directory, 'new'), '--port', '0', '--auth', 'none']);
    expect(await namesOver(urlOf(await running.firstLine), '*')).toEqual([]);
    expect(await running.stop()).toBe(0);
    const made = /^mailglob: there was no archive in \S+new: a new, empty one was made/u;
    expect(running.printed.stderr).toMatch(made);
    const again = startMailglob(['serve', '--data', join(directory, 'new'), '--port', '0']);
    await again.firstLine;
    await again.stop();
    expect(again.printed.stderr).not.toMatch(made);
  });
});

test('stdio answers a client that starts it', async () => {
  await inDirectory(async directory => {
    const data = await archiveWithOneMail(directory);
    const args = [program, 'stdio', '--data', data];
    const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' });
    expect(await namesBy(transport, 'ONE.*')).toEqual(['one.pdf']);
  });
});

test('stdio ends with its input', async () => {
  await inDirectory(async directory => {
    const args = ['stdio', '--data', join(directory, 'data')];
    expect(await mailglob(args)).toEqual({
      status: 0,
      stdout: '',
      stderr: expect.stringMatching(/^mailglob: there was no archive in [^\n]+: a new, empty one was made[^\n]*\n$/u),
    });
    expect(await mailglob(args)).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

test('a port in use is one clear line', async () => {
  const taken = createServer();
  await new Promise<void>(resolve => {
    taken.listen(0, '127.0.0.1', resolve);
  });
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    await inDirectory(async directory => {
      for (const command of ['serve', 'start']) {
        const { status, stdout, stderr } = await mailglob([command, '--data', directory, '--port', String(port)]);
        expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
        expect(stderr).toMatch(new RegExp(`^mailglob: [^\\n]*:${port} is in use[^\\n]*--port[^\\n]*\\n$`, 'u'));
      }
    });
  } finally {
    taken.close();
  }
});

test('serve imports mail that lies or appears in watched directories, with the folders of a Maildir', async () => {
  await inDirectory(async directory => {
    const [data, inbox, maildir] = [join(directory, 'data'), join(directory, 'inbox'), join(directory, 'maildir')];
    await mkdir(inbox);
    for (const folder of ['.', '.Archive.2024'])
      for (const place of ['cur', 'new', 'tmp']) await mkdir(join(maildir, folder, place), { recursive: true });
    await writeFile(join(inbox, 'early.eml'), mail({ id: 'early', files: ['early.pdf'] }));
    const running = startMailglob(['serve', '--data', data, '--port', '0', '--watch', inbox, maildir]);
    const url = urlOf(await running.firstLine);
    await writeFile(join(inbox, 'note.txt'), 'no mail at all');
    const late = mail({ id: 'late', files: ['late.pdf'] });
    await writeFile(join(maildir, '.Archive.2024', 'cur', '1700000000.M1P1.host:2,S'), late);
    while ((await namesOver(url, '*')).length < 2) await new Promise(resolve => setTimeout(resolve, 50));
    expect(await running.stop()).toBe(0);
    const { accounts } = JSON.parse((await mailglob(['status', '--data', data, '--json'])).stdout);
    expect(accounts).toMatchObject([
      { accountId: 'inbox', folders: [{ folderAlias: 'INBOX', messages: 1 }] },
      { accountId: 'maildir', folders: [{ folderAlias: 'Archive/2024', messages: 1 }] },
    ]);
    const again = await mailglob(['import', maildir, '--account', 'maildir', '--data', data, '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ stored: 0, duplicates: 1 });
  });
});

test('a directory to watch must be there', async () => {
  await inDirectory(async directory => {
    const args = ['serve', '--data', directory, '--port', '0', '--watch', join(directory, 'nowhere')];
    const { status, stdout, stderr } = await mailglob(args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^mailglob: [^\n]*nowhere is no directory[^\n]*\n$/u);
  });
});

test('start imports the sample mails once, and its example call works as printed', async () => {
  await inDirectory(async directory => {
    const held = async () => JSON.parse((await mailglob(['status', '--data', directory, '--json'])).stdout);
    const first = startMailglob(['start', '--data', directory, '--port', '0']);
    const url = urlOf(await first.firstLine);
    while (!first.printed.stdout.includes('Ctrl-C')) await new Promise(resolve => setTimeout(resolve, 10));
    const [call = ''] = first.printed.stdout.split('\n').filter(line => line.startsWith('curl '));
    // A shell reads the line; the request is then made from what curl would have been given.
    const read = await runProgram('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${call}`]);
    const given = read.stdout.trimEnd().split('\n');
    expect(given[1]).toBe(url);
    const after = (flag: string) => given.filter((_, i) => given[i - 1] === flag);
    const headers = after('-H').map(header => header.split(': ') as [string, string]);
    const response = await fetch(url, { method: 'POST', headers, body: after('-d')[0] ?? '' });
    const { result } = (await response.json()) as { result: { structuredContent: { returned: number } } };
    expect(result.structuredContent.returned).toBeGreaterThan(0);
    expect(await first.stop('SIGINT')).toBe(0);
    const before = await held();
    expect(before.accounts).toMatchObject([{ accountId: 'samples' }]);

    const second = startMailglob(['start', '--data', directory, '--port', '0']);
    await second.firstLine;
    expect(await second.stop()).toBe(0);
    expect(await held()).toEqual(before);
  });
});
