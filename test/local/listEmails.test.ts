// list_emails end to end: hundreds of questions over real mail in folders and a Maildir, asked over HTTP with a real
// client that validates each result, while another process imports; each answer is what a model by brute force gives.

import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { storedEmailIdOf } from '../../lib/archive/identity.ts';
import type { Message } from '../../lib/mail/message.ts';
import { parseMessage } from '../../lib/mail/parseMessage.ts';
import type { ListEmailsResult } from '../../lib/tools/listEmails.ts';
import { inDirectory, mailglob, root, startMailglob } from './command.ts';
import { mail, mbox } from './mails.ts';

const shared = join(root, '..', 'shared', 'mail', 'eml');
const corpus = existsSync(shared) ? shared : join(root, 'lib', 'samples', 'mail');
const mostMails = 400;

/** A mail as the model knows it. */
interface Mail {
  readonly id: string;
  readonly accountId: string;
  readonly folderAlias: string;
  readonly receivedAt: number;
  /** Letters of a Maildir's name; null where nobody observed any. */
  readonly flags: string | null;
  readonly sizeBytes: number;
  readonly message: Message;
}

interface Question {
  readonly accountIds?: readonly string[];
  readonly folderAliases?: readonly string[];
  readonly senderAddress?: string;
  readonly recipientAddress?: string;
  readonly subjectFragment?: string;
  readonly receivedOnOrAfter?: string;
  readonly receivedBefore?: string;
  readonly isRemotelySeen?: boolean;
  readonly hasAttachments?: boolean;
  readonly direction?: 'newestFirst' | 'oldestFirst';
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.toLowerCase();
const addresses = ({ participants }: Message, ...roles: string[]): string[] =>
  participants.filter(one => roles.includes(one.role) && one.address !== '').map(one => one.address);
const senderOf = (message: Message) =>
  message.participants.find(one => one.role === 'from') ?? message.participants.find(one => one.role === 'sender');
const attachmentsOf = ({ parts }: Message): number => parts.filter(part => part.kind === 'attachment').length;
const fold = (text: string): string => text.normalize('NFC').toLowerCase();

function bruteForce(mails: readonly Mail[], q: Question): Mail[] {
  const matching = mails.filter(
    ({ accountId, folderAlias, receivedAt, flags, message }) =>
      (q.accountIds ?? ['me', 'you']).includes(accountId) &&
      (q.folderAliases?.some(alias => same(alias, folderAlias)) ?? true) &&
      (q.senderAddress === undefined || same(senderOf(message)?.address ?? '', q.senderAddress)) &&
      (q.recipientAddress === undefined ||
        addresses(message, 'to', 'cc').some(address => same(address, q.recipientAddress ?? ''))) &&
      (q.subjectFragment === undefined || fold(message.subject).includes(fold(q.subjectFragment))) &&
      (q.receivedOnOrAfter === undefined || receivedAt >= Date.parse(q.receivedOnOrAfter)) &&
      (q.receivedBefore === undefined || receivedAt < Date.parse(q.receivedBefore)) &&
      (q.isRemotelySeen === undefined || (flags !== null && flags.includes('S') === q.isRemotelySeen)) &&
      (q.hasAttachments === undefined || attachmentsOf(message) > 0 === q.hasAttachments),
  );
  const newest = matching.toSorted((a, b) => b.receivedAt - a.receivedAt || (a.id < b.id ? 1 : -1));
  return q.direction === 'oldestFirst' ? newest.toReversed() : newest;
}

/** What a summary must be where nothing had to be cleaned or cut. */
const summaryOf = ({ id, accountId, folderAlias, receivedAt, flags, sizeBytes, message }: Mail) => ({
  storedEmailId: id,
  accountId,
  folderAlias,
  toAddresses: addresses(message, 'to').slice(0, 50).length,
  sentAt: message.sentAt === null ? null : new Date(message.sentAt).toISOString(),
  receivedAt: new Date(receivedAt).toISOString(),
  sizeBytes,
  attachments: {
    attachmentCount: attachmentsOf(message),
    inlineResourceCount: message.parts.filter(part => part.kind === 'inline').length,
    totalSizeBytes: message.parts.reduce((sum, part) => sum + part.sizeBytes, 0),
    isEncrypted: message.isEncrypted,
    hasUnverifiedSignature: message.hasUnverifiedSignature,
    hasUnexpandedTnef: message.hasUnexpandedTnef,
  },
  remoteFlags: {
    wasObserved: flags !== null,
    isSeen: flags?.includes('S') ?? false,
    isAnswered: flags?.includes('R') ?? false,
    isFlagged: flags?.includes('F') ?? false,
    isDraft: flags?.includes('D') ?? false,
    keywords: [],
  },
  contentAvailability: message.isDamaged ? 'damaged' : 'available',
});

/** A fixed sequence of draws, so that a failure can be seen again. */
function draws(seed: number) {
  let state = seed;
  const below = (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const of = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  return { below, of, oneIn: (n: number) => below(n) === 0 };
}

/** Questions of every form made from mails: filters alone and together, with what is there and what is not. */
function drawQuestions(mails: readonly Mail[], count: number): Question[] {
  const { below, of, oneIn } = draws(7);
  return Array.from({ length: count }, () => {
    const one = of(mails);
    const other = of(mails);
    const subject = [...one.message.subject.replace(/\p{Cc}/gu, '')];
    const from = below(Math.max(1, subject.length));
    const fragment = subject.slice(from, from + 1 + below(8)).join('');
    const sender = oneIn(8) ? 'nobody@example.com' : (senderOf(one.message)?.address ?? '');
    const recipient = of([...addresses(one.message, 'to', 'cc'), 'nobody@example.com']);
    const isAddress = (text: string) => /^[!-;=?-~]+@[!-;=?-~]+$/.test(text);
    const [early, late] = [one.receivedAt, other.receivedAt].toSorted((a, b) => a - b) as [number, number];
    return {
      ...(oneIn(3) && { accountIds: of([['me'], ['you'], ['you', 'me']]) }),
      ...(oneIn(3) && { folderAliases: of([['INBOX'], ['archive/2024', 'inbox'], ['Lists'], ['Nothing', 'INBOX']]) }),
      ...(oneIn(4) && isAddress(sender) && { senderAddress: oneIn(2) ? sender.toUpperCase() : sender }),
      ...(oneIn(4) && isAddress(recipient) && { recipientAddress: oneIn(2) ? recipient.toUpperCase() : recipient }),
      ...(oneIn(4) && { subjectFragment: oneIn(2) ? fragment.toUpperCase() : fragment }),
      ...(oneIn(4) && { receivedOnOrAfter: new Date(early).toISOString() }),
      ...(oneIn(4) && { receivedBefore: new Date(late + below(2)).toISOString() }),
      ...(oneIn(5) && { isRemotelySeen: oneIn(2) }),
      ...(oneIn(4) && { hasAttachments: oneIn(2) }),
      ...(oneIn(2) && { direction: oneIn(2) ? ('oldestFirst' as const) : ('newestFirst' as const) }),
    };
  });
}

const places = [
  { accountId: 'me', folderAlias: 'INBOX' },
  { accountId: 'me', folderAlias: 'Archive/2024' },
  { accountId: 'you', folderAlias: 'INBOX' },
  { accountId: 'you', folderAlias: 'Lists' },
] as const;

/** Imports the corpus into four folders, the last from a Maildir, and tells what there is. */
async function importCorpus(directory: string, data: string): Promise<Mail[]> {
  const lines = (await mailglob(['inspect', corpus, '--json'])).stdout.trim().split('\n');
  const dated = lines
    .map(line => JSON.parse(line) as { file: string; receivedAt: string | null })
    .filter(({ receivedAt }) => receivedAt !== null)
    .slice(0, mostMails);
  expect(dated.length).toBeGreaterThan(40);
  const maildir = join(directory, 'Maildir');
  for (const folder of ['cur', 'new', 'tmp']) await mkdir(join(maildir, folder), { recursive: true });
  const files = new Map<(typeof places)[number], string[]>(places.map(place => [place, []]));
  const mails = new Map<string, Mail>();
  for (const [i, { file, receivedAt }] of dated.entries()) {
    const place = places[i % places.length] ?? places[0];
    const path = file.startsWith('/') ? file : join(root, file);
    const raw = await readFile(path);
    const id = storedEmailIdOf(place.accountId, place.folderAlias, raw);
    if (mails.has(id)) continue;
    const flags = place.folderAlias === 'Lists' ? (['S', '', 'FS', 'R', 'DFRS'][i % 5] ?? '') : null;
    // Some come in the same second.
    const seconds = 1_650_000_000 + Math.floor(i / 10) * 86_400;
    if (flags !== null) await writeFile(join(maildir, 'cur', `${seconds}.${i}.host:2,${flags}`), raw);
    else files.get(place)?.push(path);
    mails.set(id, {
      ...{ id, ...place, flags, sizeBytes: raw.length, message: await parseMessage(raw) },
      receivedAt: flags === null ? Date.parse(receivedAt ?? '') : seconds * 1000,
    });
  }
  for (const [{ accountId, folderAlias }, paths] of files) {
    const sources = folderAlias === 'Lists' ? [maildir] : paths;
    const options = ['--account', accountId, '--folder', folderAlias, '--data', data];
    expect(await mailglob(['import', ...sources, ...options])).toMatchObject({ status: 0 });
  }
  return [...mails.values()];
}

test('questions over real mail give the brute-force answer, page by page, while another process imports', async () => {
  await inDirectory(async directory => {
    const data = join(directory, 'data');
    const mails = await importCorpus(directory, data);
    const byId = new Map(mails.map(one => [one.id, one]));

    const arriving = join(directory, 'arriving.mbox');
    const others = Array.from({ length: 4000 }, (_, i) => {
      const date = new Date(Date.UTC(1995 + (i % 40), i % 12, 1 + (i % 28), i % 24)).toISOString();
      return mail({ id: `a${i}`, date });
    });
    await writeFile(arriving, mbox(others));
    const server = startMailglob(['serve', '--port', '0', '--data', data]);
    const url = (await server.firstLine).replace('mailglob serving ', '');
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)) as Parameters<typeof client.connect>[0]);
    // From here on the client validates each result against the published schema.
    expect((await client.listTools()).tools.map(tool => tool.name)).toContain('list_emails');
    const importing = startMailglob(['import', arriving, '--account', 'other', '--data', data, '--quiet']);

    const ask = async (question: Record<string, unknown>): Promise<ListEmailsResult> => {
      const result = await client.callTool({ name: 'list_emails', arguments: question });
      expect(result.isError).toBeFalsy();
      const [block] = result.content as { text: string }[];
      expect(JSON.parse(block?.text ?? '')).toEqual(result.structuredContent);
      return result.structuredContent as unknown as ListEmailsResult;
    };

    try {
      for (const [i, drawn] of drawQuestions(mails, 250).entries()) {
        // Mail of the other account arrives all the while: it is in the scope of no question.
        const question = { accountIds: ['me', 'you'], ...drawn };
        const all = bruteForce(mails, question);
        const walked: ListEmailsResult['emails'][number][] = [];
        let cursor: string | undefined;
        for (let pages = 0; pages < 12; pages++) {
          const pageSize = [1, 3, 10, 25, 100][(i + pages) % 5] ?? 1;
          const page = await ask({ ...question, pageSize, ...(cursor !== undefined && { cursor }) });
          walked.push(...page.emails);
          cursor = page.nextCursor;
          expect({ question, more: cursor !== undefined }).toEqual({ question, more: all.length > walked.length });
          expect(page.emails).toHaveLength(Math.min(pageSize, all.length - walked.length + page.emails.length));
          const folders = page.folderFreshness.map(folder => `${folder.accountId} ${folder.folderAlias}`);
          expect(new Set(folders).size).toBe(folders.length);
          const named = question.folderAliases;
          expect(folders).toHaveLength(
            named
              ? question.accountIds.length * named.length
              : places.filter(place => question.accountIds.includes(place.accountId)).length,
          );
          expect(page.folderFreshness.every(folder => folder.wasSynchronized === (folder.lastStoredAt !== null))).toBe(
            true,
          );
          if (cursor === undefined) break;
        }
        expect({ question, ids: walked.map(email => email.storedEmailId) }).toEqual({
          question,
          ids: all.slice(0, walked.length).map(one => one.id),
        });
        for (const email of walked) {
          const one = byId.get(email.storedEmailId);
          if (!one) throw new Error('no such mail');
          const { toAddresses, ...rest } = email;
          expect({ ...rest, toAddresses: toAddresses.length }).toMatchObject(summaryOf(one));
        }
      }
    } finally {
      await importing.stop('SIGKILL');
      await client.close();
      expect(await server.stop()).toBe(0);
    }
  });
}, 180_000);

