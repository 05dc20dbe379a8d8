// Who gets in at a deployment, by keys made with the command, and what its functions log of it all.

import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { deleteArchive } from '../../infra/deleteArchive.ts';
import { contentBlobKey } from '../../lib/archive/blobKeys.ts';
import { storedEmailIdOf } from '../../lib/archive/identity.ts';
import { callCountPk, messagePk } from '../../lib/archive/keys.ts';
import type { Store } from '../../lib/archive/ports.ts';
import { readAll } from '../../lib/archive/readAll.ts';
import { readStatus } from '../../lib/archive/status.ts';
import { dynamoClient, s3Client } from '../../lib/aws/clients.ts';
import { dynamoStore } from '../../lib/aws/dynamoStore.ts';
import { freshPrefix } from '../contract/contractOptions.ts';
import { canary, canaryAttempts, canaryMail, holdsCanary } from '../doubles/canaries.ts';
import { mailglob } from '../local/command.ts';
import { type Deployment, prepareDeployment } from './deployment.ts';
import { functionLogs } from './functionLogs.ts';
import { startAws } from './ministack.ts';
import type { Server } from './processes.ts';

const account = `${canary}s`;
const perMinute = 3000;
const configuration = `
authentication: { mode: apiKey }
accounts:
  - id: ${account}
  - id: other
limits: { callsPerMinute: ${perMinute} }
retention: { deletionProtection: false }
`;

const stageName = `door-${freshPrefix().toLowerCase()}`;
const stack = ['--stack', stageName];
let aws: Server;
let stage: Deployment;
let store: Store;
let bucket: string;
let table: string;
let url: URL;

interface Made {
  readonly key: string;
  readonly id: string;
}

/** @param said what is said about the key besides */
async function create(args: readonly string[], said: RegExp = /^$/): Promise<Made> {
  const { status, stdout, stderr } = await mailglob(['key', 'create', '--json', ...args, ...stack]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(said) });
  return JSON.parse(stdout) as Made;
}

const list = async () => JSON.parse((await mailglob(['key', 'list', '--json', ...stack])).stdout).keys;

interface Reply {
  readonly result?: {
    readonly tools?: Parameters<typeof canaryAttempts>[0];
    readonly isError?: boolean;
    readonly content?: readonly { readonly text: string }[];
  };
}

const ask = (headers: Record<string, string>, method: string, params: object = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });

const textOf = async (response: Response) => ((await response.json()) as Reply).result?.content?.[0]?.text ?? '';
const search = (key: string, args: object = { pattern: '*' }) =>
  ask({ 'x-api-key': key }, 'tools/call', { name: 'searchAttachments', arguments: args });

beforeAll(async () => {
  aws = await startAws();
  stage = await prepareDeployment(stageName, configuration);
  const { status, said } = await stage.serverless('deploy');
  if (status !== 0) throw new Error(said);
  expect(said).toContain(`npx mailglob key create --name NAME --stack ${stageName}`);
  bucket = await stage.output('BucketName');
  table = await stage.output('TableName');
  url = await stage.mcpUrl();
  store = dynamoStore({ client: dynamoClient(), table });
  const s3 = s3Client();
  for (const n of [1, 2, 3]) {
    const Key = `mail/${account}/INBOX/${canary}-${n}`;
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: canaryMail(n) }));
  }
  // One that cannot be taken in, by a name that tells.
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: `mail/${canary}/INBOX/x`, Body: canaryMail(4) }));
  s3.destroy();
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(300)) {
    const { messages, quarantined } = await readStatus(store);
    if (messages === 3 && quarantined === 1) break;
  }
});

afterAll(async () => {
  await store?.close();
  if (bucket) await deleteArchive({ s3: s3Client(), dynamo: dynamoClient() }, { bucket, table });
  await stage?.done();
  await aws?.stop();
});

it('is closed until a key is made, and opens for what the key gives', async () => {
  expect((await ask({}, 'tools/list')).status).toBe(401);
  expect(await list()).toEqual([]);
  const all = await create(['--name', 'all']);
  const other = await create(['--name', 'other', '--accounts', 'other']);
  expect(await textOf(await search(all.key))).toMatch(/"returned":6,/);
  expect(await textOf(await search(other.key))).toMatch(/"returned":0,/);
  expect(await textOf(await search(other.key, { pattern: '*', accountIds: [account] }))).toMatch(
    /^mailglob error 53001/,
  );
  expect(await list()).toMatchObject([
    { id: all.id, name: 'all', accounts: '*', lastUsedAt: expect.any(String) },
    { id: other.id, name: 'other', accounts: ['other'], lastUsedAt: expect.any(String) },
  ]);
  const used = (await list())[0].lastUsedAt;
  await search(all.key);
  expect((await list())[0].lastUsedAt).toBe(used);
});

