// Milliseconds of every page on the shipped SQLite adapter, over a mailbox that is made once and kept.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageKey } from '../../../lib/archive/keys.ts';
import { folderRow } from '../../../lib/archive/messageRows.ts';
import { peopleRow } from '../../../lib/archive/people.ts';
import { encodeMessage } from '../../../lib/archive/rows.ts';
import { openArchive } from '../../../lib/local/openArchive.ts';
import { listEmails } from '../../../lib/search/listEmails.ts';
import { cursorKeys } from '../../doubles/toolService.ts';
import { type BenchContext, BenchError } from '../benchmark.ts';
import { bytesBelow } from '../diskUse.ts';
import { median, takeTurns } from '../measure.ts';
import { type AnyPages, anyPages } from './anyPages.ts';
import { accountId, type Mailbox } from './mailbox.ts';
import { bruteForce, type Question } from './questions.ts';

export interface PageTimes {
  readonly question: Question;
  /** Of a page, or of what a budget lets be read of it. */
  readonly milliseconds: number;
  readonly isComplete: boolean;
}

export interface MailboxMade {
  readonly seconds: number;
  readonly bytes: number;
}

/** The code that decides what an archive holds: where it changes, mailboxes are made again. */
const sources = [
  'lib/archive/keys.ts',
  'lib/archive/people.ts',
  'lib/archive/position.ts',
  'lib/archive/rows.ts',
  'lib/local/database.ts',
  'lib/local/postingTable.ts',
  'lib/local/slots.ts',
  'lib/local/tokens.ts',
  'test/bench/list/mailbox.ts',
];
const batchMails = 500;
const rounds = 7;
const patience = 3_000;
const warmPasses = 3;
/** Asked for anywhere in a mailbox, of each kind. */
export const placesAnywhere = 50;

async function make(data: string, box: Mailbox): Promise<MailboxMade> {
  const started = performance.now();
  const { store, compact, close } = await openArchive(data);
  await store.put(box.folders.map(alias => folderRow(accountId, alias, Date.UTC(2026, 9, 1))));
  // As an importer reads a mailbox: the oldest first.
  for (let end = box.length; end > 0; end -= batchMails) {
    const rows = [];
    for (let place = end - 1; place >= Math.max(0, end - batchMails); place--) {
      const row = box.message(place);
      const key = messageKey(row.accountId, row.folderAlias, row.receivedAt, row.storedEmailId);
      rows.push({ ...key, data: encodeMessage(row) }, peopleRow(row));
    }
    await store.put(rows);
  }
  await compact();
  await close();
  return { seconds: (performance.now() - started) / 1000, bytes: bytesBelow(data) };
}

export async function sqlitePages(
  context: BenchContext,
  label: string,
  box: Mailbox,
  questions: readonly Question[],
): Promise<{
  readonly made: MailboxMade;
  readonly times: readonly PageTimes[];
  readonly anywhere: readonly AnyPages[];
}> {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(readFileSync(join(import.meta.dirname, '../../..', source)));
  const dir = join(context.kept, 'mailboxes', label);
  const data = join(dir, hash.digest('hex').slice(0, 12));
  const record = join(data, 'made.json');
  if (!existsSync(record)) {
    context.progress(`storing ${label} mails in SQLite`);
    mkdirSync(dir, { recursive: true });
    for (const old of readdirSync(dir)) await rm(join(dir, old), { recursive: true, force: true });
    const made = await make(data, box);
    writeFileSync(record, JSON.stringify(made));
  }
  const { store, close } = await openArchive(data, { create: false });
  const search = { store, cursorKeys };
  const times: PageTimes[] = [];
  for (const question of questions) {
    const page = await listEmails(search, question.query);
    const right = bruteForce(box, question.query);
    const isComplete = page.emails.length === right.length;
    const ids = page.emails.map(email => email.storedEmailId);
    if (ids.join() !== right.slice(0, ids.length).join())
      throw new BenchError(`${question.name}: the page is not what brute force gives`);
    for (let pass = 0; pass < warmPasses; pass++) await listEmails(search, question.query);
    const tasks = new Map([['mailglob', () => listEmails(search, question.query).then(() => undefined)]]);
    const turns = await takeTurns(tasks, { rounds, patience });
    times.push({ question, milliseconds: median(turns.get('mailglob') ?? []), isComplete });
  }
  const anywhere = await anyPages(search, box, placesAnywhere);
  await close();
  return { anywhere, made: JSON.parse(readFileSync(record, 'utf8')) as MailboxMade, times };
}
