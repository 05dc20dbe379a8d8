import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inDirectory, mailglob } from './command.ts';
import { mail, mbox } from './mails.ts';

const three = ['one', 'two', 'three'].map(id => mail({ id, files: [`${id}.pdf`] }));

/** Imports paths into account `a` of the archive in a directory, and reads the summary. */
async function imported(directory: string, ...paths: readonly string[]) {
  const { status, stdout, stderr } = await mailglob([
    'import',
    ...paths,
    '--account',
    'a',
    '--data',
    join(directory, 'data'),
    '--json',
  ]);
  return { status, stderr, summary: JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') };
}

async function names(directory: string): Promise<readonly string[]> {
  const { stdout } = await mailglob(['search', '*', '--data', join(directory, 'data'), '--json']);
  return JSON.parse(stdout).data.map((row: { filename: string }) => row.filename);
}

test('takes mails, directories of them and mbox files, and nothing twice', async () => {
  await inDirectory(async directory => {
    const mails = join(directory, 'mails');
    await mkdir(join(mails, 'below'), { recursive: true });
    await writeFile(join(mails, 'one'), three[0] ?? '');
    await writeFile(join(mails, 'below', 'two.eml'), three[1] ?? '');
    await writeFile(join(directory, 'all.mbox'), mbox(three));
    const first = await imported(directory, mails);
    expect(first).toMatchObject({ status: 0, stderr: '' });
    expect(first.summary).toEqual({
      messages: 2,
      stored: 2,
      duplicates: 0,
      attachments: 2,
      damaged: 0,
      failed: 0,
      seconds: expect.any(Number),
    });
    expect(String(first.summary.seconds)).toMatch(/^\d+(?:\.\d{1,3})?$/u);
    expect((await imported(directory, mails)).summary).toMatchObject({ messages: 2, stored: 0, duplicates: 2 });
    expect((await imported(directory, join(directory, 'all.mbox'))).summary).toMatchObject({ messages: 3, failed: 0 });
    expect((await imported(directory, join(directory, 'all.mbox'))).summary).toMatchObject({
      stored: 0,
      duplicates: 3,
    });
  });
});

test('takes a mail from standard input, into the folder that is named', async () => {
  await inDirectory(async directory => {
    const args = ['import', '-', '--account', 'a', '--folder', 'Archive/2024', '--data', directory];
    const { status, stdout } = await mailglob(args, { input: three[0] ?? '' });
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^1 message: 1 stored with 1 attachment, 0 there already, in [\d:]+\n$/u),
    });
    const shown = await mailglob(['status', '--data', directory, '--json']);
    expect(JSON.parse(shown.stdout)).toMatchObject({
      accounts: [{ accountId: 'a', folders: [{ folderAlias: 'Archive/2024', messages: 1, attachments: 1 }] }],
      messages: 1,
      attachments: 1,
      damaged: 0,
      quarantined: 0,
    });
  });
});

test('tries everything, names what it could not take, and fails', async () => {
  await inDirectory(async directory => {
    const missing = join(directory, 'missing.eml');
    const picture = join(directory, 'picture.png');
    const good = join(directory, 'good.eml');
    await writeFile(picture, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
    await writeFile(good, three[0] ?? '');
    const { status, stderr, summary } = await imported(directory, missing, picture, good);
    expect(status).toBe(1);
    expect(summary).toMatchObject({ messages: 1, stored: 1, failed: 2 });
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^mailglob: .*missing\.eml: /u);
    expect(lines[1]).toMatch(/^mailglob: .*picture\.png: /u);
  });
});

test('says so where a directory holds no mail', async () => {
  await inDirectory(async directory => {
    const empty = join(directory, 'empty');
    await mkdir(empty);
    const { stderr, summary } = await imported(directory, empty);
    expect(summary).toMatchObject({ messages: 0, stored: 0 });
    expect(stderr).toMatch(/^mailglob: .*no mail.*\n$/u);
  });
});