it('turns a key away from the moment it is revoked, and one that may not read', async () => {
  const { key, id } = await create(['--name', 'passing', '--expires', '1']);
  const admin = await create(
    ['--name', 'admin', '--scopes', 'admin'],
    /without the scope read every call with it is refused/,
  );
  expect((await search(key)).status).toBe(200);
  expect((await search(admin.key)).status).toBe(403);
  expect((await mailglob(['key', 'revoke', id, ...stack])).status).toBe(0);
  expect((await search(key)).status).toBe(401);
  for (const damaged of [key.slice(0, -1), key.toLowerCase(), `${key}, ${key}`, '']) {
    expect((await search(damaged)).status).toBe(401);
  }
});

it('makes no key for an account that it does not serve', async () => {
  const { status, stderr } = await mailglob(['key', 'create', '--name', 'x', '--accounts', 'other,no', ...stack]);
  expect(status).toBe(1);
  expect(stderr).toMatch(/does not serve account no, only \S+, other: give --accounts some of these\n$/);
});

it('counts what callers ask in the table, in one row each, and answers 429 beyond', async () => {
  const { key, id } = await create(['--name', 'busy']);
  const rows = async () => {
    const found = [];
    for await (const row of readAll(store, callCountPk)) found.push(row);
    return found;
  };
  const before = await rows();
  // As many as are told of together; again where a minute ended meanwhile, with which what was counted is forgotten.
  let after = before;
  for (let tries = 0; after.length === before.length && tries < 3; tries++) {
    for (let i = 0; i < perMinute / 60; i++) expect((await ask({ 'x-api-key': key }, 'ping')).status).toBe(200);
    after = await rows();
  }
  expect(after.length).toBe(before.length + 1);
  const [row] = after.filter(({ sk }) => before.every(other => other.sk !== sk));
  if (row === undefined) throw new Error('nothing was counted');
  // As if others had used up this minute, and the next, should it begin meanwhile.
  const refusals = async () => {
    const answers = [];
    for (let i = 0; i <= perMinute / 60; i++) answers.push(await ask({ 'x-api-key': key }, 'ping'));
    return answers.filter(({ status }) => status === 429);
  };
  const minute = Math.floor(Date.now() / 60_000);
  await store.put([{ ...row, data: `${minute} ${perMinute}` }]);
  let refused = await refusals();
  for (let tries = 0; refused.length === 0 && tries < 3; tries++) {
    await store.put([{ ...row, data: `${Math.floor(Date.now() / 60_000)} ${perMinute}` }]);
    refused = await refusals();
  }
  expect(refused.length).toBeGreaterThan(0);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused[0]?.text()).toContain('try again in');
  await mailglob(['key', 'revoke', id, ...stack]);
});

it('logs nothing of mails, of what was asked, and of who asked, also where rows are broken', async () => {
  const { key } = await create(['--name', canary]);
  const { result } = (await (await ask({ 'x-api-key': key }, 'tools/list')).json()) as Reply;
  const ids = [1, 2, 3].map(n => storedEmailIdOf(account, 'INBOX', Buffer.from(canaryMail(n))));
  const attempts = canaryAttempts(result?.tools ?? [], ids, { authorization: `Bearer ${key}` });
  const statuses = new Set<number>();
  for (const harm of [async () => {}, breakRows]) {
    await harm();
    for (const { path, ...init } of attempts) {
      const response = await fetch(new URL(path.replace(/^\//, './'), url), init);
      statuses.add(response.status);
      await response.text();
    }
  }
  expect([...statuses].sort()).toEqual([200, 400, 401, 403, 404, 405, 415]);
  const logs = await functionLogs(stage.stackName);
  const query = logs.get('query') ?? [];
  expect(query.length).toBeGreaterThan(attempts.length);
  const entries = query.flatMap(line => (line.startsWith('{') ? [JSON.parse(line)] : []));
  for (const outcome of ['answered', 'refused', 'failed', 'unknownTool']) {
    expect(entries).toContainEqual(expect.objectContaining({ event: 'call', outcome }));
  }
  expect((logs.get('ingest') ?? []).length).toBeGreaterThan(0);
  for (const lines of logs.values()) {
    expect(lines.filter(line => line.includes(key) || holdsCanary(line))).toEqual([]);
  }
});

/** Text before the data of every message row, and no content, so that whoever reads them fails with errors that quote it. */
async function breakRows(): Promise<void> {
  const s3 = s3Client();
  for (const n of [1, 2, 3]) {
    const id = storedEmailIdOf(account, 'INBOX', Buffer.from(canaryMail(n)));
    await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: contentBlobKey(account, id) }));
  }
  s3.destroy();
  for await (const row of readAll(store, messagePk(account, 'INBOX'))) {
    await store.put([{ ...row, data: `${canary}${row.data}` }]);
  }
}
