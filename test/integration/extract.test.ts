// Files of mails and documents of the library in a deployment: what arrives is read by its own function and found by
// search_files; what is made to hurt hurts nothing else.

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteObjectCommand, ListObjectVersionsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
} from '@aws-sdk/client-sqs';
import { deleteArchive } from '../../infra/deleteArchive.ts';
import { dynamoClient, s3Client, sqsClient } from '../../lib/aws/clients.ts';
import type { SearchFilesResult } from '../../lib/tools/searchFiles.ts';
import { freshPrefix } from '../contract/contractOptions.ts';
import { callTool } from '../contract/emailTools.ts';
import { mailglob } from '../local/command.ts';
import { type Deployment, prepareDeployment } from './deployment.ts';
import { hostileDocuments, mailOf, plainDocuments, realDocuments, type TestDocument } from './fileMaterial.ts';
import { functionLogs } from './functionLogs.ts';
import { connect, type SearchClient } from './mcpClient.ts';
import { startAws } from './ministack.ts';
import type { Server } from './processes.ts';

const configuration = `
authentication: { mode: apiKey }
accounts:
  - id: billing
  - id: shared/lists
retention: { deletionProtection: false }
`;

const stageName = `files-${freshPrefix().toLowerCase()}`;
let aws: Server | undefined;
let stage: Deployment;
let bucket: string;
let table: string;
let search: SearchClient;
let admin: SearchClient;

type Question = Readonly<Record<string, unknown>>;
const ask = (sent: Question, { client } = search) =>
  callTool<SearchFilesResult>(client, 'search_files', { limit: 200, ...sent });
const pathsOf = ({ results = [] }: SearchFilesResult): string[] => results.map(({ path }) => path);
const put = (Key: string, Body: string | Uint8Array) =>
  s3Client().send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
const remove = (Key: string) => s3Client().send(new DeleteObjectCommand({ Bucket: bucket, Key }));

/** Asks until the answer is right; what was last wrong is left to the assertion that follows. */
async function until(isSo: () => Promise<boolean>, milliseconds = 180_000): Promise<void> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(500)) if (await isSo()) return;
}

/** How many messages a queue holds, those that are worked on and those that wait included. */
async function messagesIn(queue: string): Promise<number> {
  const names = [
    ...(['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const),
    'ApproximateNumberOfMessagesDelayed' as const,
  ];
  const QueueUrl = await stage.physicalId(queue);
  const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: names });
  const { Attributes = {} } = await sqsClient().send(asked);
  return names.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0);
}

const isQuiet = async () => (await messagesIn('IngestQueue')) + (await messagesIn('ExtractQueue')) === 0;
/** Waits until everything that happened in the bucket was followed. */
async function settled(): Promise<void> {
  await until(isQuiet);
  // What the one function wrote is told to the other.
  await sleep(1_000);
  await until(isQuiet);
}

async function newKey(...options: string[]): Promise<string> {
  const { status, stdout, stderr } = await mailglob(['key', 'create', '--stack', stageName, ...options]);
  if (status !== 0) throw new Error(stderr);
  return stdout.trimEnd();
}

beforeAll(async () => {
  aws = await startAws();
  stage = await prepareDeployment(stageName, configuration);
  const { status, said } = await stage.serverless('deploy');
  if (status !== 0) throw new Error(said);
  bucket = await stage.output('BucketName');
  table = await stage.output('TableName');
  const url = await stage.mcpUrl();
  search = await connect(url, await stage.apiKey());
  admin = await connect(url, await newKey('--name', 'admin', '--scopes', 'read,admin'));
});

afterAll(async () => {
  await search?.close();
  await admin?.close();
  if (bucket) await deleteArchive({ s3: s3Client(), dynamo: dynamoClient() }, { bucket, table });
  // Where setting up failed, that is the error to see.
  await stage?.done();
  await aws?.stop();
});

