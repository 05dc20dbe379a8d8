// Mails that a thread prepares are those that are prepared here, to the byte; and whatever becomes of the thread, an import
// stores all of them.

import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Row } from '../../../lib/archive/ports.ts';
import { type PreparedMail, prepareHere, type UnpreparedMail } from '../../../lib/archive/prepareMail.ts';
import { importMail } from '../../../lib/import/importMail.ts';
import type { SourceItem } from '../../../lib/import/sourceItem.ts';
import { limits } from '../../../lib/limits.ts';
import { type PreparingOptions, type PreparingThread, preparingThread } from '../../../lib/local/preparingThread.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';
import { mail } from '../import/material.ts';

const samples = join(import.meta.dirname, '../../../lib/samples/mail');
const now = () => Date.UTC(2024, 5, 1);

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mailglob-test-'));
});
afterAll(() => rm(directory, { recursive: true }));

const threads: PreparingThread[] = [];
function thread(options: Partial<PreparingOptions> = {}): PreparingThread {
  const made = preparingThread({ leastMails: 1, ...options });
  threads.push(made);
  return made;
}
afterEach(async () => {
  for (const one of threads.splice(0)) await one.end();
});

/** Mails of every kind, some that say little and some that are no mail. */
const rawMails: readonly Uint8Array[] = [
  ...readdirSync(samples, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.eml'))
    .map(name => readFileSync(join(samples, name))),
  Buffer.from('Subject: no date\n\nand no sender\n'),
  Buffer.from('\u0000\u0001 no mail at all'),
  new Uint8Array(),
  Buffer.from(mail('a lone surrogate', 'Content-Type: text/html\n', '<p>&#xd800; \ud83d\ude00 äöü</p>')),
  Buffer.from(mail('large', '', 'many words of a long text\n'.repeat(60_000))),
];

const flags = {
  ...{ observedAt: now(), isSeen: true, isAnswered: false, isFlagged: true, isDraft: false },
  keywords: ['to do', 'ä'],
};

const unprepared = (raw: Uint8Array, number: number): UnpreparedMail => ({
  ...{ accountId: 'me', folderAlias: number % 2 ? 'INBOX' : 'Entwürfe', raw, storedAt: now() },
  receivedAt: number % 3 ? null : Date.UTC(2024, 0, number),
  flags: number % 5 ? null : flags,
  storedEmailId: `00000000-0000-8000-8000-${String(number).padStart(12, '0')}`,
});

async function* items(raws: readonly Uint8Array[]): AsyncGenerator<SourceItem> {
  for (const [i, raw] of raws.entries())
    yield {
      ...{ kind: 'message', origin: `${i}.eml`, index: 0, raw, folderAlias: i % 3 ? null : 'Sent' },
      ...{ receivedAt: i % 2 ? null : now() - i * 60_000, flags: i % 7 ? null : flags },
    };
}

const many = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, i) => Buffer.from(mail(`number ${i % 1_800}`, '', `words of ${i % 1_800}`)));

const openArchive = () => ({ store: memoryStore(), blobs: memoryBlobs() });

/** All that an archive holds, of leases and intents nothing. */
const contentsOf = ({ store, blobs }: ReturnType<typeof openArchive>) => ({
  rows: [...store.rows.values()]
    .map(row => ({ ...row, bytes: row.bytes && Buffer.from(row.bytes).toString('base64') }))
    .toSorted((a, b) => (`${a.pk}\0${a.sk}` < `${b.pk}\0${b.sk}` ? -1 : 1)),
  blobs: [...blobs.all]
    .map(([key, { bytes, metadata }]) => [key, Buffer.from(bytes).toString('base64'), metadata] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1)),
});

const options = { accountId: 'me', now };

describe('mails that a thread prepares', () => {
  it('are those that are prepared here', async () => {
    const mails = rawMails.map(unprepared);
    const here = prepareHere(mails);
    const there = thread().prepare(mails);
    const prepared: PreparedMail[] = [];
    for (const place of mails.keys()) {
      prepared.push(await there(place));
      const one = await here(place);
      expect(plain(prepared[place])).toEqual(plain(one));
      expect(prepared[place]?.rows.content.map(termsOf)).toEqual(one.rows.content.map(termsOf));
    }
    // A large one is not copied to it.
    expect(prepared.map(isFromThread)).toEqual(mails.map(({ raw }) => raw.length < 1024 * 1024));
    expect(mails.at(-1)?.raw.length).toBeGreaterThan(1024 * 1024);
  });

  it('are written as those that are prepared here', async () => {
    const raws = [...rawMails, ...many(limits.sealedDocuments.value + limits.sealedLeftovers.value), ...rawMails];
    const [here, there] = [openArchive(), openArchive()];
    const summary = await importMail(here, items(raws), options);
    const same = await importMail(there, items(raws), { ...options, prepare: thread().prepare });
    expect({ ...same, seconds: 0 }).toEqual({ ...summary, seconds: 0 });
    expect(summary.duplicates).toBeGreaterThan(0);
    expect(contentsOf(there)).toEqual(contentsOf(here));
  });

  it('may fail one by one, with the reason', async () => {
    const { prepare } = thread();
    const long = 'ü'.repeat(limits.identifierCharacters.value);
    const raws = many(60);
    const summary = await importMail(openArchive(), items(raws), { accountId: long, folderAlias: long, now, prepare });
    expect(summary).toMatchObject({ messages: 60, stored: 0, failed: 60 });
    expect(summary.problems[0]?.message).toMatch(/the account and folder names are too long/);
  });
});

