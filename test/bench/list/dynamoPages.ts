// Units, rounds and modelled milliseconds of every page on the shipped DynamoDB adapter, and what writing a mail costs.

import { ownerKey } from '../../../lib/archive/keys.ts';
import { folderRow, messageRows } from '../../../lib/archive/messageRows.ts';
import { peopleRow, termOf, unreadTerm } from '../../../lib/archive/people.ts';
import type { Cost } from '../../../lib/archive/ports.ts';
import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { limits } from '../../../lib/limits.ts';
import { type EmailPage, listEmails } from '../../../lib/search/listEmails.ts';
import type { SearchContext } from '../../../lib/search/searchAttachments.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';
import { cursorKeys } from '../../doubles/toolService.ts';
import type { VirtualTime } from '../../doubles/virtualTime.ts';
import { BenchError } from '../benchmark.ts';
import { accountId, type Mailbox } from './mailbox.ts';
import { mailboxTable } from './mailboxTable.ts';
import { bruteForce, type Question } from './questions.ts';

export interface PageUnits {
  readonly question: Question;
  /** Of the first call. */
  readonly units: number;
  readonly calls: number;
  readonly rows: number;
  readonly modelMilliseconds: number;
  readonly returned: number;
  /** Calls of the tool until the page was full, or the mailbox had ended: a budget ends a call. */
  readonly toolCalls: number;
  readonly unitsOfAll: number;
}

/** A scan that is longer is not followed to its end. */
const mostToolCalls = 30;

export interface MailboxInTable {
  readonly context: SearchContext;
  readonly time: VirtualTime;
}

/** A mailbox in the simulated table, with the partitions that some questions are answered from. */
export async function mailboxInTable(box: Mailbox, questions: readonly Question[]): Promise<MailboxInTable> {
  const terms = questions.flatMap(({ query: { filters } }) => [
    ...(filters.senderAddress === null ? [] : [termOf(accountId, 'sender', filters.senderAddress)]),
    ...(filters.recipientAddress === null ? [] : [termOf(accountId, 'recipient', filters.recipientAddress)]),
  ]);
  const { client, time } = simulatedDynamo({ archive: mailboxTable(box, new Set([...terms, unreadTerm(accountId)])) });
  const store = dynamoStore({ client, table: 'bench', clock: time });
  await store.put(box.folders.map(alias => folderRow(accountId, alias, Date.UTC(2026, 9, 1))));
  // The real clock passes while items are made up: only rows end a call here.
  return { context: { store, cursorKeys, budget: { rows: limits.scanRows.value, milliseconds: 1e9 } }, time };
}

export async function dynamoPages(
  { context, time }: MailboxInTable,
  box: Mailbox,
  questions: readonly Question[],
): Promise<PageUnits[]> {
  const asked: PageUnits[] = [];
  for (const question of questions) {
    const before = time.now();
    const first = await listEmails(context, question.query);
    const modelMilliseconds = time.now() - before;
    const ids = first.emails.map(email => email.storedEmailId);
    let [toolCalls, unitsOfAll] = [1, first.cost.readUnits];
    let page: EmailPage = first;
    while (ids.length < question.query.pageSize && page.nextCursor !== null && toolCalls < mostToolCalls) {
      page = await listEmails(context, { ...question.query, cursor: page.nextCursor });
      ids.push(...page.emails.map(email => email.storedEmailId));
      toolCalls++;
      unitsOfAll += page.cost.readUnits;
    }
    const right = bruteForce(box, question.query);
    if (ids.slice(0, right.length).join() !== right.join() && toolCalls < mostToolCalls)
      throw new BenchError(`${question.name}: the page is not what brute force gives`);
    asked.push({
      question,
      units: first.cost.readUnits,
      calls: first.cost.calls,
      rows: first.cost.rows,
      modelMilliseconds,
      returned: first.emails.length,
      toolCalls,
      unitsOfAll,
    });
  }
  return asked;
}

export interface MailUnits {
  /** Of a mail without its attachments: message, owner, people and their postings. */
  readonly mail: number;
  /** Of these the row of people with its postings. */
  readonly people: number;
  /** Terms of a mail: its sender and recipients. */
  readonly terms: number;
  /** Of flags that changed. */
  readonly flags: number;
}

/** Mails written to tell what one costs. */
const written = 1000;

export async function mailUnits(box: Mailbox): Promise<MailUnits> {
  const { client, time } = simulatedDynamo();
  const store = dynamoStore({ client, table: 'bench', clock: time });
  const spent = (): Cost => ({ calls: 0, rounds: 0, rows: 0, readUnits: 0, writeUnits: 0 });
  const [all, people, flags] = [spent(), spent(), spent()];
  let terms = 0;
  for (let place = 0; place < written; place++) {
    const row = box.message(place);
    const own = peopleRow(row);
    terms += own.posting?.terms.length ?? 0;
    await store.put([own], people);
    const made = messageRows(asMessage(row), placeOf(row));
    await store.put([...made.content.filter(one => !one.posting), made.owner], all);
    await store.put(
      made.content.filter(one => !one.posting && one.pk !== ownerKey(row.storedEmailId).pk),
      flags,
    );
  }
  const each = (units: number) => units / written;
  return {
    mail: each(all.writeUnits + people.writeUnits),
    people: each(people.writeUnits),
    terms: each(terms),
    flags: each(flags.writeUnits),
  };
}

type Row = ReturnType<Mailbox['message']>;

/** The mail that a row of a mailbox is of, without its files. */
function asMessage(row: Row): Parameters<typeof messageRows>[0] {
  const participants = [
    { role: 'from' as const, address: row.senderAddress ?? '', displayName: row.senderDisplayName },
    ...row.toAddresses.map(address => ({ role: 'to' as const, address, displayName: null })),
    ...row.ccAddresses.map(address => ({ role: 'cc' as const, address, displayName: null })),
  ];
  return {
    ...{ subject: row.subject, messageId: row.messageId, inReplyTo: null, references: [], participants },
    ...{ sentAt: row.sentAt, receivedHeaderAt: null, text: null, html: null, parts: [] },
    ...{ isEncrypted: false, hasUnverifiedSignature: false, hasUnexpandedTnef: false },
    ...{ isDamaged: false, exceededSizeLimit: false },
  };
}

const placeOf = (row: Row): Parameters<typeof messageRows>[1] => ({
  ...{ accountId: row.accountId, folderAlias: row.folderAlias, storedEmailId: row.storedEmailId },
  ...{ sizeBytes: row.sizeBytes, flags: row.remoteFlags, blobKey: `mail/bench/INBOX/${row.storedEmailId}.eml` },
  dates: { receivedAt: row.receivedAt, sentAt: row.sentAt, messageDate: row.messageDate },
});
