// The command over a deployed stack, with --stack, beside the same command over an archive of this machine.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deleteArchive } from '../../infra/deleteArchive.ts';
import { mailBlobKey } from '../../lib/archive/blobKeys.ts';
import { listSpaces, readFileState } from '../../lib/archive/files/fileState.ts';
import { postingOf } from '../../lib/archive/flawedRows.ts';
import { ownerKey } from '../../lib/archive/keys.ts';
import { ownedRowKeys, readOwner } from '../../lib/archive/owners.ts';
import type { Row, Store } from '../../lib/archive/ports.ts';
import { familyOf } from '../../lib/archive/rowFamily.ts';
import { dynamoClient, s3Client } from '../../lib/aws/clients.ts';
import { dynamoStore } from '../../lib/aws/dynamoStore.ts';
import { s3Blobs } from '../../lib/aws/s3Blobs.ts';
import { freshPrefix } from '../contract/contractOptions.ts';
import { mailglob, type Outcome } from '../local/command.ts';
import { mail, mbox } from '../local/mails.ts';
import { type Deployment, prepareDeployment } from './deployment.ts';
import { startAws } from './ministack.ts';
import type { Server } from './processes.ts';

const configuration = `
authentication: { mode: apiKey }
accounts:
  - id: billing
  - id: shared/lists
retention: { deletionProtection: false }
`;

const stageName = `cli-${freshPrefix().toLowerCase()}`;
const stack = ['--stack', stageName];
let aws: Server;
let stage: Deployment;
let directory: string;
let store: Store;
let bucket: string;
let table: string;

const data = () => ['--data', join(directory, 'data')];
const lastLine = ({ stdout }: Outcome) => JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');

beforeAll(async () => {
  aws = await startAws();
  directory = await mkdtemp(join(tmpdir(), 'mailglob-stack-'));
  await writeFile(
    join(directory, 'some.mbox'),
    mbox(
      Array.from({ length: 30 }, (_, i) => mail({ id: `box ${i}`, files: i % 3 === 0 ? [`Rechnung ${i}.pdf`] : [] })),
    ),
  );
  const maildir = join(directory, 'Maildir');
  for (const name of ['cur', 'new', 'tmp', '.Sent/cur']) await mkdir(join(maildir, name), { recursive: true });
  await writeFile(
    join(maildir, 'cur/1700000000.1.host:2,FS'),
    mail({ id: 'flagged', files: ['見積書.xlsx', 'b.pdf'] }),
  );
  await writeFile(join(maildir, '.Sent/cur/1700000001.2.host:2,S'), mail({ id: 'sent', files: ['offer.docx'] }));
  stage = await prepareDeployment(stageName, configuration);
  const { status, said } = await stage.serverless('deploy');
  if (status !== 0) throw new Error(said);
  bucket = await stage.output('BucketName');
  table = await stage.output('TableName');
  store = dynamoStore({ client: dynamoClient(), table });
});

afterAll(async () => {
  await store?.close();
  if (bucket) await deleteArchive({ s3: s3Client(), dynamo: dynamoClient() }, { bucket, table });
  await stage?.done();
  await aws?.stop();
  await rm(directory, { recursive: true });
});

const sources = () => [join(directory, 'some.mbox'), join(directory, 'Maildir')];

/** Families of rows that depend on when it came to them: a function of its own reads files, and words are sealed. */
const timely: ReadonlySet<unknown> = new Set([
  ...['file', 'fileOwner', 'fileState', 'pendingFiles', 'contentFile', 'fileDiagnostic', 'lock'],
  ...['words', 'wordTail', 'wordBlock', 'wordDocuments', 'wordSealing'],
]);

/** Waits until the stack has indexed its files. */
async function filesSettled(): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(300)) {
    const { complete, building, pending } = await readFileState(store, await listSpaces(store));
    if (complete !== null && building === null && pending === 0) return;
  }
}

/** Every row of mail but of its words, in one order. */
const rows = async (): Promise<readonly Row[]> => (await allRows()).filter(row => !timely.has(familyOf(row)));

/** Every row, in one order. */
async function allRows(): Promise<readonly Row[]> {
  const found: Row[] = [];
  for await (const entry of store.audit({ postingOf })) {
    if (entry.kind === 'fault') throw new Error(JSON.stringify(entry.fault));
    found.push(entry.row);
  }
  return found.toSorted((a, b) => (`${a.pk}\0${a.sk}` < `${b.pk}\0${b.sk}` ? -1 : 1));
}

it('says so where there is no such stack, or it does not serve the account', async () => {
  const none = await mailglob(['status', '--stack', `${stageName}-not`]);
  expect(none).toMatchObject({ status: 1, stdout: '' });
  expect(none.stderr).toMatch(/^mailglob: there is no stack mailglob-\S+-not in us-east-1: deploy it with [^\n]+\n$/);
  const foreign = await mailglob(['import', ...sources(), '--account', 'eve', ...stack]);
  expect(foreign).toMatchObject({ status: 1, stdout: '' });
  expect(foreign.stderr).toMatch(/does not serve account eve, only billing, shared\/lists: [^\n]+\n$/);
  expect(await s3Blobs({ client: s3Client(), bucket }).list('mail/', { limit: 1 })).toEqual([]);
});

