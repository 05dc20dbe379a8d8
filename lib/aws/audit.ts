// Store.audit() on DynamoDB. One scan sums what postings rows should have against those that are there; where the sums
// differ, a second scan gathers what stands at those positions, and consistent reads have the last word.

import { balance } from '../archive/balance.ts';
import type { AuditEntry, AuditQuery, Posting, PostingFault, Row } from '../archive/ports.ts';
import { deleteItems, getItems, putItems, type Table } from './batches.ts';
import { type Item, keyOf, postingItems, rowItem, rowOf } from './items.ts';
import { scanItems } from './scan.ts';
import { noCost } from './units.ts';

/** Items of suspicious positions that are held at once. */
const mostItems = 200_000;
/** Positions looked at together. */
const positionsAtOnce = 50;

const attributes = 'pk, sk, d, n, f, t, r';

type PostingOf = (row: Row) => Posting | null;

/** A row with the posting that it should have. */
function withPosting(row: Row, postingOf: PostingOf): Row {
  const posting = postingOf(row);
  return posting ? { ...row, posting } : row;
}

const contentOf = ({ pk, n, f, r }: Item): string => JSON.stringify([pk?.S, n?.S, f?.S, r?.S]);

function allPostings(row: Row): readonly Item[] {
  const { lean, full } = postingItems(row);
  return [...lean, ...full];
}

/** Whether an item is all that its row should be. */
function isRight(item: Item, row: Row): boolean {
  const wanted = rowItem(row);
  return item.n?.S === wanted.n?.S && item.f?.S === wanted.f?.S && item.t?.S === wanted.t?.S;
}

export async function* auditTable(
  table: Table,
  { postingOf, mend = false }: AuditQuery,
  most = mostItems,
): AsyncGenerator<AuditEntry> {
  const sums = balance();
  for await (const item of scanItems(table, attributes)) {
    const row = rowOf(item);
    if (!row) {
      sums.find(item.sk?.S ?? '', contentOf(item));
      continue;
    }
    yield { kind: 'row', row };
    const full = withPosting(row, postingOf);
    for (const posting of allPostings(full)) sums.expect(row.sk, contentOf(posting));
    if (!isRight(item, full)) sums.suspect(row.sk);
  }
  for (const buckets of sums.suspects(most)) {
    const positions = [...(await gather(table, sk => buckets.has(sums.bucketOf(sk))))];
    for (let at = 0; at < positions.length; at += positionsAtOnce) {
      const found = await Promise.all(
        positions.slice(at, at + positionsAtOnce).map(([sk, keys]) => judgePosition(table, sk, keys, postingOf, mend)),
      );
      for (const fault of found.flat()) yield { kind: 'fault', fault };
    }
  }
}

/**
 * Keys of the items at some positions. Rows are written after their postings: a position that seems to have none is
 * looked for once more, so that a row on its way is not taken for missing.
 */
async function gather(table: Table, isWanted: (sk: string) => boolean): Promise<Map<string, Item[]>> {
  const positions = new Map<string, Item[]>();
  const withoutRow = new Set<string>();
  const look = async (isMeant: (sk: string) => boolean) => {
    const rows = new Set<string>();
    for await (const { pk, sk, d } of scanItems(table, 'pk, sk, d')) {
      if (!pk || !sk?.S || !isMeant(sk.S)) continue;
      if (d) rows.add(sk.S);
      const keys = positions.get(sk.S);
      if (keys) keys.push({ pk, sk });
      else positions.set(sk.S, [{ pk, sk }]);
    }
    return rows;
  };
  const rows = await look(isWanted);
  for (const sk of positions.keys()) if (!rows.has(sk)) withoutRow.add(sk);
  for (const sk of withoutRow) positions.delete(sk);
  if (withoutRow.size > 0) await look(sk => withoutRow.has(sk));
  return positions;
}

/** What is wrong at one position, as a consistent reading finds it. */
async function judgePosition(
  table: Table,
  sk: string,
  keys: readonly Item[],
  postingOf: PostingOf,
  mend: boolean,
): Promise<PostingFault[]> {
  const read = (some: readonly Item[]) =>
    getItems(table, some, { attributes: `${attributes}, b`, consistent: true }, noCost());
  const there = await read(keys);
  const items = keys.map(there).filter(item => item !== undefined);
  const rows = items.flatMap(item => {
    const row = rowOf(item);
    return row ? [{ item, row: withPosting(row, postingOf) }] : [];
  });
  const wanted = rows.flatMap(({ row }) => allPostings(row));
  const stored = await read(wanted.map(keysOf));
  const wantedTerms = new Set(wanted.map(({ pk }) => pk?.S));
  const strays = items.filter(item => !rowOf(item) && !wantedTerms.has(item.pk?.S));
  const faults: PostingFault[] = [];
  const repairs: Item[] = [];
  // Strays are told of a row with postings where there is one: a message's row shares the position of its posted one.
  const blamed = rows.find(({ row }) => row.posting) ?? rows[0];
  for (const entry of rows) {
    const { item, row } = entry;
    const postings = allPostings(row);
    const missing = postings.filter(posting => !stored(posting));
    const wrong = postings.filter(posting => {
      const found = stored(posting);
      return found !== undefined && contentOf(found) !== contentOf(posting);
    });
    const isOwnWrong = !isRight(item, row);
    const stray = entry === blamed ? strays.length : 0;
    repairs.push(...missing, ...wrong, ...(isOwnWrong ? [rowItem(row)] : []));
    if (missing.length + wrong.length + stray > 0 || isOwnWrong)
      faults.push({
        row: { pk: row.pk, sk },
        sk,
        missing: missing.length,
        stray,
        wrong: wrong.length + (isOwnWrong ? 1 : 0),
      });
  }
  if (rows.length === 0 && strays.length > 0)
    faults.push({ row: null, sk, missing: 0, stray: strays.length, wrong: 0 });
  if (mend) {
    await deleteItems(table, strays.map(keysOf), noCost());
    await putItems(table, repairs, noCost());
  }
  return faults;
}

const keysOf = ({ pk, sk }: Item): Item => keyOf({ pk: pk?.S ?? '', sk: sk?.S ?? '' });
