// A brute-force model of one account's postings, and what every answer of candidates() must be by it.
// The model keeps rows in a Map and filters; it shares no code with any adapter.

import { randomUUID } from 'node:crypto';
import type { Budget, Candidates, Direction, Found, IndexName, Row, RowKey, Store } from '../../lib/archive/ports.ts';
import { encodePosition } from '../../lib/archive/position.ts';
import { present } from './contractOptions.ts';

/** Positions and bounds are ASCII, for which the order of UTF-16 units is that of bytes. */
const inOrder =
  (direction: Direction) =>
  (a: { readonly sk: string }, b: { readonly sk: string }): number =>
    a.sk < b.sk === (direction === 'newestFirst') ? 1 : -1;

/** A row to be found: the text says which terms it stands under, so that `accept` can verify as a name does. */
export interface ModelRow extends Row {
  readonly posting: NonNullable<Row['posting']>;
}

/** Whether a term is put as full: half of them, whatever the row. */
export const isFull = (term: string): boolean => (term.codePointAt(term.length - 1) ?? 0) % 2 === 0;

export const endless: Budget = { rows: 1e9, deadline: Number.POSITIVE_INFINITY };

/** A row under `terms` at an instant. */
export function modelRow(
  pk: string,
  at: number,
  terms: readonly string[],
  facts = '',
  index: IndexName = 'names',
): ModelRow {
  const sk = encodePosition({ at, id: randomUUID(), number: 1 });
  const text = JSON.stringify([pk, ...terms]);
  return { pk, sk, data: `row ${sk}`, posting: { index, terms, full: terms.filter(isFull), text, facts } };
}

export const keyOf = ({ pk, sk, posting: { index, terms, full } }: ModelRow): RowKey => ({
  pk,
  sk,
  posting: { index, terms, ...(full && { full }) },
});

/** A question to the model and to the store. */
export interface Question {
  readonly anyOf: readonly (readonly string[])[];
  /** `names` where left out. */
  readonly index?: IndexName;
  /** `newestFirst` where left out. */
  readonly direction?: Direction;
  readonly below?: string;
  readonly above?: string;
  readonly from?: string;
  readonly limit?: number;
  readonly budget?: Budget;
  /** Whether the terms ask nothing of a row but whose it is. */
  readonly isOfAll?: boolean;
  /** A filter over facts, besides the terms. */
  readonly keeps?: (facts: string) => boolean;
}

const standsUnder = ({ pk, posting }: ModelRow, terms: readonly string[]): boolean =>
  terms.every(term => term === pk || posting.terms.includes(term));

/** The same, as an adapter's caller knows it: by the text alone. */
const isVerified = ({ text }: { readonly text: string }, terms: readonly string[]): boolean => {
  const own = new Set(JSON.parse(text) as string[]);
  return terms.every(term => own.has(term));
};

/** All that the question asks for between its bounds, in its order. */
export function expected(rows: Iterable<ModelRow>, question: Question): Found[] {
  const { index = 'names', direction = 'newestFirst', anyOf, below, above, from, keeps = () => true } = question;
  return [...rows]
    .filter(({ sk }) => (below === undefined || sk < below) && (from === undefined || sk >= from))
    .filter(({ sk, posting }) => (above === undefined || sk > above) && posting.index === index)
    .flatMap(row => {
      const { sk, posting } = row;
      const list = anyOf.findIndex(terms => standsUnder(row, terms));
      return list < 0 || !keeps(posting.facts) ? [] : [{ list, sk, text: posting.text, facts: posting.facts }];
    })
    .toSorted(inOrder(direction));
}

/**
 * Asks the store once and holds the answer to the model: exactly the accepted rows as far as coveredTo, and their data
 * where it came with them. It is given without. `verified`: rows given to accept.
 */
export async function askOnce(
  store: Store,
  rows: Iterable<ModelRow>,
  question: Question,
): Promise<Candidates & { readonly verified: number }> {
  const { index = 'names', direction = 'newestFirst', anyOf, below, above, from, keeps = () => true } = question;
  const { limit = 1e6, budget = endless, isOfAll = false } = question;
  const seen = new Set<string>();
  const answer = await store.candidates({
    index,
    direction,
    anyOf,
    ...(below !== undefined && { below }),
    ...(above !== undefined && { above }),
    ...(from !== undefined && { from }),
    limit,
    budget,
    isOfAll,
    full: new Set(anyOf.flat().filter(isFull)),
    accept: candidate => {
      const row = `${candidate.list} ${candidate.sk}`;
      if (seen.has(row)) throw new Error('accept was called twice for one row');
      seen.add(row);
      return isVerified(candidate, present(anyOf[candidate.list])) && keeps(candidate.facts);
    },
  });
  const { coveredTo, cost } = answer;
  const dataOf = new Map([...rows].map(({ sk, data }) => [sk, data]));
  for (const { sk, data } of answer.found) if (data !== undefined) expect(data).toBe(dataOf.get(sk));
  const found = answer.found.map(({ list, sk, text, facts }): Found => ({ list, sk, text, facts }));
  expect(found.length).toBeLessThanOrEqual(limit);
  const isDown = direction === 'newestFirst';
  const covered = expected(rows, question).filter(
    ({ sk }) => coveredTo === null || (isDown ? sk >= coveredTo : sk <= coveredTo),
  );
  expect(found).toEqual(covered);
  if (coveredTo !== null && isDown && below !== undefined) expect(coveredTo < below).toBe(true);
  if (coveredTo !== null && !isDown && above !== undefined) expect(coveredTo > above).toBe(true);
  for (const count of Object.values(cost)) expect(count).toBeGreaterThanOrEqual(0);
  return { ...answer, found, verified: seen.size };
}

/** Follows coveredTo to the end and gives every row found; `between` may change the store and the model after each call. */
export async function askAll(
  store: Store,
  rows: Iterable<ModelRow>,
  question: Question,
  between: (coveredTo: string) => Promise<void> = async () => {},
): Promise<Found[]> {
  const found: Found[] = [];
  let rest = question;
  for (;;) {
    const answer = await askOnce(store, rows, rest);
    found.push(...answer.found);
    if (answer.coveredTo === null) return found;
    await between(answer.coveredTo);
    const isDown = (question.direction ?? 'newestFirst') === 'newestFirst';
    rest = { ...question, ...(isDown ? { below: answer.coveredTo } : { above: answer.coveredTo }) };
  }
}
