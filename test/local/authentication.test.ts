import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { inDirectory, mailglob, startMailglob } from './command.ts';

const urlOf = (line: string): string => line.replace(/^mailglob serving /, '');
const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

const send = (url: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: ping, ...init });

/** The status of a request under another name, which fetch() would not send. */
const statusFor = (url: string, host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = { host, 'content-type': 'application/json' };
    const sending = request(url, { method: 'POST', headers }, response => {
      response.resume();
      resolve(response.statusCode);
    });
    sending.once('error', reject);
    sending.end(ping);
  });

/** Serves with a mailglob.yml in the data directory, asks, and stops. */
async function serving<T>(
  configuration: string | null,
  args: readonly string[],
  ask: (url: string, data: string) => Promise<T>,
): Promise<T> {
  return await inDirectory(async directory => {
    const data = join(directory, 'data');
    await mkdir(data);
    if (configuration !== null) await writeFile(join(data, 'mailglob.yml'), configuration);
    const running = startMailglob(['serve', '--data', data, '--port', '0', ...args]);
    try {
      return await ask(urlOf(await running.firstLine), data);
    } finally {
      await running.stop();
    }
  });
}

const statusWith = (configuration: string | null, ...args: readonly string[]) =>
  serving(configuration, args, async url => (await send(url)).status);

const key = 'authentication: { mode: apiKey }\n';
const open = 'authentication: { mode: none, iUnderstandAnyoneCanReadThisMail: true }\n';
const oauth = 'authentication: { mode: both, oauth: { issuer: "https://id.example.com" } }\ngrants: []\n';

test('who may ask is what the command line says, else the configuration, else everybody on this machine', async () => {
  expect(await statusWith(null)).toBe(200);
  expect(await statusWith(key)).toBe(401);
  expect(await statusWith(key, '--auth', 'none')).toBe(200);
  expect(await statusWith(null, '--auth', 'apiKey')).toBe(401);
  expect(await statusWith(open, '--auth', 'apiKey', '--host', '0.0.0.0')).toBe(401);
  expect(await statusWith(oauth)).toBe(401);
  expect(await statusWith(oauth, '--auth', 'oauth')).toBe(401);
});

test('an address that others reach is open to everybody by the long word alone, and then by its own names', async () => {
  await serving(open, ['--host', '0.0.0.0'], async url => {
    const own = url.replace('0.0.0.0', '127.0.0.1');
    expect((await send(own)).status).toBe(200);
    expect((await send(own, { origin: 'http://evil.example' })).status).toBe(403);
  });
});

test('strangers who need no key are counted together, and whose machine it is is not', async () => {
  const few = `${open}limits: { callsPerMinute: 3 }\n`;
  const statuses = (url: string) => Promise.all(Array.from({ length: 7 }, async () => (await send(url)).status));
  await serving(few, ['--host', '0.0.0.0'], async url => {
    expect(await statuses(url.replace('0.0.0.0', '127.0.0.1'))).toContain(429);
  });
  // Whom a proxy on this machine lets in comes by a loopback address too.
  await serving(few, [], async url => {
    expect(await statuses(url)).toContain(429);
  });
  await serving(few, ['--auth', 'none'], async url => {
    expect(new Set(await statuses(url))).toEqual(new Set([200]));
  });
});

test('what takes the scope admin is for whose machine it is, not for everybody who was let in', async () => {
  const rebuild = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search_files', arguments: { keyword: 'x', rebuild_index: true } },
  };
  const asked = async (url: string) => await (await send(url, {}, { body: JSON.stringify(rebuild) })).text();
  const named = `${open}hosts: [mail.example.com]\n`;
  expect(await serving(named, [], asked)).toMatch(/mailglob error 51002: rebuild_index is not yours/);
  expect(await serving(named, ['--auth', 'none'], asked)).toMatch(/"results"/);
});

test('names by which others come are for those who are asked for a key or a token, or were let in', async () => {
  const hosts = 'hosts: [mail.example.com]\n';
  const byName = (configuration: string, ...args: readonly string[]) =>
    serving(configuration, args, url => statusFor(url, 'mail.example.com'));
  expect(await byName(open + hosts)).toBe(200);
  expect(await byName(key + hosts)).toBe(401);
  expect(await byName(key + hosts, '--auth', 'none')).toBe(403);
  await inDirectory(async directory => {
    const config = join(directory, 'other.yml');
    await writeFile(config, hosts);
    const serve = ['serve', '--data', join(directory, 'data'), '--port', '0', '--config', config];
    expect(await mailglob(serve)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^mailglob: the configuration has hosts, .* say in it who may ask\n$/),
    });
  });
});

