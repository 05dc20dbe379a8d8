import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  DeleteObjectCommand,
  GetBucketNotificationConfigurationCommand,
  HeadBucketCommand,
  PutBucketNotificationConfigurationCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { deleteArchive } from '../../infra/deleteArchive.ts';
import { contentBlobKey } from '../../lib/archive/blobKeys.ts';
import { rebuild } from '../../lib/archive/rebuild.ts';
import { readStatus } from '../../lib/archive/status.ts';
import { mailIndex } from '../../lib/archive/words/mailWords.ts';
import { sealTail } from '../../lib/archive/words/sealTail.ts';
import { storeMessages } from '../../lib/archive/writer.ts';
import { dynamoClient, s3Client } from '../../lib/aws/clients.ts';
import { dynamoStore } from '../../lib/aws/dynamoStore.ts';
import { s3Blobs } from '../../lib/aws/s3Blobs.ts';
import type { ListEmailsResult } from '../../lib/tools/listEmails.ts';
import { freshPrefix } from '../contract/contractOptions.ts';
import {
  callTool,
  checkCursors,
  checkListRefusals,
  checkLists,
  checkReadRefusals,
  checkSchemaIsStrict,
  checkTools,
} from '../contract/emailTools.ts';
import { readModelMail } from '../contract/searchEmailsModel.ts';
import { checkRanking, checkSearches, drawQueries, letterFolders, letters } from '../contract/searchTool.ts';
import { memoryBlobs } from '../doubles/memoryBlobs.ts';
import { memoryStore } from '../doubles/memoryStore.ts';
import { accounts, idOf, mails, mailWith, metadataOf, modelOfAll } from './bucketMails.ts';
import { type Deployment, prepareDeployment } from './deployment.ts';
import { startLocalGateway } from './localGateway.ts';
import { connect, type SearchClient } from './mcpClient.ts';
import { startAws } from './ministack.ts';
import type { Server } from './processes.ts';
import { type RawRequest, rawRequests } from './rawRequests.ts';

const configuration = `
authentication: { mode: apiKey }
accounts:
  - id: billing
    addresses: [billing@example.com]
  - id: shared/lists
timeZone: UTC
`;

let aws: Server | undefined;
let stage: Deployment;
let search: SearchClient;
let bucket: string;
let table: string;
const s3 = () => s3Client();
let sqs: SQSClient;

const put = (Key: string, Body: string | Uint8Array, Metadata: Record<string, string> = {}) =>
  s3().send(new PutObjectCommand({ Bucket: bucket, Key, Body, Metadata }));

async function status() {
  const store = dynamoStore({ client: dynamoClient(), table });
  try {
    return await readStatus(store);
  } finally {
    await store.close();
  }
}

/** Asks until the answer is right; what was last wrong is left to the assertion that follows. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(300)) {
    if (await isSo()) return;
  }
}

const messagesIn = async (queue: string): Promise<number> => {
  const names = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
  const QueueUrl = await stage.physicalId(queue);
  const { Attributes = {} } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...names] }));
  return names.reduce((sum, name) => sum + Number(Attributes[name]), 0);
};

/** Sets the seconds after which a message that was not dealt with comes again, and tells what they were. */
async function comesAgainAfter(QueueUrl: string, VisibilityTimeout: string): Promise<string> {
  const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['VisibilityTimeout'] });
  const { Attributes = {} } = await sqs.send(asked);
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { VisibilityTimeout } }));
  return Attributes.VisibilityTimeout ?? '';
}

