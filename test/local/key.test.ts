import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inDirectory, mailglob, startMailglob } from './command.ts';
import { mail } from './mails.ts';

const urlOf = (line: string): string => line.replace(/^mailglob serving /, '');

const send = (url: string, headers: Record<string, string>, pattern = '*') =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'searchAttachments', arguments: { pattern } },
    }),
  });

async function namesIn(response: Response): Promise<readonly string[]> {
  const { result } = (await response.json()) as { result: { structuredContent: { data: { filename: string }[] } } };
  return result.structuredContent.data.map(({ filename }) => filename);
}

async function archiveOfTwo(directory: string): Promise<string> {
  const data = join(directory, 'data');
  for (const account of ['alpha', 'beta']) {
    const input = mail({ id: account, files: [`${account}.pdf`] });
    const { status } = await mailglob(['import', '-', '--account', account, '--data', data], { input });
    expect(status).toBe(0);
  }
  return data;
}

/** A key as `key create --json` shows it. */
async function create(data: string, ...args: readonly string[]) {
  const { stderr, ...made } = await createOdd(data, ...args);
  expect(stderr).toBe('');
  return made;
}

/** A key that something is said about. */
async function createOdd(data: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = await mailglob(['key', 'create', '--json', '--data', data, ...args]);
  expect(status).toBe(0);
  return { ...(JSON.parse(stdout) as { readonly key: string; readonly id: string }), stderr };
}

test('a key is shown once, gets in for what it gives, and is turned away once it is revoked', async () => {
  await inDirectory(async directory => {
    const data = await archiveOfTwo(directory);
    const serving = startMailglob(['serve', '--data', data, '--port', '0', '--auth', 'apiKey']);
    const url = urlOf(await serving.firstLine);
    expect((await send(url, {})).status).toBe(401);

    const shown = await mailglob(['key', 'create', '--name', 'Ann’s desk', '--accounts', 'beta', '--data', data]);
    const key = shown.stdout.trimEnd();
    expect(key).toMatch(/^mg_[0-9A-Za-z]{49}$/);
    expect(shown.stderr).toMatch(
      /^mailglob: this is shown once and kept nowhere; key [0-9a-f]{12} reads account beta\n$/,
    );
    for (const headers of [{ authorization: `Bearer ${key}` }, { 'x-api-key': key }]) {
      expect(await namesIn(await send(url, headers))).toEqual(['beta.pdf']);
    }
    const all = await create(data, '--name', 'all');
    expect((await namesIn(await send(url, { 'x-api-key': all.key }))).toSorted()).toEqual(['alpha.pdf', 'beta.pdf']);

    const listed = JSON.parse((await mailglob(['key', 'list', '--json', '--data', data])).stdout);
    expect(listed.keys).toMatchObject([
      { name: 'Ann’s desk', accounts: ['beta'], scopes: ['read'], expiresAt: null, lastUsedAt: expect.any(String) },
      { id: all.id, name: 'all', accounts: '*', lastUsedAt: expect.any(String) },
    ]);
    const revoked = await mailglob(['key', 'revoke', 'Ann’s desk', '--data', data]);
    expect(revoked).toEqual({ status: 0, stdout: '1 key revoked\n', stderr: '' });
    expect((await send(url, { 'x-api-key': key })).status).toBe(401);
    expect((await send(url, { 'x-api-key': all.key })).status).toBe(200);

    expect(await serving.stop()).toBe(0);
    expect(serving.printed.stderr).toMatch(/^mailglob: there is no API key yet: 'mailglob key create --name NAME'/);
    for (const secret of [key, all.key]) {
      expect(JSON.stringify(serving.printed) + JSON.stringify(listed)).not.toContain(secret);
      for (const file of await readdir(data, { recursive: true, withFileTypes: true })) {
        if (file.isFile()) expect(await readFile(join(file.parentPath, file.name), 'latin1')).not.toContain(secret);
      }
    }
  });
});

test('a key survives a rebuild, and is no flaw that verify finds', async () => {
  await inDirectory(async directory => {
    const data = await archiveOfTwo(directory);
    const { key } = await create(data, '--name', 'desk');
    expect((await mailglob(['rebuild', '--data', data, '--quiet'])).status).toBe(0);
    expect((await mailglob(['verify', '--data', data, '--quiet'])).status).toBe(0);
    const serving = startMailglob(['serve', '--data', data, '--port', '0', '--auth', 'apiKey']);
    expect((await send(urlOf(await serving.firstLine), { 'x-api-key': key })).status).toBe(200);
    expect(serving.printed.stderr).not.toContain('no API key');
    await serving.stop();
  });
});

