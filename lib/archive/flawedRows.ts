// Rows of the whole store that stand on nothing, each judged twice.

import type { Archive } from './archive.ts';
import { mapAtOnce } from './atOnce.ts';
import { type FlawedRow, judgeRows } from './judgeRows.ts';
import { namePosting } from './names.ts';
import { peoplePosting } from './people.ts';
import type { AuditEntry, Posting, Row } from './ports.ts';
import { type Settle, secondLook } from './secondLook.ts';

/** Rows judged together. */
const rowsAtOnce = 200;
/** Rows read again at once. */
const readsAtOnce = 32;

/** The posting that a stored row should have; null for one that has none. */
export const postingOf = (row: Row): Posting | null => namePosting(row) ?? peoplePosting(row);

/** The store's own audit of all postings. */
export const auditPostings = (
  { store }: Archive,
  options: { readonly mend?: boolean } = {},
): AsyncIterable<AuditEntry> => store.audit({ postingOf, ...options });

/**
 * The flawed ones of some rows.
 * @param onRows told of rows as they are judged
 */
export function flawedRows(
  archive: Archive,
  rows: AsyncIterable<Row>,
  settle: Settle,
  onRows: (rows: readonly Row[]) => void = () => {},
): AsyncGenerator<FlawedRow> {
  async function* suspects(): AsyncGenerator<FlawedRow> {
    const some: Row[] = [];
    const judge = () => {
      onRows(some);
      return judgeRows(archive, some.splice(0));
    };
    for await (const row of rows) {
      some.push(row);
      if (some.length >= rowsAtOnce) yield* await judge();
    }
    if (some.length > 0) yield* await judge();
  }
  async function* look(seen: readonly FlawedRow[]): AsyncGenerator<FlawedRow> {
    for (let at = 0; at < seen.length; at += rowsAtOnce) {
      // One by one: a store promises no more than that a single key is read as it is now.
      const again = await mapAtOnce(seen.slice(at, at + rowsAtOnce), readsAtOnce, async ({ row }) => {
        const [stored] = await archive.store.get([row]);
        return stored?.data === row.data ? [row] : [];
      });
      yield* await judgeRows(archive, again.flat());
    }
  }
  return secondLook(suspects(), settle, look);
}