it('finds documents of every type by their words, in mails and below library/', async () => {
  const documents = [...realDocuments, ...plainDocuments];
  const put5 = async (some: readonly TestDocument[], i: number) =>
    put(`mail/billing/INBOX/mail-${i}`, mailOf(`Documents ${i}`, some));
  for (let at = 0; at < documents.length; at += 5) await put5(documents.slice(at, at + 5), at);
  for (const { name, bytes } of documents) await put(`library/contracts/2024/${name}`, bytes);
  await settled();
  await until(async () => (await ask({ keyword: 'Blattgold' })).index.state === 'ready');
  const { index, ...first } = await ask({ keyword: 'Blattgold' });
  expect(index).toMatchObject({ state: 'ready', mode: 'fullText', ignored_filters: [], files_pending: 0 });
  expect(index.files_indexed).toBe(2 * documents.length);
  expect(pathsOf({ index, ...first }).toSorted()).toEqual(
    expect.arrayContaining(plainDocuments.map(({ name }) => `library/contracts/2024/${name}`)),
  );
  const missing: string[] = [];
  for (const { name, phrases } of documents)
    for (const phrase of [phrases[0] ?? '', phrases.at(-1) ?? '']) {
      const found = pathsOf(await ask({ keyword: phrase }));
      const inLibrary = found.includes(`library/contracts/2024/${name}`);
      const inMail = found.some(path => path.startsWith('mail/billing/INBOX/2024-03/') && path.endsWith(`-${name}`));
      if (!inLibrary || !inMail) missing.push(`${name}: ${phrase}`);
    }
  expect(missing).toEqual([]);
  expect(new Set(documents.map(({ type }) => type))).toEqual(
    new Set([
      ...['txt', 'md', 'csv', 'tsv', 'json', 'xml', 'html', 'rtf', 'eml', 'ics', 'pdf'],
      ...['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub'],
    ]),
  );
});

it('finds by phrase, tag, date, modification, type, path and name', async () => {
  await put(
    'library/notes/deep/offer.md',
    '---\ntags: [Legal, draft]\ndate: 2021-06-07\n---\n# Terms\nThe quarnox warranty clause holds.\n\n# Other\nNothing #urgent here.\n',
  );
  await put('library/notes/2020-02-03 minutes.txt', 'The clause of warranty quarnox is void.');
  await put('library/pictures/Site plan quarnox.png', Buffer.from('89504e470d0a1a0a00000000', 'hex'));
  await put(
    'mail/shared%2Flists/INBOX/one',
    mailOf('One', [{ name: 'quarnox.txt', bytes: Buffer.from('warranty clause') }], '2019-08-09T00:00:00Z'),
  );
  await settled();
  const offer = 'library/notes/deep/offer.md';
  const minutes = 'library/notes/2020-02-03 minutes.txt';
  const found = async (sent: Question) => pathsOf(await ask({ keyword: 'quarnox', ...sent }));
  const all = await found({});
  expect(all).toHaveLength(4);
  const attached = all.find(path => path.startsWith('mail/shared%2Flists/INBOX/2019-08/')) ?? '';
  expect(attached).toMatch(/\/\d+-quarnox\.txt$/);
  expect((await found({ exact_phrase: 'WARRANTY clause' })).toSorted()).toEqual([offer, attached].toSorted());
  expect(await found({ keyword: '"warranty clause"' })).toEqual(expect.arrayContaining([offer, attached]));
  expect(await found({ tags: ['legal'] })).toEqual([offer]);
  expect(await found({ tags: ['Urgent', 'nothing'] })).toEqual([offer]);
  expect(await found({ date_from: '2020-01-01', date_to: '2020-12-31' })).toEqual([minutes]);
  expect(await found({ date_to: '2021-06-07', date_from: '2021-06-07' })).toEqual([offer]);
  expect(await found({ modified_before: '2019-08-09' })).toEqual([attached]);
  expect((await found({ file_types: ['.MD', 'png'] })).toSorted()).toEqual([
    offer,
    'library/pictures/Site plan quarnox.png',
  ]);
  expect((await found({ path: 'library/notes' })).toSorted()).toEqual([minutes, offer].toSorted());
  expect(await found({ path: 'mail/shared%2Flists' })).toEqual([attached]);
  expect(await found({ keyword: 'ite pla' })).toEqual(['library/pictures/Site plan quarnox.png']);
  const { results = [] } = await ask({ keyword: 'clause', path: 'library/notes/deep' });
  expect(results).toMatchObject([
    {
      ...{ path: offer, heading: 'Terms', file_date: '2021-06-07', message_id: null, attachment_id: null },
      snippet: expect.stringContaining('**clause**'),
      tags: expect.arrayContaining(['Legal', 'draft', 'urgent']),
    },
  ]);
  // searchAttachments is of mail alone.
  expect(await search.findAll({ pattern: '*site plan*' })).toEqual([]);
});