test('start asks for what the configuration in the data directory asks for', async () => {
  await inDirectory(async directory => {
    await writeFile(join(directory, 'mailglob.yml'), key);
    const running = startMailglob(['start', '--data', directory, '--port', '0', '--quiet']);
    expect((await send(urlOf(await running.firstLine))).status).toBe(401);
    await running.stop();
    await writeFile(join(directory, 'mailglob.yml'), 'authentication: { mode: apikey }\n');
    expect(await mailglob(['start', '--data', directory, '--port', '0'])).toMatchObject({ status: 1, stdout: '' });
  });
});

test('a configuration of a deployment will do, and one that is wrong names its line', async () => {
  const example = 'accounts:\n  - id: billing\nlimits: { burst: 3, callsPerMinute: 2 }\nretention: { logDays: 3 }\n';
  await inDirectory(async directory => {
    const config = join(directory, 'other.yml');
    const serve = ['serve', '--data', join(directory, 'data'), '--port', '0', '--config', config];
    expect(await mailglob(serve)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/is missing/) });
    await writeFile(config, `${key}${example}`);
    const running = startMailglob(serve);
    const url = urlOf(await running.firstLine);
    expect((await send(url)).status).toBe(401);
    await running.stop();
    await writeFile(config, `${key}limits:\n  callsPerMinutes: 2\n`);
    const wrong = await mailglob(serve);
    expect(wrong).toMatchObject({ status: 1, stdout: '' });
    expect(wrong.stderr).toMatch(/other\.yml line 3: limits has no setting 'callsPerMinutes'/);
    await writeFile(config, 'authentication: { mode: both, oauth: { issuer: "https://id.example.com" } }\n');
    expect((await mailglob(serve)).stderr).toMatch(/other\.yml line 1: grants is missing/);
    await writeFile(config, 'authentication: { mode: oauth, oauth: { issuer: "http://id.example.com" } }\n');
    expect((await mailglob(serve)).stderr).toMatch(/other\.yml line 1: authentication\.oauth\.issuer is no https URL/);
    expect((await mailglob([...serve, '--config', directory])).stderr).toContain(`${directory} is a directory: name a`);
    await writeFile(config, 'authentication: { mode: none }\n');
    expect((await mailglob(serve)).stderr).toMatch(/line 1: authentication\.mode none lets everybody read/);
  });
});

test('a caller gets 429 beyond the requests of a minute, and is told when to come again; others do not', async () => {
  await serving(`${key}limits: { callsPerMinute: 5 }\n`, [], async (url, data) => {
    const make = async (name: string) =>
      (await mailglob(['key', 'create', '--name', name, '--data', data])).stdout.trimEnd();
    const [ann, bob] = [await make('ann'), await make('bob')];
    const answers: Response[] = [];
    // A minute of the clock may end meanwhile, not two.
    for (let i = 0; i < 11; i++) answers.push(await send(url, { 'x-api-key': ann }));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 200).length).toBe(11 - refused.length);
    for (const { headers } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    expect((await send(url, { 'x-api-key': bob })).status).toBe(200);
  });
});

test('pages of other origins call where they are named', async () => {
  const origin = 'https://app.example.com';
  await serving(`cors: { origins: ["${origin}"] }\n`, [], async url => {
    const asked = await send(
      url,
      { origin, 'access-control-request-method': 'POST' },
      { method: 'OPTIONS', body: null },
    );
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
    const called = await send(url, { origin });
    expect([called.status, called.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
    expect((await send(url, { origin: 'https://evil.example' })).status).toBe(403);
  });
});

test('nothing tells what the server is made of', async () => {
  await serving(key, [], async url => {
    const answers = [await send(url), await send(`${url}x`), await send(url, {}, { method: 'PUT' })];
    for (const response of answers) {
      const said = JSON.stringify([...response.headers]) + (await response.text());
      expect(said).not.toMatch(/node|express|powered|server"|\d+\.\d+\.\d+|\\n +at |\.ts|\.js/i);
      expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    }
  });
});
