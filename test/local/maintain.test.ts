import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs, StoredBlob } from '../../lib/archive/ports.ts';
import { openArchive } from '../../lib/local/openArchive.ts';
import { inDirectory, mailglob } from './command.ts';
import { mail, mbox } from './mails.ts';

const ids = ['one', 'two', 'three', 'four'];

/** An archive of four mails, with one file each. */
async function filled(directory: string): Promise<readonly string[]> {
  const path = join(directory, 'all.mbox');
  await writeFile(path, mbox(ids.map(id => mail({ id, files: [`${id}.pdf`] }))));
  const data = ['--data', join(directory, 'data')];
  await mailglob(['import', path, '--account', 'a', ...data]);
  return data;
}

const json = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));

async function search(pattern: string, data: readonly string[]) {
  const { stdout } = await mailglob(['search', pattern, '--json', ...data]);
  return JSON.parse(stdout).data as { filename: string; message_id: string }[];
}

/** Does something to the raw mail that holds a text. */
async function withMail(
  directory: string,
  text: string,
  work: (blobs: Blobs, key: string, blob: StoredBlob) => Promise<unknown>,
): Promise<void> {
  const { blobs, close } = await openArchive(join(directory, 'data'), { create: false });
  try {
    for (const { key } of await blobs.list('mail/', { limit: 100 })) {
      const blob = await blobs.getWithMetadata(key);
      if (blob && Buffer.from(blob.bytes).includes(text)) return void (await work(blobs, key, blob));
    }
  } finally {
    await close();
  }
  throw new Error('no such mail');
}

const removeMail = (directory: string, text: string): Promise<void> =>
  withMail(directory, text, (blobs, key) => blobs.remove(key));

const cutMail = (directory: string, text: string, length: number): Promise<void> =>
  withMail(directory, text, async (blobs, key, { bytes, metadata }) => {
    await blobs.remove(key);
    await blobs.create(key, bytes.subarray(0, length), metadata);
  });

const dropDatabase = async (directory: string) => {
  for (const name of await readdir(join(directory, 'data')))
    if (name.startsWith('mailglob.db')) await rm(join(directory, 'data', name));
};

test('verify finds nothing wrong with what an import stored', async () => {
  await inDirectory(async directory => {
    const data = await filled(directory);
    expect(await mailglob(['verify', ...data])).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^4 messages with 4 attachment rows: everything agrees, in [\d:]+\n$/u),
      stderr: '',
    });
    const { stdout } = await mailglob(['verify', '--json', ...data]);
    expect(json(stdout)).toEqual([{ mails: 4, attachments: 4, disagreements: 0, seconds: expect.any(Number) }]);
  });
});

test('verify names a mail that was cut short and one that is gone, each in a line that says what to do', async () => {
  await inDirectory(async directory => {
    const data = await filled(directory);
    await cutMail(directory, 'Subject: one', 100);
    await removeMail(directory, 'Subject: two');
    const { status, stdout, stderr } = await mailglob(['verify', ...data]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^mail\/a\/INBOX\/\S+\.eml: its 100 bytes .* backup .*mailglob remove \S+ and import/u),
      expect.stringMatching(
        /^mail\/a\/INBOX\/\S+\.eml: the raw mail of message \S+ is gone: .*import the mail again after mailglob rebuild, .* or run mailglob remove \S+$/u,
      ),
      expect.stringMatching(/^3 messages with 4 attachment rows: 2 disagreements, in/u),
    ]);
    const machine = await mailglob(['verify', '--json', ...data]);
    expect(machine.status).toBe(1);
    expect(json(machine.stdout).map(({ kind, disagreements }) => kind ?? disagreements)).toEqual([
      'rawChanged',
      'rawGone',
      2,
    ]);
  });
});

test('rebuild makes a database again that was thrown away', async () => {
  await inDirectory(async directory => {
    const data = await filled(directory);
    const before = await search('*', data);
    const statusBefore = await mailglob(['status', '--json', ...data]);
    expect(before.map(row => row.filename).toSorted()).toEqual(ids.map(id => `${id}.pdf`).toSorted());
    await dropDatabase(directory);
    const lost = await mailglob(['status', ...data]);
    expect(lost).toMatchObject({ status: 1, stdout: '' });
    expect(lost.stderr).toMatch(/^mailglob: [^\n]*mailglob rebuild[^\n]*\n$/u);
    const { status, stdout, stderr } = await mailglob(['rebuild', '--json', ...data]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(json(stdout)).toEqual([
      {
        mails: 4,
        written: 16,
        contents: 4,
        removed: 0,
        gone: 0,
        mended: 0,
        words: 4,
        quarantined: 0,
        seconds: expect.any(Number),
      },
    ]);
    expect(await search('*', data)).toEqual(before);
    expect(await mailglob(['status', '--json', ...data])).toEqual(statusBefore);
    const again = await mailglob(['rebuild', ...data]);
    expect(again.stdout).toMatch(/^4 messages read: 0 rows written, 0 taken away, 0 found by name again, in/u);
  });
});

test('a mail that is gone stays after a rebuild, counted as damaged, until it is imported again or removed', async () => {
  await inDirectory(async directory => {
    const data = await filled(directory);
    await removeMail(directory, 'Subject: three');
    await removeMail(directory, 'Subject: four');
    expect(await mailglob(['rebuild', ...data])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(', 2 messages marked whose raw mail is gone, in'),
    });
    const [three] = await search('three*', data);
    expect(await search('four*', data)).toHaveLength(1);
    expect((await mailglob(['verify', ...data])).status).toBe(0);
    const damaged = async () => JSON.parse((await mailglob(['status', '--json', ...data])).stdout).damaged;
    expect(await damaged()).toBe(2);
    await mailglob(['import', join(directory, 'all.mbox'), '--account', 'a', ...data]);
    expect(await damaged()).toBe(0);
    await removeMail(directory, 'Subject: three');
    await mailglob(['rebuild', ...data]);
    expect(await mailglob(['remove', three?.message_id ?? '', ...data])).toMatchObject({ status: 0 });
    expect(await search('three*', data)).toEqual([]);
    expect(await mailglob(['verify', ...data])).toMatchObject({ status: 0 });
  });
});