it('shows documents of the library to nobody whom a key keeps from them', async () => {
  const kept = await connect(
    await stage.mcpUrl(),
    await newKey('--name', 'kept', '--no-library', '--accounts', 'billing'),
  );
  try {
    const { results = [], index } = await ask({ keyword: 'Blattgold' }, kept);
    expect(results.length).toBe(plainDocuments.length);
    expect(results.filter(({ path }) => !path.startsWith('mail/billing/'))).toEqual([]);
    expect(index.files_indexed).toBe(realDocuments.length + plainDocuments.length);
  } finally {
    await kept.close();
  }
});

it('forgets a document, and the files of a mail, that are taken away, and reads what changed', async () => {
  await put('library/a/gone.txt', 'zanzibar one');
  await put('library/a/changed.txt', 'zanzibar two');
  await put('mail/billing/INBOX/gone', mailOf('Gone', [{ name: 'gone.txt', bytes: Buffer.from('zanzibar three') }]));
  await settled();
  expect(pathsOf(await ask({ keyword: 'zanzibar' }))).toHaveLength(3);
  await remove('library/a/gone.txt');
  await remove('mail/billing/INBOX/gone');
  await put('library/a/changed.txt', 'tanganyika');
  await settled();
  expect(pathsOf(await ask({ keyword: 'zanzibar' }))).toEqual([]);
  expect(pathsOf(await ask({ keyword: 'tanganyika' }))).toEqual(['library/a/changed.txt']);
  expect(pathsOf(await ask({ keyword: 'gone.txt' }))).toEqual([]);
});

it('comes to no harm by what is made to hurt, finds it by its name and says why it is not read', async () => {
  await put('mail/billing/INBOX/hostile', mailOf('Hostile', hostileDocuments));
  for (const { name, bytes } of hostileDocuments) await put(`library/hostile/${name}`, bytes);
  await put(
    'mail/billing/INBOX/beside',
    mailOf('Beside', [{ name: 'beside.txt', bytes: Buffer.from('unharmed okapi') }]),
  );
  await settled();
  expect(pathsOf(await ask({ keyword: 'okapi' }))).toHaveLength(1);
  const { unreadable_files: unreadable } = await ask({ diagnostics_only: true });
  for (const { name, reason } of hostileDocuments) {
    const found = pathsOf(await ask({ keyword: name }));
    expect([name, found.filter(path => path.endsWith(name)).length]).toEqual([name, 2]);
    const told = unreadable?.rows.filter(({ path }) => path.endsWith(name)) ?? [];
    expect([name, told.length]).toEqual([name, reason ? 2 : 0]);
    for (const one of told) expect(one.reason).toMatch(reason ?? '');
  }
  expect(await messagesIn('ExtractDeadLetterQueue')).toBe(0);
});