test('a key that may not read is told so, and one whose account holds nothing sees nothing', async () => {
  await inDirectory(async directory => {
    const data = await archiveOfTwo(directory);
    const admin = await createOdd(data, '--name', 'a', '--scopes', 'admin');
    expect(admin.stderr).toBe(
      `mailglob: without the scope read every call with it is refused: --scopes read,admin makes one that may call; 'mailglob key revoke ${admin.id}' takes this one away\n`,
    );
    const empty = await createOdd(data, '--name', 'b', '--accounts', 'gamma,delta', '--scopes', 'admin,read');
    expect(empty.stderr).toBe(
      `mailglob: no mail is in account gamma, delta (those that do are alpha, beta): the key reads it once some is imported; 'mailglob key revoke ${empty.id}' takes this one away\n`,
    );
    const serving = startMailglob(['serve', '--data', data, '--port', '0', '--auth', 'apiKey']);
    const url = urlOf(await serving.firstLine);
    const refused = await send(url, { 'x-api-key': admin.key });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer realm="mailglob", error="insufficient_scope", scope="read"',
    ]);
    expect(await namesIn(await send(url, { 'x-api-key': empty.key }))).toEqual([]);
    await serving.stop();
  });
});

test('keys are listed as a table, and revoked by id, by name or by themselves', async () => {
  await inDirectory(async directory => {
    const data = join(directory, 'data');
    expect((await mailglob(['key', 'list', '--data', data])).status).toBe(1);
    const first = await mailglob(['key', 'create', '--name', 'twin', '--json', '--data', data]);
    expect(first.stderr).toMatch(/^mailglob: there was no archive in [^\n]+\n$/);
    const made = JSON.parse(first.stdout);
    const twin = await createOdd(data, '--name', 'twin', '--accounts', 'a, b', '--accounts', 'c', '--expires', '3');
    expect(twin.stderr).toMatch(/^mailglob: no mail is in account a, b, c \(no account holds mail yet\): [^\n]+\n$/);
    const third = await create(data, '--name', 'third', '--scopes', 'admin, read', '--accounts', '*');
    const { stdout } = await mailglob(['key', 'list', '--data', data]);
    expect(stdout.split('\n').map(line => line.split(/ {2,}/))).toEqual([
      ['ID', 'NAME', 'ACCOUNTS', 'SCOPES', 'CREATED', 'EXPIRES', 'LAST USED (UTC)'],
      [made.id, 'twin', 'all', 'read', expect.any(String), 'never', 'never'],
      [twin.id, 'twin', 'a, b, c', 'read', expect.any(String), expect.stringMatching(/^\d{4}-\d\d-\d\d$/), 'never'],
      [third.id, 'third', 'all', 'read, admin', expect.any(String), 'never', 'never'],
      [''],
    ]);
    const both = await mailglob(['key', 'revoke', 'twin', '--data', data]);
    expect(both).toMatchObject({ status: 1, stdout: '' });
    expect(both.stderr).toContain(`2 keys are called twin: revoke them by their ids, ${made.id}, ${twin.id}`);
    const args = ['key', 'revoke', '--json', '--data', data];
    // A name that is the id of another key does not keep that from being revoked.
    const shadowed = await create(data, '--name', 'shadowed');
    const shadow = await create(data, '--name', shadowed.id);
    for (const { id } of [shadowed, shadow]) {
      expect(JSON.parse((await mailglob([...args, id])).stdout)).toEqual({ revoked: [id], unknown: [] });
    }
    const some = await mailglob([...args, made.id, third.key, 'nobody', made.key, `${made.key}0`]);
    expect(some.status).toBe(1);
    expect(JSON.parse(some.stdout)).toEqual({ revoked: [made.id, third.id], unknown: ['nobody', 'mg_…'] });
    expect(some.stderr).toBe("mailglob: there is no key nobody or mg_…: give an id or a name of 'mailglob key list'\n");
    expect(await mailglob(['key', 'revoke', 'nobody', '--data', data])).toEqual({
      status: 1,
      stdout: '',
      stderr: "mailglob: there is no key nobody: give an id or a name of 'mailglob key list'\n",
    });
    expect(JSON.parse((await mailglob([...args, 'twin'])).stdout)).toEqual({ revoked: [twin.id], unknown: [] });
    expect((await mailglob(['key', 'list', '--data', data])).stdout).toMatch(/^No API key yet/);
  });
});