test('rebuild and verify make no archive where there is none', async () => {
  await inDirectory(async directory => {
    for (const command of ['rebuild', 'verify', 'remove']) {
      const args = command === 'remove' ? [command, 'x'] : [command];
      const { status, stdout, stderr } = await mailglob([...args, '--data', join(directory, 'none')]);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/^mailglob: there is no archive in [^\n]+\n$/u);
    }
    expect(await readdir(directory)).toEqual([]);
  });
});

test('remove takes messages away with their bytes, and names those that there are not', async () => {
  await inDirectory(async directory => {
    const data = await filled(directory);
    const [one] = await search('one.pdf', data);
    const [two] = await search('two.pdf', data);
    const given = ['00000000-0000-8000-8000-000000000000', one?.message_id.toUpperCase() ?? '', 'bad\u{7} id'];
    const { status, stdout, stderr } = await mailglob(['remove', ...given, two?.message_id ?? '', ...data]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '2 messages removed\n' });
    expect(stderr.split('\n')).toEqual([
      expect.stringContaining('there is no message 00000000-0000-8000-8000-000000000000'),
      expect.stringContaining('there is no message bad\u{fffd} id'),
      '',
    ]);
    expect((await search('*', data)).map(row => row.filename).toSorted()).toEqual(['four.pdf', 'three.pdf']);
    await expect(removeMail(directory, 'Subject: one')).rejects.toThrow('no such mail');
    expect((await mailglob(['verify', ...data])).status).toBe(0);
    const [three] = await search('three.pdf', data);
    const machine = await mailglob(['remove', '--json', three?.message_id ?? '', ...data]);
    expect(machine).toEqual({ status: 0, stdout: `{"removed":["${three?.message_id}"],"unknown":[]}\n`, stderr: '' });
  });
});

test('what is in quarantine is listed with its reason, and gone from there once it is mended', async () => {
  await inDirectory(async directory => {
    const data = await filled(directory);
    const none = await mailglob(['status', '--quarantined', ...data]);
    expect(none).toEqual({ status: 0, stdout: 'Nothing is in quarantine.\n', stderr: '' });
    const write = async (key: string, text: string) => {
      const { blobs, close } = await openArchive(join(directory, 'data'), { create: false });
      await blobs.put(key, Buffer.from(text));
      await close();
    };
    await write('mail/a/INBOX/picture.png', '\x89PNG\r\n\x1a\n\0\0');
    await write('mail/stray', 'x');
    expect((await mailglob(['rebuild', ...data, '--quiet'])).status).toBe(0);
    const listed = await mailglob(['status', '--quarantined', ...data]);
    expect({ ...listed, stdout: listed.stdout.split('\n').map(line => line.split(/ {2,}/)) }).toEqual({
      status: 0,
      stderr: '',
      stdout: [
        ['SINCE (UTC)', 'REASON', 'KEY'],
        [expect.stringMatching(/^\d{4}-/), 'it is no mail', 'mail/a/INBOX/picture.png'],
        [expect.stringMatching(/^\d{4}-/), 'its key is not mail/ACCOUNT/FOLDER/NAME', 'mail/stray'],
        [''],
        [expect.stringMatching(/^Each lies untouched .*'mailglob rebuild' judges all of them anew\.$/)],
        [''],
      ],
    });
    const machine = await mailglob(['status', '--quarantined', '--json', ...data]);
    expect(json(machine.stdout)).toEqual([
      {
        quarantined: [
          { key: 'mail/a/INBOX/picture.png', reason: 'notMail', since: expect.any(String) },
          { key: 'mail/stray', reason: 'notMailKey', since: expect.any(String) },
        ],
      },
    ]);
    const { stdout } = await mailglob(['status', ...data]);
    expect(stdout).toMatch(/, 2 in quarantine\n'mailglob status --quarantined' lists what is in quarantine\.\n$/);
    await write('mail/a/INBOX/picture.png', mail({ id: 'five' }));
    expect((await mailglob(['rebuild', ...data, '--quiet'])).status).toBe(0);
    const left = await mailglob(['status', '--quarantined', '--json', ...data]);
    expect(json(left.stdout)).toMatchObject([{ quarantined: [{ key: 'mail/stray' }] }]);
  });
});