test('a later import of a Maildir changes flags and nothing else, and a rebuild comes to the same', async () => {
  await inDirectory(async directory => {
    const data = ['--data', join(directory, 'data')];
    const maildir = join(directory, 'Maildir');
    for (const folder of ['cur', 'new', 'tmp']) await mkdir(join(maildir, folder), { recursive: true });
    const keywords = join(maildir, 'dovecot-keywords');
    await writeFile(keywords, '0 work\n');
    const cur = (name: string) => join(maildir, 'cur', name);
    for (const id of ['one', 'two', 'three'])
      await writeFile(cur(`1700000000.${id}.host:2,${id === 'two' ? 'S' : ''}`), mail({ id, files: [`${id}.pdf`] }));
    await writeFile(join(maildir, 'new', '1700000001.four.host'), mail({ id: 'four' }));
    const load = async () => {
      const { stdout } = await mailglob(['import', maildir, '--account', 'me', '--json', ...data]);
      return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as { stored: number; duplicates: number };
    };
    expect(await load()).toMatchObject({ stored: 4, duplicates: 0 });

    const server = startMailglob(['serve', '--port', '0', ...data]);
    const url = (await server.firstLine).replace('mailglob serving ', '');
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)) as Parameters<typeof client.connect>[0]);
    await client.listTools();
    const list = async (question: Record<string, unknown> = {}) =>
      ((await client.callTool({ name: 'list_emails', arguments: question })).structuredContent as ListEmailsResult)
        .emails;
    const subjects = async (question: Record<string, unknown>) =>
      (await list(question)).map(email => email.subject).toSorted();
    const before = await list();
    expect(await subjects({ isRemotelySeen: false })).toEqual(['four', 'one', 'three']);

    // Read, answered and labelled; read no more; moved out of new without a flag.
    await rename(cur('1700000000.one.host:2,'), cur('1700000000.one.host:2,RSa'));
    await rename(cur('1700000000.two.host:2,S'), cur('1700000000.two.host:2,F'));
    await rename(join(maildir, 'new', '1700000001.four.host'), cur('1700000001.four.host:2,'));
    expect(await load()).toMatchObject({ stored: 0, duplicates: 4 });
    const after = await list();
    const stateOf = (id: string) => {
      const { observedAt: _, ...flags } = after.find(email => email.subject === id)?.remoteFlags ?? {};
      return flags;
    };
    const none = { isSeen: false, isAnswered: false, isFlagged: false, isDraft: false, keywords: [] };
    expect(stateOf('one')).toEqual({ ...none, wasObserved: true, isSeen: true, isAnswered: true, keywords: ['work'] });
    expect(stateOf('two')).toEqual({ ...none, wasObserved: true, isFlagged: true });
    expect(stateOf('three')).toEqual({ ...none, wasObserved: true });
    const flagless = (emails: typeof before) => emails.map(({ remoteFlags: _, ...rest }) => rest);
    expect(flagless(after)).toEqual(flagless(before));
    const untouched = (emails: typeof before) => emails.filter(email => ['three', 'four'].includes(email.subject));
    expect(untouched(after)).toEqual(untouched(before));
    expect(await subjects({ isRemotelySeen: false })).toEqual(['four', 'three', 'two']);
    expect(await subjects({ isRemotelySeen: true })).toEqual(['one']);

    await client.close();
    expect(await server.stop()).toBe(0);
    expect(await mailglob(['verify', ...data])).toMatchObject({ status: 0 });
    for (const name of await readdir(join(directory, 'data')))
      if (name.startsWith('mailglob.db')) await rm(join(directory, 'data', name));
    expect(await mailglob(['rebuild', ...data])).toMatchObject({ status: 0 });
    const again = startMailglob(['serve', '--port', '0', ...data]);
    const rebuilt = new Client({ name: 'test', version: '1' });
    const place = new URL((await again.firstLine).replace('mailglob serving ', ''));
    await rebuilt.connect(new StreamableHTTPClientTransport(place) as Parameters<typeof client.connect>[0]);
    const { structuredContent } = await rebuilt.callTool({ name: 'list_emails', arguments: {} });
    expect((structuredContent as ListEmailsResult).emails).toEqual(after);
    await rebuilt.close();
    await again.stop();
  });
}, 60_000);
