import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inDirectory, mailglob } from './command.ts';
import { mail, mbox } from './mails.ts';

test('--json prints one line for each message, in the words of the contract', async () => {
  await inDirectory(async directory => {
    const path = join(directory, 'two.mbox');
    await writeFile(path, mbox([mail({ id: 'one', files: ['../ä.pdf'] }), mail({ id: 'two', subject: '' })]));
    const { status, stdout, stderr } = await mailglob(['inspect', path, '--json']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(lines).toEqual([
      {
        file: path,
        index: 0,
        from: 'ann@example.com',
        subject: 'one',
        messageId: '<one@example.com>',
        sentAt: '2024-03-05T12:00:00.000Z',
        receivedAt: '2024-03-05T12:00:00.000Z',
        messageDate: '2024-03-05T12:00:00.000Z',
        sizeBytes: expect.any(Number),
        damaged: false,
        attachments: [
          {
            filename: 'ä.pdf',
            rawFilename: '../ä.pdf',
            wasFileNameNormalized: true,
            contentType: 'application/octet-stream',
            sizeBytes: 9,
            sha256: createHash('sha256').update('../ä.pdf').digest('hex'),
            kind: 'attachment',
            path: null,
          },
        ],
      },
      expect.objectContaining({ index: 1, subject: null, messageId: '<two@example.com>', attachments: [] }),
    ]);
    expect(Object.keys(lines[0])).toEqual(Object.keys(lines[1]));
    expect(await readdir(directory)).toEqual(['two.mbox']);
  });
});

test('a person sees why a file is found or is not, and no control character of a stranger', async () => {
  const { stdout, status } = await mailglob(['inspect', '-'], {
    input: mail({ id: 'x', files: ['a\u{202e}\u{1b}[2J/b.pdf'], subject: '=?utf-8?Q?S=1B[2J?=' }),
  });
  expect(status).toBe(0);
  expect(stdout).toContain('  from          Ann <ann@example.com>\n');
  expect(stdout).toContain('  sent          2024-03-05T12:00:00.000Z (Date header)\n');
  expect(stdout).toContain('  received      2024-03-05T12:00:00.000Z (no Received header: the Date header)\n');
  expect(stdout).toContain('    1  b.pdf\n');
  expect(stdout).toContain('named in the mail: "a\\u{202e}\\u{1b}[2J/b.pdf"\n');
  expect(stdout).toContain('found by name\n');
  expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u{202a}-\u{202e}]/u);
});

test('shows the rest where a path fails, and fails', async () => {
  await inDirectory(async directory => {
    const good = join(directory, 'good.eml');
    await writeFile(good, mail({ id: 'good' }));
    const { status, stdout, stderr } = await mailglob(['inspect', join(directory, 'missing'), good, '--json']);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ file: good, index: 0 });
    expect(stderr).toMatch(/^mailglob: [^\n]*missing: [^\n]+\n$/u);
  });
});

test('leaves dates open where only the time of storing would be left', async () => {
  const input = 'From: ann@example.com\r\nMessage-ID: <a@example.com>\r\n\r\ntext\r\n';
  const { stdout } = await mailglob(['inspect', '-', '--json'], { input });
  expect(JSON.parse(stdout)).toMatchObject({ file: '-', sentAt: null, receivedAt: null, messageDate: null });
});