/** What get_email_content says of every mail, here and there; of some of them also with what was kept taken away. */
async function compareContents(own: SearchClient): Promise<void> {
  const ids = [...new Set(mails.map(idOf))];
  const read = async ({ client }: SearchClient, storedEmailIds: readonly string[]) => {
    const sent = { storedEmailIds, includeSanitizedHtml: true, includeAttachmentDetails: true };
    return (await client.callTool({ name: 'get_email_content', arguments: sent })).structuredContent;
  };
  for (let at = 0; at < ids.length; at += 10) {
    const some = ids.slice(at, at + 10);
    const expected = await read(own, some);
    expect(await read(search, some)).toEqual(expected);
    if (at > 0) continue;
    expect(JSON.stringify(expected)).not.toContain('"failure":{');
    const keys = some.flatMap(id => accounts.map(account => contentBlobKey(account, id)));
    for (const Key of keys) await s3().send(new DeleteObjectCommand({ Bucket: bucket, Key }));
    expect(await read(search, some)).toEqual(expected);
  }
}

/** What the contract promises of list_emails and get_email_content, each result validated by the client. */
async function checkEmailTools({ client }: SearchClient): Promise<void> {
  const all = await modelOfAll();
  await checkLists(client, all, 40);
  await checkCursors(client, all);
  await checkTools(client);
  await checkSchemaIsStrict(client);
  await checkListRefusals(client, 'billing');
  await checkReadRefusals(
    client,
    all.map(one => one.id),
  );
}

const listed = async (id: string): Promise<ListEmailsResult['emails'][number] | undefined> => {
  for (let cursor: string | undefined; ; ) {
    const sent = { pageSize: 100, ...(cursor !== undefined && { cursor }) };
    const page = await callTool<ListEmailsResult>(search.client, 'list_emails', sent);
    const found = page.emails.find(email => email.storedEmailId === id);
    cursor = page.nextCursor;
    if (found || cursor === undefined) return found;
  }
};

/** The same mail again, with what an importer saw of it since. */
async function checkFlagsChange(): Promise<void> {
  const mail = mails.find(one => one.marks === null);
  if (!mail) throw new Error('all have flags');
  const before = await listed(idOf(mail));
  await put(mail.key, mail.raw, { ...metadataOf(mail), flags: 'answered', keywords: 'to%20do' });
  await until(async () => (await listed(idOf(mail)))?.remoteFlags.wasObserved === true);
  expect(await listed(idOf(mail))).toEqual({
    ...before,
    remoteFlags: {
      ...{ wasObserved: true, observedAt: expect.any(String), isSeen: false, isAnswered: true },
      ...{ isFlagged: false, isDraft: false, keywords: ['to do'] },
    },
  });
}

/** A raw mail that is gone without anybody telling: it stays listed, and once somebody looked it says so. */
async function checkRawGone(): Promise<void> {
  const mail = mails.at(-1);
  if (!mail) throw new Error('no mail');
  const id = idOf(mail);
  const read = async () => {
    const { emails } = await callTool<{ emails: { failure: { code: number } | null }[] }>(
      search.client,
      'get_email_content',
      { storedEmailIds: [id] },
    );
    return emails[0]?.failure?.code ?? 'content';
  };
  const before = await listed(id);
  expect([before?.contentAvailability, await read()]).toEqual(['available', 'content']);
  const speak = await silence();
  for (const Key of [mail.key, contentBlobKey(mail.accountId, id)])
    await s3().send(new DeleteObjectCommand({ Bucket: bucket, Key }));
  await speak();
  expect([await listed(id), await read()]).toEqual([before, 55001]);

  const archive = { store: dynamoStore({ client: dynamoClient(), table }), blobs: s3Blobs({ client: s3(), bucket }) };
  const rules = { servesAccount: (accountId: string) => accounts.includes(accountId) };
  const settle = async () => {};
  expect(await rebuild(archive, { rules, settle })).toMatchObject({ gone: 1, removed: 0 });
  expect([await listed(id), await read()]).toEqual([{ ...before, contentAvailability: 'damaged' }, 55001]);
  await archive.store.close();

  await put(mail.key, mail.raw, metadataOf(mail));
  await until(async () => (await listed(id))?.contentAvailability === 'available');
  expect([await listed(id), await read()]).toEqual([before, 'content']);
}