test('says how many files of a directory it passed over, to people', async () => {
  await inDirectory(async directory => {
    const mails = join(directory, 'mails');
    await mkdir(mails);
    await writeFile(join(mails, 'one.eml'), three[0] ?? '');
    await writeFile(join(mails, 'notes.txt'), 'no mail at all');
    await writeFile(join(mails, 'empty'), '');
    const args = ['import', mails, '--account', 'a', '--data', join(directory, 'data')];
    const { stdout } = await mailglob(args);
    expect(stdout).toMatch(/^1 message: 1 stored with 1 attachment, 0 there already, 2 other files passed over, in /u);
    expect((await imported(directory, mails)).summary).not.toHaveProperty('passedOver');
    expect((await mailglob([...args, '--quiet'])).stdout).toContain('2 other files passed over');
  });
});

test('keeps what can be read of a truncated mail', async () => {
  await inDirectory(async directory => {
    const path = join(directory, 'cut.eml');
    const whole = mail({ id: 'cut', files: ['first.pdf', 'second.pdf'] });
    await writeFile(path, whole.slice(0, whole.indexOf('second.pdf') + 20));
    expect(await imported(directory, path)).toMatchObject({ status: 0, summary: { stored: 1, failed: 0 } });
    expect(await names(directory)).toContain('first.pdf');
  });
});

test('lists a mail of 60 MB from its headers, and takes the one behind it', async () => {
  await inDirectory(async directory => {
    const big = join(directory, 'big.eml');
    const good = join(directory, 'good.eml');
    await writeFile(big, mail({ id: 'big' }).replace('Text of big.', `${'x'.repeat(76)}\r\n`.repeat(770_000)));
    await writeFile(good, three[0] ?? '');
    const { status, summary } = await imported(directory, big, good);
    expect({ status, summary }).toMatchObject({ status: 0, summary: { messages: 2, stored: 2, failed: 0 } });
    const shown = await mailglob(['status', '--data', join(directory, 'data'), '--json']);
    expect(JSON.parse(shown.stdout).bytes).toBeGreaterThan(60e6);
    const { stdout } = await mailglob(['import', big, good, '--account', 'b', '--data', join(directory, 'data')]);
    expect(stdout).toMatch(/^2 messages: 2 stored .*, 1 over the size limit \(kept, listed from its headers\), in /u);
  });
});

test('a file that the system lets grow no further is one clear line, and what was stored stays', async () => {
  await inDirectory(async directory => {
    const path = join(directory, 'all.mbox');
    await writeFile(path, mbox(Array.from({ length: 400 }, (_, i) => mail({ id: `m${i}`, files: [`file ${i}.pdf`] }))));
    const { program, runProgram } = await import('./command.ts');
    // Blocks of 1024 bytes; the signal is ignored so that the write itself fails, as on a full disk.
    const script = `trap '' XFSZ; ulimit -f 400; exec "$0" "$@"`;
    const args = [process.execPath, program, 'import', path, '--account', 'a', '--data', join(directory, 'data')];
    const full = await runProgram('bash', ['-c', script, ...args]);
    expect(full.status).toBe(1);
    expect(full.stderr).toMatch(/^mailglob: [^\n]+\n$/u);
    const again = await imported(directory, path);
    expect(again).toMatchObject({ status: 0, summary: { messages: 400, failed: 0 } });
    const shown = await mailglob(['status', '--data', join(directory, 'data'), '--json']);
    expect(JSON.parse(shown.stdout)).toMatchObject({ messages: 400, attachments: 400 });
  });
});

test('refuses a data directory of a newer version, and changes nothing in it', async () => {
  await inDirectory(async directory => {
    const path = join(directory, 'one.eml');
    await writeFile(path, three[0] ?? '');
    await imported(directory, path);
    const { DatabaseSync } = await import('node:sqlite');
    const file = join(directory, 'data', 'mailglob.db');
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 1000000');
    database.close();
    const before = await readFile(file);
    for (const args of [['status'], ['search', '*'], ['import', path, '--account', 'a']]) {
      const { status, stdout, stderr } = await mailglob([...args, '--data', join(directory, 'data')]);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/^mailglob: [^\n]*newer[^\n]*\n$/u);
    }
    expect(await readFile(file)).toEqual(before);
  });
});