it('imports, waits until all is taken in, and comes to what an import here comes to', async () => {
  const local = await mailglob(['import', ...sources(), '--account', 'billing', '--json', ...data()]);
  const taken = ['import', ...sources(), '--account', 'billing', '--json', '--quiet', '--wait', ...stack];
  const far = await mailglob(taken);
  expect(far).toMatchObject({ status: 0, stderr: '' });
  expect(lastLine(far)).toEqual({ ...lastLine(local), seconds: expect.any(Number) });
  expect(lastLine(far)).toMatchObject({ messages: 32, stored: 32, attachments: 13 });
  const again = await mailglob(taken);
  expect(lastLine(again)).toMatchObject({ messages: 32, stored: 0, duplicates: 32, failed: 0 });

  const statusHere = lastLine(await mailglob(['status', '--json', ...data()]));
  const statusThere = lastLine(await mailglob(['status', '--json', ...stack]));
  const timeless = (status: { accounts: { folders: object[] }[] }) => ({
    ...status,
    accounts: status.accounts.map(account => ({
      ...account,
      folders: account.folders.map(folder => ({ ...folder, lastStoredAt: null })),
    })),
  });
  expect(timeless(statusThere)).toEqual(timeless(statusHere));
  for (const args of [['*'], ['rechnung*', '--limit', '3'], ['*見*'], ['*', '--from', 'ANN@example.com']]) {
    const here = lastLine(await mailglob(['search', ...args, '--json', ...data()]));
    const there = lastLine(await mailglob(['search', ...args, '--json', ...stack]));
    expect(there.data).toEqual(here.data);
    if (!there.next_cursor) continue;
    const more = ['--cursor', there.next_cursor, '--json', ...stack];
    expect(lastLine(await mailglob(['search', ...args, ...more])).data).not.toEqual(there.data);
  }
});

it('uploads without waiting where that is not asked for', async () => {
  const one = join(directory, 'one.eml');
  await writeFile(one, mail({ id: 'alone', files: ['alone.pdf'] }));
  const far = await mailglob(['import', one, '--account', 'shared/lists', '--json', ...stack]);
  expect(lastLine(far)).toMatchObject({ messages: 1, stored: 1, attachments: null, damaged: null, failed: 0 });
  const waited = await mailglob(['import', one, '--account', 'shared/lists', '--json', '--wait', ...stack]);
  expect(lastLine(waited)).toMatchObject({ stored: 0, duplicates: 1, failed: 0 });
  const found = lastLine(await mailglob(['search', 'alone*', '--json', ...stack]));
  expect(found.data).toMatchObject([{ filename: 'alone.pdf', account_id: 'shared/lists' }]);
});

it('verifies, finds what is planted, and rebuilds over it and over an empty table', async () => {
  await filesSettled();
  const before = await rows();
  const right = await mailglob(['verify', ...stack]);
  expect(right).toMatchObject({ status: 0, stderr: '' });
  expect(right.stdout).toMatch(/^33 messages with 14 attachment rows: everything agrees/);

  const { data: found } = lastLine(await mailglob(['search', '見*', '--json', ...stack]));
  const owner = await readOwner(store, found[0].message_id);
  if (!owner) throw new Error('no owner');
  const [attachment] = ownedRowKeys(owner);
  if (!attachment) throw new Error('no attachment');
  await store.delete([attachment, { pk: ownerKey(owner.storedEmailId).pk, sk: '-' }]);
  const wrong = await mailglob(['verify', '--json', ...stack]);
  expect(wrong.status).toBe(1);
  const kinds = wrong.stdout
    .trimEnd()
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line).kind);
  expect(kinds.toSorted()).toEqual([
    'attachmentMissing',
    'attachmentWithoutOwner',
    // Rows and contents of its two files, and what it owns of files.
    ...Array.from({ length: 5 }, () => 'filesSurplus'),
    'messageWithoutOwner',
    'ownerMissing',
    'peopleWithoutOwner',
    'wordsWithoutOwner',
  ]);
  expect(lastLine(await mailglob(['rebuild', '--json', ...stack]))).toMatchObject({
    mails: 33,
    written: 2,
    removed: 0,
  });
  expect(await rows()).toEqual(before);
  await filesSettled();

  await store.delete((await allRows()).map(row => ({ ...row, ...withPosting(row) })));
  expect(await rows()).toEqual([]);
  const rebuilt = await mailglob(['rebuild', '--json', ...stack]);
  expect(rebuilt).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/^mailglob: the stack now indexes [^\n]+\n$/),
  });
  expect(lastLine(rebuilt)).toMatchObject({ mails: 33, removed: 0, mended: 0, quarantined: 0 });
  // The key that cursors of this command are signed with is no part of the mail: it is made anew when one is needed.
  expect(await rows()).toEqual(before.filter(row => row.pk !== 's'));
  await filesSettled();
  expect(await mailglob(['verify', ...stack])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^33 messages with 14 attachment rows: everything agrees/),
  });
});

const withPosting = (row: Row) => {
  const posting = postingOf(row);
  return posting ? { posting } : {};
};

it('removes messages with their bytes', async () => {
  const { data: found } = lastLine(await mailglob(['search', 'offer*', '--json', ...stack]));
  const id: string = found[0].message_id;
  const removed = await mailglob(['remove', id, '00000000-0000-8000-8000-000000000000', '--json', ...stack]);
  expect(removed.status).toBe(1);
  expect(lastLine(removed)).toEqual({ removed: [id], unknown: ['00000000-0000-8000-8000-000000000000'] });
  expect(lastLine(await mailglob(['search', 'offer*', '--json', ...stack])).data).toEqual([]);
  expect(await s3Blobs({ client: s3Client(), bucket }).get(mailBlobKey('billing', 'Sent', `${id}.eml`))).toBeNull();
  await filesSettled();
  const verified = await mailglob(['verify', ...stack]);
  expect(verified).toMatchObject({ status: 0, stdout: expect.stringContaining('everything agrees') });
});