/** Stops the bucket from telling what happens to it, until it is to speak again. */
async function silence(): Promise<() => Promise<unknown>> {
  const { $metadata: _, ...speaking } = await s3().send(
    new GetBucketNotificationConfigurationCommand({ Bucket: bucket }),
  );
  const notify = (NotificationConfiguration: object) =>
    s3().send(new PutBucketNotificationConfigurationCommand({ Bucket: bucket, NotificationConfiguration }));
  await notify({});
  return () => notify(speaking);
}

const settled = () => until(async () => (await messagesIn('IngestQueue')) === 0);
const names = (rows: readonly { readonly filename: string }[]) => rows.map(({ filename }) => filename);

beforeAll(async () => {
  aws = await startAws();
  // Emulators name queues by a host that need not be the one they are reached by.
  sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  stage = await prepareDeployment(`it-${freshPrefix().toLowerCase()}`, configuration);
});

afterAll(async () => {
  if (bucket) await deleteArchive({ s3: s3(), dynamo: dynamoClient() }, { bucket, table });
  // Where setting up failed, that is the error to see.
  await stage?.done();
  await aws?.stop();
});

it('refuses to deploy without authentication before anything is created', async () => {
  await stage.configure('accounts:\n  - id: billing\n');
  const { status: code, said } = await stage.serverless('deploy');
  expect(said).toMatch(/mailglob\.yml line 1: authentication is missing/);
  expect(code).not.toBe(0);
  expect(await stage.stack()).toBeNull();
  await stage.configure(configuration);
});

