// Archives that lost something, or cannot be written: what each command says, and that its advice helps.

import { mkdir, readdir, rename, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inDirectory, mailglob, program, runProgram } from './command.ts';
import { mail, mbox } from './mails.ts';

const ids = ['one', 'two', 'three'];

/** An archive of three mails in a directory whose name a shell would take apart. */
async function filled(directory: string): Promise<string> {
  const path = join(directory, 'all.mbox');
  const data = join(directory, "Ann's mail");
  await writeFile(path, mbox(ids.map(id => mail({ id, files: [`${id}.pdf`] }))));
  expect(await mailglob(['import', path, '--account', 'a', '--data', data])).toMatchObject({ status: 0 });
  return data;
}

async function names(data: string): Promise<readonly string[]> {
  const { stdout } = await mailglob(['search', '*', '--json', '--data', data]);
  return JSON.parse(stdout).data.map(({ filename }: { filename: string }) => filename);
}

async function moveDatabaseAway(data: string): Promise<void> {
  const away = join(data, 'away');
  await mkdir(away, { recursive: true });
  for (const name of await readdir(data))
    if (name.startsWith('mailglob.db')) await rename(join(data, name), join(away, name));
}

/** Runs the command that a line recommends, typed as it stands. */
async function follow(line: string, said = /^$/u): Promise<void> {
  const [, typed = ''] = /run mailglob (rebuild --data .*), which makes it again/u.exec(line) ?? [];
  const { status, stderr } = await runProgram('sh', ['-c', `"$0" "$1" ${typed} --quiet`, process.execPath, program]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(said) });
}

test.each([
  ['cut short', (file: string) => truncate(file, 20_000)],
  ['garbage', (file: string) => writeFile(file, 'this is no database. '.repeat(2000))],
])('a database that is %s is named, and the advice brings everything back', async (_, harm) => {
  await inDirectory(async directory => {
    const data = await filled(directory);
    const before = await names(data);
    await harm(join(data, 'mailglob.db'));
    const { status, stdout, stderr } = await mailglob(['search', '*', '--data', data]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^mailglob: the database in [^\n]+ is damaged: run mailglob rebuild [^\n]+\n$/u);
    await follow(stderr, /^mailglob: the database was damaged and lies in [^\n]+\.damaged-\d+ now; [^\n]+\n$/u);
    expect(await names(data)).toEqual(before);
    expect(await mailglob(['verify', '--data', data])).toMatchObject({ status: 0 });
  });
});

test('a database that is missing is no new archive, whatever is asked, and the advice brings it back', async () => {
  await inDirectory(async directory => {
    const data = await filled(directory);
    await moveDatabaseAway(data);
    const inbox = join(directory, 'all.mbox');
    const asked = [
      ['status'],
      ['search', '*'],
      ['verify'],
      ['stdio'],
      ['serve', '--port', '0'],
      ['start', '--port', '0'],
      ['import', inbox, '--account', 'a'],
    ];
    let line = '';
    for (const args of asked) {
      const { status, stdout, stderr } = await mailglob([...args, '--data', data]);
      expect({ args, status, stdout }).toEqual({ args, status: 1, stdout: '' });
      expect(stderr).toMatch(/^mailglob: the database in [^\n]+ is missing: run mailglob rebuild [^\n]+\n$/u);
      line = stderr;
    }
    await follow(line);
    expect(await names(data)).toHaveLength(ids.length);
  });
});

test('an archive that cannot be written is read, and says what to do where it is to be written', async () => {
  await inDirectory(async directory => {
    const data = await filled(directory);
    const before = await names(data);
    // As on a full disk: the file that locks are shared by cannot be made.
    for (const file of ['mailglob.db', 'blobs/blobs.db'])
      await symlink(join(data, 'nowhere'), join(data, `${file}-shm`));
    expect(await names(data)).toEqual(before);
    expect(JSON.parse((await mailglob(['status', '--json', '--data', data])).stdout)).toMatchObject({ messages: 3 });
    const messages = [
      {
        method: 'initialize',
        id: 1,
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
      },
      { method: 'notifications/initialized' },
      { method: 'tools/call', id: 2, params: { name: 'searchAttachments', arguments: { pattern: '*' } } },
    ];
    const input = messages.map(message => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
    const served = await mailglob(['stdio', '--data', data], { input });
    expect(JSON.parse(served.stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      id: 2,
      result: { structuredContent: { returned: 3 } },
    });
    const path = join(directory, 'new.eml');
    await writeFile(path, mail({ id: 'new' }));
    const { status, stdout, stderr } = await mailglob(['import', path, '--account', 'a', '--data', data]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^mailglob: [^\n]+ cannot be written: [^\n]+\n$/u);
  });
});
