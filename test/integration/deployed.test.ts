import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { HeadBucketCommand } from '@aws-sdk/client-s3';
import { ReceiveMessageCommand, SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { deleteArchive } from '../../infra/deleteArchive.ts';
import { mailIndex } from '../../lib/archive/words/mailWords.ts';
import { sealTail } from '../../lib/archive/words/sealTail.ts';
import { storeMessages } from '../../lib/archive/writer.ts';
import { dynamoClient } from '../../lib/aws/clients.ts';
import type { ListEmailsResult } from '../../lib/tools/listEmails.ts';
import { freshPrefix } from '../contract/contractOptions.ts';
import { callTool } from '../contract/emailTools.ts';
import { readModelMail } from '../contract/searchEmailsModel.ts';
import { checkRanking, checkSearches, drawQueries, letterFolders, letters } from '../contract/searchTool.ts';
import { memoryBlobs } from '../doubles/memoryBlobs.ts';
import { memoryStore } from '../doubles/memoryStore.ts';
import { mails, mailWith, metadataOf } from './bucketMails.ts';
import { checkEmailTools, checkFlagsChange, checkRawGone, compareContents } from './deployedMails.ts';
import { type Deployment, prepareDeployment } from './deployment.ts';
import { startLocalGateway } from './localGateway.ts';
import { connect, type SearchClient } from './mcpClient.ts';
import { startAws } from './ministack.ts';
import type { Server } from './processes.ts';
import { type RawRequest, rawRequests } from './rawRequests.ts';
import { type StackTools, stackTools, until } from './stackTools.ts';

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
let tools: StackTools;

const names = (rows: readonly { readonly filename: string }[]) => rows.map(({ filename }) => filename);

beforeAll(async () => {
  aws = await startAws();
  stage = await prepareDeployment(`it-${freshPrefix().toLowerCase()}`, configuration);
});

afterAll(async () => {
  if (tools) await deleteArchive({ s3: tools.s3(), dynamo: dynamoClient() }, tools);
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
    tools = await stackTools(stage);
    expect(said).toContain(`BucketName: ${tools.bucket}`);
    search = await connect(await stage.mcpUrl(), await stage.apiKey());
  });

  afterAll(() => search?.close());

  it('finds the attachment of a mail that was put into the bucket', async () => {
    await tools.put('mail/billing/INBOX/one', mailWith('The first', 'RXD2_SCH.pdf'));
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
    await tools.put('mail/billing/INBOX/twice-1', mail);
    await tools.put('mail/billing/INBOX/twice+2 ü', mail);
    await tools.settled();
    expect(await search.findAll({ pattern: 'twice*' })).toHaveLength(1);
    await tools.remove('mail/billing/INBOX/twice-1');
    await tools.settled();
    expect(await search.findAll({ pattern: 'twice*' })).toHaveLength(1);
    await tools.remove('mail/billing/INBOX/twice+2 ü');
    await tools.settled();
    expect(await search.findAll({ pattern: 'twice*' })).toEqual([]);
    expect((await tools.status()).messages).toBe(1);
  });

  it('records what it cannot take in, and goes on', async () => {
    const before = await tools.status();
    await tools.put('mail/billing/INBOX/empty', new Uint8Array());
    await tools.put('mail/billing/INBOX/picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]));
    await tools.put('mail/nobody/INBOX/mail', mailWith('Foreign', 'foreign.pdf'));
    await tools.put('mail/lost', mailWith('Lost', 'lost.pdf'));
    await tools.put('library/guide.md', '# Not mail');
    await tools.settled();
    const after = await tools.status();
    expect(after.quarantined).toBe(before.quarantined + 4);
    expect(after.messages).toBe(before.messages);
    expect(await tools.messagesIn('DeadLetterQueue')).toBe(0);
  });

  it('stores the mates of a poisoned event, which ends as a dead letter', async () => {
    const QueueUrl = await stage.physicalId('IngestQueue');
    // A retry must not take minutes.
    const VisibilityTimeout = await tools.comesAgainAfter(QueueUrl, '1');
    // The bucket is silent meanwhile, so that only the batch speaks of the mails.
    const speak = await tools.silence();
    const keys = ['mail/billing/INBOX/mate-1', 'mail/billing/INBOX/mate-2'];
    for (const key of keys) await tools.put(key, mailWith(`Mate ${key}`, `${key.slice(-6)}.pdf`));
    const bodies = [eventOf(keys[0]), 'poison', eventOf(keys[1])];
    await tools.sqs.send(
      new SendMessageBatchCommand({
        QueueUrl,
        Entries: bodies.map((MessageBody, i) => ({ Id: String(i), MessageBody })),
      }),
    );
    await until(async () => (await tools.messagesIn('DeadLetterQueue')) > 0);
    await speak();
    await tools.comesAgainAfter(QueueUrl, VisibilityTimeout);
    // What takes longer than the second that a retry waits is told once more; then nothing is left to be told.
    await until(async () => (await tools.messagesIn('IngestQueue')) === 0);
    expect(names(await search.findAll({ pattern: 'mate-?.pdf' })).sort()).toEqual(['mate-1.pdf', 'mate-2.pdf']);
    const letters = await stage.physicalId('DeadLetterQueue');
    const { Messages = [] } = await tools.sqs.send(
      new ReceiveMessageCommand({ QueueUrl: letters, MaxNumberOfMessages: 10, VisibilityTimeout: 0 }),
    );
    expect(Messages.map(({ Body }) => Body)).toEqual(['poison']);
  });

  it(`answers as the local gateway does, row by row, after ${mails.length} mails at once`, async () => {
    const before = await tools.status();
    const local = await startLocalGateway(mails);
    const own = await connect(local.url);
    try {
      await Promise.all(mails.map(mail => tools.put(mail.key, mail.raw, metadataOf(mail))));
      await until(async () => (await tools.status()).messages >= before.messages + local.messages);
      await tools.settled();
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
      await compareContents(search, own, tools);
      expect(await tools.messagesIn('DeadLetterQueue')).toBe(1);
    } finally {
      await own.close();
      await local.close();
    }
  });

  it('keeps every sentence that the contract says of list_emails and get_email_content', async () => {
    await checkEmailTools(search);
    await checkFlagsChange(search, tools);
  });

  it('keeps every sentence that the contract says of search_emails', async () => {
    for (const [i, raw] of letters.entries()) {
      const folder = letterFolders[i < letters.length - 1 ? 0 : 1];
      await tools.put(`mail/billing/${encodeURIComponent(folder)}/letter-${i}`, raw);
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
    const store = tools.openStore();
    expect(await sealTail(store, mailIndex('shared/lists'), { least: 1 })).toBe(models.length);
    await store.close();
    expect(await checkRanking(search.client, models, queries)).toBeGreaterThan(50);
  });

  it('goes on listing a mail whose raw mail is gone, and says so once somebody looked', () =>
    checkRawGone(search, tools));

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
  const before = await tools.status();
  const removal = await stage.serverless('remove');
  expect(removal.said).toContain(`Kept: bucket ${tools.bucket} and table ${tools.table}`);
  expect(removal.status).toBe(0);
  expect(await stage.stack()).toBeNull();
  await tools.s3().send(new HeadBucketCommand({ Bucket: tools.bucket }));
  await dynamoClient().send(new DescribeTableCommand({ TableName: tools.table }));
  expect(await tools.status()).toEqual(before);
});

const eventOf = (key = '') =>
  JSON.stringify({
    Records: [{ eventSource: 'aws:s3', eventName: 'ObjectCreated:Put', s3: { bucket: {}, object: { key } } }],
  });