/** What a thread gives back lies in one piece of memory. */
const isFromThread = ({ words, content }: PreparedMail): boolean => words.bytes?.buffer === content.buffer;

/** What a posting may make when it is asked for. */
const termsOf = ({ posting }: Row) => posting && { terms: posting.terms, full: posting.full };

/** With bytes as text, so that a Buffer equals what came out of one. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, item: unknown) =>
      item instanceof Uint8Array
        ? Buffer.from(item).toString('base64')
        : typeof item === 'object' && item !== null && 'type' in item && item.type === 'Buffer' && 'data' in item
          ? Buffer.from(item.data as number[]).toString('base64')
          : item,
    ),
  );

describe('a thread that fails', () => {
  const ways = {
    start: "throw new Error('a part of it is missing');",
    throw: "parentPort.on('message', () => { throw new Error('a parser failed'); });",
    exit: "parentPort.on('message', () => process.exit(3));",
    heap: "parentPort.on('message', () => { for (const held = []; ; ) held.push({ held: [held.length] }); });",
    silence: "parentPort.on('message', () => {});",
  };
  let number = 0;
  /** The code of a thread that fails in one way, and how often it was started. */
  const failing = (way: keyof typeof ways) => {
    const [code, starts] = ['mjs', 'txt'].map(ending => join(directory, `${number}.${ending}`)) as [string, string];
    number++;
    writeFileSync(starts, '');
    writeFileSync(
      code,
      `import { appendFileSync } from 'node:fs';
       import { parentPort } from 'node:worker_threads';
       appendFileSync(${JSON.stringify(starts)}, '.');
       ${ways[way]}`,
    );
    return { file: pathToFileURL(code), started: () => readFileSync(starts).length };
  };

  it.each(['start', 'throw', 'exit', 'heap'] as const)('costs no mail: %s', async how => {
    const { file, started } = failing(how);
    const [here, there] = [openArchive(), openArchive()];
    const raws = many(6 * limits.importBatchMessages.value);
    await importMail(here, items(raws), options);
    const { prepare } = thread({ file, heapBytes: 16 * 1024 * 1024 });
    const summary = await importMail(there, items(raws), { ...options, prepare });
    expect(summary).toMatchObject({ messages: 3_000, stored: 1_800, duplicates: 1_200, failed: 0 });
    expect(contentsOf(there)).toEqual(contentsOf(here));
    expect(started()).toBeGreaterThan(0);
  });

  it('is given up after some deaths', async () => {
    const { file, started } = failing('throw');
    const { prepare } = thread({ file });
    for (let round = 1; round <= 6; round++) {
      const prepared = await prepare([unprepared(Buffer.from('Subject: x\n\n'), round)])(0);
      expect(prepared.rows.message.subject).toBe('x');
      expect(started()).toBe(Math.min(3, round));
    }
  });

  it('may be one that there is no code of', async () => {
    for (const file of [null, pathToFileURL(join(directory, 'nothing.mjs'))]) {
      const archive = openArchive();
      const { prepare } = thread({ file });
      expect(await importMail(archive, items(many(700)), { ...options, prepare })).toMatchObject({ stored: 700 });
    }
  });

  it('may lack the memory for one mail, which is then prepared here', async () => {
    const hostile = Buffer.from(mail('heavy', 'Content-Type: text/html\n', `<p>${'<b>x</b><i>y</i>'.repeat(150_000)}`));
    const { prepare } = thread({ heapBytes: 32 * 1024 * 1024 });
    const mails = [...many(25), hostile].map(unprepared);
    const prepared = prepare(mails);
    const heavy = await prepared(25);
    expect(heavy.rows.message.subject).toBe('heavy');
    expect([await prepared(0), heavy].map(isFromThread)).toEqual([true, false]);
    const archive = openArchive();
    const raws = [...many(30), hostile, ...many(60).slice(30)];
    expect(await importMail(archive, items(raws), { ...options, prepare })).toMatchObject({ stored: 61, failed: 0 });
  });

  it('ends with the import that is stopped, whatever it is at', async () => {
    const preparing = thread({ file: failing('silence').file });
    const stop = new AbortController();
    async function* stopping(): AsyncGenerator<SourceItem> {
      for await (const item of items(many(1_500))) {
        if (item.origin === '1200.eml') stop.abort();
        yield item;
      }
    }
    const { prepare } = preparing;
    const importing = importMail(openArchive(), stopping(), { ...options, prepare, signal: stop.signal });
    await once(stop.signal, 'abort');
    await preparing.end();
    // What was being stored is; what was begun behind it is not.
    expect(await importing).toMatchObject({ messages: 500, stored: 500, failed: 0 });
  });

  it('is not even started for a few mails', async () => {
    const { file, started } = failing('throw');
    const { prepare } = preparingThread({ file });
    const archive = openArchive();
    const few = many(99);
    expect(await importMail(archive, items(few), { ...options, prepare })).toMatchObject({ stored: 99 });
    expect(await importMail(archive, items(few), { ...options, prepare })).toMatchObject({ duplicates: 99 });
    expect(started()).toBe(0);
  });
});