it('reads a file once that is sent again and again, and tells who has it', async () => {
  const bytes = Buffer.from('the wombat ledger, word for word');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const send = (i: number) =>
    put(`mail/billing/INBOX/again-${i}`, mailOf(`Again ${i}`, [{ name: `ledger ${i}.txt`, bytes }]));
  await send(0);
  await settled();
  for (let i = 1; i <= 12; i++) await send(i);
  await settled();
  expect(pathsOf(await ask({ keyword: 'wombat' }))).toHaveLength(13);
  const { Versions = [] } = await s3Client().send(
    new ListObjectVersionsCommand({ Bucket: bucket, Prefix: `text/${sha256}` }),
  );
  expect(Versions.map(({ Key }) => Key)).toEqual([`text/${sha256}`].map(key => expect.stringContaining(key)));
  const { duplicate_content: duplicates } = await ask({ diagnostics_only: true });
  expect(duplicates?.rows).toEqual(
    expect.arrayContaining([expect.objectContaining({ content_hash: sha256, count: 13, size_bytes: bytes.length })]),
  );
});

it('keeps a message that nobody can read, and goes on', async () => {
  const [QueueUrl, letters] = [
    await stage.physicalId('ExtractQueue'),
    await stage.physicalId('ExtractDeadLetterQueue'),
  ];
  const sqs = sqsClient();
  const { Attributes: { RedrivePolicy = '' } = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['RedrivePolicy'] }),
  );
  // Eight tries would take half an hour.
  const once = JSON.stringify({ ...JSON.parse(RedrivePolicy), maxReceiveCount: 1 });
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { RedrivePolicy: once } }));
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'poison' }));
  await put('library/beside-poison.txt', 'axolotl');
  await until(async () => (await messagesIn('ExtractDeadLetterQueue')) > 0);
  await settled();
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { RedrivePolicy } }));
  const asked = new ReceiveMessageCommand({ QueueUrl: letters, MaxNumberOfMessages: 10, VisibilityTimeout: 0 });
  expect((await sqs.send(asked)).Messages?.map(({ Body }) => Body)).toEqual(['poison']);
  expect(pathsOf(await ask({ keyword: 'axolotl' }))).toEqual(['library/beside-poison.txt']);
});

describe('a rebuild', () => {
  const pathsNow = async () => pathsOf(await ask({ keyword: 'Blattgold' })).toSorted();
  const isReady = async () => (await ask({ keyword: 'Blattgold' })).index.state === 'ready';

  it('is refused to who has no admin scope, and changes nothing', async () => {
    const { isError, content } = await search.client.callTool({
      name: 'search_files',
      arguments: { keyword: 'Blattgold', rebuild_index: true },
    });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain('mailglob error 51002: ');
    expect(await isReady()).toBe(true);
  });

  it('is started by who has it, twice without harm; the index before answers until the new one does', async () => {
    const before = await pathsNow();
    const answers = [];
    for (let i = 0; i < 2; i++) answers.push(await ask({ keyword: 'Blattgold', rebuild_index: true }, admin));
    for (const answer of answers) {
      expect(pathsOf(answer).toSorted()).toEqual(before);
      expect(answer.index).toMatchObject({ state: 'building', mode: 'fullText', ignored_filters: [] });
    }
    await until(isReady);
    await settled();
    expect(await isReady()).toBe(true);
    expect(await pathsNow()).toEqual(before);
    expect((await ask({ keyword: 'Blattgold' })).index.files_pending).toBe(0);
  });

  it('is started by mailglob rebuild --stack as well, and verify finds nothing wrong after it', async () => {
    const before = await pathsNow();
    const { status, stderr } = await mailglob(['rebuild', '--stack', stageName]);
    expect([status, stderr]).toEqual([0, expect.stringContaining('indexes its files anew')]);
    await until(isReady);
    await settled();
    expect(await isReady()).toBe(true);
    expect(await pathsNow()).toEqual(before);
    const verified = await mailglob(['verify', '--stack', stageName]);
    expect(verified).toMatchObject({ status: 0, stdout: expect.stringContaining('everything agrees') });
  });
});

it('logs no name and no word of a file', async () => {
  const logs = [...(await functionLogs(stage.stackName))].flatMap(([name, lines]) =>
    /extract/.test(name) ? lines : [],
  );
  expect(logs.join('\n')).toContain('"outcomes":["indexed"]');
  expect(logs.filter(line => /quarnox|zanzibar|library\/|\.docx|wombat|contracts/.test(line))).toEqual([]);
});
