// Store.audit() over SQLite. FTS5 keeps tokens by term and not by row, so what rows should have is summed against all
// that is posted, index by index; where the sums differ, a second pass gathers the tokens of those slots, and each is then
// judged in a transaction of its own. Between stretches of a few thousand rows others may read and write.

import { setImmediate } from 'node:timers/promises';
import { balance } from '../archive/balance.ts';
import {
  type AuditEntry,
  type AuditQuery,
  type IndexName,
  indexNames,
  type Posting,
  type PostingFault,
  type Row,
} from '../archive/ports.ts';
import type { Database } from './database.ts';
import type { PostingTable } from './postingTable.ts';
import type { RowTable } from './rowTable.ts';
import type { Statements } from './statements.ts';
import { digestOf, tokensOfPosting } from './tokens.ts';

/** Tokens of suspicious slots that are held at once. */
const mostTokens = 1_000_000;
/** Rows, or postings, read at a stretch. */
const stretch = 5_000;
/** Slots judged in one transaction. */
const slotsAtOnce = 200;

export interface AuditedDatabase {
  readonly database: Database;
  readonly rows: RowTable;
  readonly postings: Readonly<Record<IndexName, PostingTable>>;
}

interface Slot {
  readonly slot: number;
  readonly row: Row;
  readonly text: string;
  readonly facts: string;
  readonly digest: number;
}

const vocabulary = (index: IndexName): string =>
  `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${index}_vocabulary USING fts5vocab(main, ${index}_terms, instance)`;

const select = (index: IndexName): string =>
  `SELECT n.slot, p.pk, n.sk, n.text, n.facts, n.digest, n.data
   FROM ${index} AS n CROSS JOIN ${index}_partitions AS p ON p.id = n.partition`;

type SlotColumns = {
  slot: number;
  pk: string;
  sk: string;
  text: string;
  facts: string;
  digest: number;
  data: string;
};

const slotOf = ({ slot, pk, sk, text, facts, digest, data }: SlotColumns): Slot => ({
  ...{ slot, text, facts, digest },
  row: { pk, sk, data },
});

const tokensFor = ({ pk }: Row, posting: Posting | null): string => (posting ? tokensOfPosting(pk, posting) : '');
const split = (tokens: string): string[] => tokens.split(' ').filter(Boolean);

/** Audits the database; `explained` runs what touches it and says failures so that they can be mended. */
export async function* auditPostings(
  { database, rows, postings }: AuditedDatabase,
  { postingOf, mend = false }: AuditQuery,
  explained: <T>(work: () => T) => T,
  most = mostTokens,
): AsyncGenerator<AuditEntry> {
  const { statements } = database;
  const read = <T>(work: () => T): T => explained(() => database.read(work));
  const sums = balance();
  /** Rows that should have a posting and lie where none has. */
  const unposted: Row[] = [];

  for (const row of plainRows(read, statements)) {
    yield { kind: 'row', row };
    if (postingOf(row)) unposted.push(row);
    if (unposted.length >= stretch) yield* unpostedFaults();
  }
  for (const index of indexNames) {
    for (const slot of slots(read, statements, index)) {
      yield { kind: 'row', row: slot.row };
      const posting = postingIn(index, postingOf)(slot.row);
      const tokens = tokensFor(slot.row, posting);
      const key = keyOf(index, slot.slot);
      for (const token of split(tokens)) sums.expect(key, token);
      if (isOdd(slot, posting, tokens)) sums.suspect(key);
    }
    explained(() => statements.of(vocabulary(index)).run());
    await visitPostings(read, statements, index, (token, slot) => sums.find(keyOf(index, slot), token));
  }
  yield* unpostedFaults();

  for (const buckets of sums.suspects(most)) {
    for (const index of indexNames) {
      const there = await gather(read, statements, index, slot => buckets.has(sums.bucketOf(keyOf(index, slot))));
      const found = [...there.keys()].toSorted((a, b) => a - b);
      for (let at = 0; at < found.length; at += slotsAtOnce) {
        const some = found.slice(at, at + slotsAtOnce);
        const judge = () =>
          some.flatMap(slot =>
            judgeSlot(statements, index, slot, there.get(slot) ?? [], postingIn(index, postingOf), mend),
          );
        for (const fault of mend ? explained(() => database.write(judge)) : read(judge)) yield { kind: 'fault', fault };
      }
    }
  }

  function* unpostedFaults(): Generator<AuditEntry> {
    for (const { pk, sk, data } of unposted.splice(0)) {
      const posting = postingOf({ pk, sk, data });
      if (!posting) continue;
      if (mend)
        explained(() =>
          database.write(() => {
            rows.delete({ pk, sk });
            postings[posting.index].put([{ pk, sk, data, posting }]);
          }),
        );
      const missing = new Set([pk, ...posting.terms]).size;
      yield { kind: 'fault', fault: { row: { pk, sk }, sk, missing, stray: 0, wrong: 0 } };
    }
  }
}

const keyOf = (index: IndexName, slot: number): string => `${index} ${slot}`;