describe('deployed', () => {
  beforeAll(async () => {
    const { status: code, said } = await stage.serverless('deploy');
    if (code !== 0) throw new Error(said);
    bucket = await stage.output('BucketName');
    table = await stage.output('TableName');
    expect(said).toContain(`BucketName: ${bucket}`);
    search = await connect(await stage.mcpUrl(), await stage.apiKey());
  });

  afterAll(() => search?.close());

  it('finds the attachment of a mail that was put into the bucket', async () => {
    await put('mail/billing/INBOX/one', mailWith('The first', 'RXD2_SCH.pdf'));
    await until(async () => (await search.findAll({ pattern: 'rxd2*' })).length > 0);
    expect(await search.findAll({ pattern: 'rxd2*.PDF' })).toMatchObject([
      { filename: 'RXD2_SCH.pdf', subject: 'The first', account_id: 'billing', date: '2024-03-05T10:00:00.000Z' },
    ]);
  });

  it('turns away who has no key, a wrong key, or comes by another name', async () => {
    const url = await stage.mcpUrl();
    const ask = (headers: Record<string, string>) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      });
    const key = `Bearer ${await stage.apiKey()}`;
    expect((await ask({ authorization: key })).status).toBe(200);
    expect((await ask({})).status).toBe(401);
    expect((await ask({ authorization: `${key}x` })).status).toBe(401);
    expect((await ask({ authorization: key, origin: 'https://evil.example' })).status).toBe(403);
    const get = await fetch(url);
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('answers requests of every era, and bad ones, as the local gateway does', async () => {
    const local = await startLocalGateway([]);
    const authorization = `Bearer ${await stage.apiKey()}`;
    const answerOf = async (url: URL, { body, headers }: RawRequest) => {
      const sent = { authorization, 'content-type': 'application/json', ...headers };
      const response = await fetch(url, { method: 'POST', headers: sent, body });
      return [response.status, await response.text().then(text => (text === '' ? '' : JSON.parse(text)))];
    };
    try {
      for (const request of rawRequests) {
        const expected = await answerOf(local.url, request);
        expect([request.title, ...(await answerOf(await stage.mcpUrl(), request))]).toEqual([
          request.title,
          ...expected,
        ]);
      }
    } finally {
      await local.close();
    }
  });

  it('has one row of a mail that was put twice, and takes it away with the last of its objects', async () => {
    const mail = mailWith('Twice', 'twice.pdf');
    await put('mail/billing/INBOX/twice-1', mail);
    await put('mail/billing/INBOX/twice+2 ü', mail);
    await settled();
    expect(await search.findAll({ pattern: 'twice*' })).toHaveLength(1);
    await s3().send(new DeleteObjectCommand({ Bucket: bucket, Key: 'mail/billing/INBOX/twice-1' }));
    await settled();
    expect(await search.findAll({ pattern: 'twice*' })).toHaveLength(1);
    await s3().send(new DeleteObjectCommand({ Bucket: bucket, Key: 'mail/billing/INBOX/twice+2 ü' }));
    await settled();
    expect(await search.findAll({ pattern: 'twice*' })).toEqual([]);
    expect((await status()).messages).toBe(1);
  });

  it('records what it cannot take in, and goes on', async () => {
    const before = await status();
    await put('mail/billing/INBOX/empty', new Uint8Array());
    await put('mail/billing/INBOX/picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]));
    await put('mail/nobody/INBOX/mail', mailWith('Foreign', 'foreign.pdf'));
    await put('mail/lost', mailWith('Lost', 'lost.pdf'));
    await put('library/guide.md', '# Not mail');
    await settled();
    const after = await status();
    expect(after.quarantined).toBe(before.quarantined + 4);
    expect(after.messages).toBe(before.messages);
    expect(await messagesIn('DeadLetterQueue')).toBe(0);
  });

  it('stores the mates of a poisoned event, which ends as a dead letter', async () => {
    const QueueUrl = await stage.physicalId('IngestQueue');
    // A retry must not take minutes.
    const VisibilityTimeout = await comesAgainAfter(QueueUrl, '1');
    // The bucket is silent meanwhile, so that only the batch speaks of the mails.
    const speak = await silence();
    const keys = ['mail/billing/INBOX/mate-1', 'mail/billing/INBOX/mate-2'];
    for (const key of keys) await put(key, mailWith(`Mate ${key}`, `${key.slice(-6)}.pdf`));
    const bodies = [eventOf(keys[0]), 'poison', eventOf(keys[1])];
    await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl,
        Entries: bodies.map((MessageBody, i) => ({ Id: String(i), MessageBody })),
      }),
    );
    await until(async () => (await messagesIn('DeadLetterQueue')) > 0);
    await speak();
    await comesAgainAfter(QueueUrl, VisibilityTimeout);
    // What takes longer than the second that a retry waits is told once more; then nothing is left to be told.
    await until(async () => (await messagesIn('IngestQueue')) === 0);
    expect(names(await search.findAll({ pattern: 'mate-?.pdf' })).sort()).toEqual(['mate-1.pdf', 'mate-2.pdf']);
    const letters = await stage.physicalId('DeadLetterQueue');
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: letters, MaxNumberOfMessages: 10, VisibilityTimeout: 0 }),
    );
    expect(Messages.map(({ Body }) => Body)).toEqual(['poison']);
  });

  it(`answers as the local gateway does, row by row, after ${mails.length} mails at once`, async () => {
    const before = await status();
    const local = await startLocalGateway(mails);
    const own = await connect(local.url);
    try {
      await Promise.all(mails.map(mail => put(mail.key, mail.raw, metadataOf(mail))));
      await until(async () => (await status()).messages >= before.messages + local.messages);
      await settled();
      // What the tests before this one left is told apart by its sender.
      const isOthers = (row: object) => (row as { from: string }).from === 'Ann <ann@example.com>';
      const questions = [
        { pattern: '*', include_inline: true, limit: 100 },
        { pattern: '*', limit: 17 },
        { pattern: '*.pdf' },
        { pattern: '*.p?f', include_inline: true },
        { pattern: '*e*a*', include_inline: true },
        { pattern: '*image*', include_inline: true, accountIds: ['shared/lists'] },
        { pattern: '*', include_inline: true, after: '2010-01-01', before: '2016-12-31' },
        { pattern: '*', include_inline: true, min_size_bytes: 1_000 },
      ];
      const found: number[] = [];
      for (const question of questions) {
        const expected = await own.findAll(question);
        expect((await search.findAll(question)).filter(row => !isOthers(row))).toEqual(expected);
        found.push(expected.length);
      }
      // The sample mails alone answer not all of them.
      expect(found.filter(count => count > 0).length).toBeGreaterThan(4);
      await compareContents(own);
      expect(await messagesIn('DeadLetterQueue')).toBe(1);
    } finally {
      await own.close();
      await local.close();
    }
  });

  it('keeps every sentence that the contract says of list_emails and get_email_content', async () => {
    await checkEmailTools(search);
    await checkFlagsChange();
  });

  it('keeps every sentence that the contract says of search_emails', async () => {
    for (const [i, raw] of letters.entries()) {
      const folder = letterFolders[i < letters.length - 1 ? 0 : 1];
      await put(`mail/billing/${encodeURIComponent(folder)}/letter-${i}`, raw);
    }
    const sent = { accountIds: ['billing'], folderAliases: letterFolders, pageSize: 100 };
    const stored = async () =>
      (await callTool<ListEmailsResult>(search.client, 'list_emails', sent)).emails.length === letters.length;
    await until(stored);
    await checkSearches(search.client, 'billing');
  });

  it('ranks real mail as an exhaustive ranking does, before it is sealed and after', async () => {
    // Of one account, into which nothing else was put.
    const own = mails.filter(({ accountId }) => accountId === 'shared/lists');
    const archive = { store: memoryStore(), blobs: memoryBlobs() };
    const outcomes = await storeMessages(archive, own, Date.now);
    const ids = [...new Set(outcomes.map(({ storedEmailId }) => storedEmailId))];
    const models = await Promise.all(ids.map(id => readModelMail(archive, id)));
    const queries = drawQueries(models, 40);
    expect(await checkRanking(search.client, models, queries)).toBeGreaterThan(50);
    const store = dynamoStore({ client: dynamoClient(), table });
    expect(await sealTail(store, mailIndex('shared/lists'), { least: 1 })).toBe(models.length);
    await store.close();
    expect(await checkRanking(search.client, models, queries)).toBeGreaterThan(50);
  });

  it('goes on listing a mail whose raw mail is gone, and says so once somebody looked', () => checkRawGone());

  it('changes nothing when it is deployed a second time', async () => {
    const found = await search.findAll({ pattern: 'rxd2*' });
    const before = await stage.stack();
    const again = await stage.serverless('deploy');
    expect(again.said).toContain('No changes to deploy');
    expect(again.status).toBe(0);
    const after = await stage.stack();
    expect([after?.LastUpdatedTime, after?.Outputs]).toEqual([before?.LastUpdatedTime, before?.Outputs]);
    // Also where every resource is gone through.
    const forced = await stage.serverless('deploy', '--force');
    expect(forced.status).toBe(0);
    expect((await stage.stack())?.Outputs).toEqual(before?.Outputs);
    // By the key that was made before.
    expect(await search.findAll({ pattern: 'rxd2*' })).toEqual(found);
    expect(found.length).toBeGreaterThan(0);
  });
});

it('keeps bucket and table when it is removed, and says so', async () => {
  const before = await status();
  const removal = await stage.serverless('remove');
  expect(removal.said).toContain(`Kept: bucket ${bucket} and table ${table}`);
  expect(removal.status).toBe(0);
  expect(await stage.stack()).toBeNull();
  await s3().send(new HeadBucketCommand({ Bucket: bucket }));
  await dynamoClient().send(new DescribeTableCommand({ TableName: table }));
  expect(await status()).toEqual(before);
});

const eventOf = (key = '') =>
  JSON.stringify({
    Records: [{ eventSource: 'aws:s3', eventName: 'ObjectCreated:Put', s3: { bucket: {}, object: { key } } }],
  });