/** The posting of rows that lie where those of an index do. */
const postingIn =
  (index: IndexName, postingOf: AuditQuery['postingOf']) =>
  (row: Row): Posting | null => {
    const posting = postingOf(row);
    return posting?.index === index ? posting : null;
  };

/** Whether the columns beside the postings are not what the posting should make them. */
const isOdd = ({ text, facts, digest }: Slot, posting: Posting | null, tokens: string): boolean =>
  text !== posting?.text || facts !== posting.facts || digest !== digestOf(tokens);

type Read = <T>(work: () => T) => T;

function* plainRows(read: Read, statements: Statements): Generator<Row> {
  let last: Row = { pk: '', sk: '', data: '' };
  for (;;) {
    const { pk, sk } = last;
    const some = read(() =>
      statements
        .of('SELECT pk, sk, data FROM rows WHERE (pk, sk) > (?, ?) ORDER BY pk, sk LIMIT ?')
        .all(pk, sk, stretch),
    ) as unknown as Row[];
    for (const one of some) yield { pk: one.pk, sk: one.sk, data: one.data };
    const end = some.at(-1);
    if (!end || some.length < stretch) return;
    last = end;
  }
}

function* slots(read: Read, statements: Statements, index: IndexName): Generator<Slot> {
  for (let above = -1; ; ) {
    const some = read(() =>
      statements.of(`${select(index)} WHERE n.slot > ? ORDER BY n.slot LIMIT ?`).all(above, stretch),
    ) as unknown as SlotColumns[];
    for (const one of some) yield slotOf(one);
    if (some.length < stretch) return;
    above = some.at(-1)?.slot ?? above;
  }
}

/**
 * Tells of every posting. A stretch ends with a token, since nothing within one can be begun at; what else the process
 * does gets a turn between two.
 */
async function visitPostings(
  read: Read,
  statements: Statements,
  index: IndexName,
  visit: (token: string, slot: number) => void,
): Promise<void> {
  const sql = `SELECT term, doc FROM temp.${index}_vocabulary WHERE term > ? ORDER BY term`;
  /** Visits one stretch and gives its last token; null once there is nothing more. */
  const visitStretch = (after: string): string | null => {
    let last: string | null = null;
    let visited = 0;
    const postings = statements.iterate(sql, after);
    for (let next = postings.next(); !next.done; next = postings.next()) {
      const [token, slot] = next.value as [string, number];
      if (visited >= stretch && token !== last) {
        postings.return?.();
        return last;
      }
      last = token;
      visited++;
      visit(token, slot);
    }
    return null;
  };
  for (let last: string | null = ''; last !== null; await setImmediate()) {
    const after: string = last;
    last = read(() => visitStretch(after));
  }
}

/** The tokens of some slots; slots without any as well, where a row has them. */
async function gather(
  read: Read,
  statements: Statements,
  index: IndexName,
  isWanted: (slot: number) => boolean,
): Promise<Map<number, readonly string[]>> {
  const there = new Map<number, string[]>();
  for (const { slot } of slots(read, statements, index)) if (isWanted(slot)) there.set(slot, []);
  await visitPostings(read, statements, index, (token, slot) => {
    if (!isWanted(slot)) return;
    const tokens = there.get(slot);
    if (tokens) tokens.push(token);
    else there.set(slot, [token]);
  });
  return there;
}

/** What is wrong at one slot as it is now; the caller holds a transaction. */
function judgeSlot(
  statements: Statements,
  index: IndexName,
  number: number,
  seen: readonly string[],
  postingOf: AuditQuery['postingOf'],
  mend: boolean,
): PostingFault[] {
  const found = statements.of(`${select(index)} WHERE n.slot = ?`).get(number);
  const slot = found ? slotOf(found as unknown as SlotColumns) : null;
  const posting = slot && postingOf(slot.row);
  const tokens = slot ? tokensFor(slot.row, posting) : '';
  const wanted = new Set(split(tokens));
  const isPosted = statements.of(
    `SELECT 1 FROM ${index}_terms WHERE ${index}_terms MATCH ? AND rowid = CAST(? AS INTEGER)`,
  );
  const isThere = (token: string) => isPosted.get(`"${token.replaceAll('"', '""')}"`, number) !== undefined;
  const missing = [...wanted].filter(token => !isThere(token)).length;
  const stray = seen.filter(token => !wanted.has(token) && isThere(token)).length;
  const wrong = slot && isOdd(slot, posting, tokens) ? 1 : 0;
  if (missing + stray + wrong === 0) return [];
  if (mend) {
    statements.of(`DELETE FROM ${index}_terms WHERE rowid = CAST(? AS INTEGER)`).run(number);
    if (posting) {
      statements
        .of(`UPDATE ${index} SET text = ?, facts = ?, digest = ? WHERE slot = ?`)
        .run(posting.text, posting.facts, digestOf(tokens), number);
      statements.of(`INSERT INTO ${index}_terms (rowid, tokens) VALUES (CAST(? AS INTEGER), ?)`).run(number, tokens);
    }
  }
  const row = slot && { pk: slot.row.pk, sk: slot.row.sk };
  return [{ row, sk: row?.sk ?? null, missing, stray, wrong }];
}
