// How rows and postings lie in the table, and which items a row is made of. Attribute names are one letter, since
// they are stored and billed with every item: `d` data, `b` bytes, `n` text, `f` facts, `t` terms, `r` a row's data in
// a posting of it.
//
// A posting's partition is its term itself: partitions of rows and of terms are one namespace, as the port has it,
// so the row item, which carries `n` and `f` too, is the posting under the row's own partition and costs nothing more.
// What keeps the two kinds apart is the attributes: only a row has `d`, only what can be a candidate has `n`.
// A row names its terms, so that the postings that a later version of it no longer has can be found and taken away.

import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Key, Row, RowKey } from '../archive/ports.ts';

export type Item = Record<string, AttributeValue>;

export const keyOf = ({ pk, sk }: Key): Item => ({ pk: { S: pk }, sk: { S: sk } });

/** The item that holds the row. */
export function rowItem({ pk, sk, data, bytes, posting }: Row): Item {
  const item: Item = { pk: { S: pk }, sk: { S: sk }, d: { S: data } };
  if (bytes) item.b = { B: bytes };
  if (posting) {
    item.n = { S: posting.text };
    item.f = { S: posting.facts };
    item.t = { S: packTerms(distinctTerms(pk, posting.terms)) };
  }
  return item;
}

/**
 * A row's items but its own, in the order in which they are put: those that are found and looked up before the row, and
 * those that hold its data behind it, so that none of these is ever there without the row.
 */
interface AroundRow {
  readonly lean: readonly Item[];
  readonly full: readonly Item[];
}

/** The items of a row's terms. The row's own partition needs none. */
export function postingItems({ pk, sk, data, posting }: Row): AroundRow {
  const { lean, full } = postingKeys({ pk, sk, ...(posting && { posting }) });
  if (!posting) return { lean, full };
  const content = { n: { S: posting.text }, f: { S: posting.facts } };
  return {
    lean: lean.map(key => ({ ...key, ...content })),
    full: full.map(key => ({ ...key, ...content, r: { S: data } })),
  };
}

/** The keys of postingItems(). */
export function postingKeys({ pk, sk, posting }: RowKey): AroundRow {
  if (!posting) return { lean: [], full: [] };
  const fullTerms = new Set(posting.full);
  const lean: Item[] = [];
  const full: Item[] = [];
  for (const term of distinctTerms(pk, posting.terms))
    (fullTerms.has(term) ? full : lean).push(keyOf({ pk: term, sk }));
  return { lean, full };
}

const distinctTerms = (own: string, terms: readonly string[]): string[] =>
  [...new Set(terms)].filter(term => term !== own);

/** Keys of the postings that the stored row has and the new one has not. */
export function stalePostingKeys(stored: Item | undefined, row: Row): Item[] {
  const packed = stored?.t?.S;
  const terms = row.posting ? distinctTerms(row.pk, row.posting.terms) : [];
  if (packed === undefined || packed === packTerms(terms)) return [];
  const kept = new Set(terms);
  return unpackTerms(packed).flatMap(term => (kept.has(term) ? [] : [keyOf({ pk: term, sk: row.sk })]));
}

// Terms as lines: what they all begin with, then the rest of each. With account and gram that is four bytes a term.
const escapes: Record<string, string> = { '\n': '\\n', '\\': '\\\\' };
const escapeLine = (text: string): string => text.replace(/[\n\\]/g, c => escapes[c] ?? c);
const unescapeLine = (line: string): string => line.replace(/\\(.)/g, (_, c: string) => (c === 'n' ? '\n' : c));

function packTerms(terms: readonly string[]): string {
  const [first = ''] = terms;
  let common = first.length;
  for (const term of terms) {
    while (!term.startsWith(first.slice(0, common))) common--;
  }
  // A cut inside a surrogate pair would not survive UTF-8.
  const head = first.slice(0, common).toWellFormed() === first.slice(0, common) ? common : common - 1;
  return terms.length === 0
    ? ''
    : [first.slice(0, head), ...terms.map(term => term.slice(head))].map(escapeLine).join('\n');
}

function unpackTerms(packed: string): string[] {
  if (packed === '') return [];
  const [head = '', ...rests] = packed.split('\n').map(unescapeLine);
  return rests.map(rest => head + rest);
}

/** The row of an item; undefined where the item is a posting. */
export function rowOf(item: Item): Row | undefined {
  const pk = item.pk?.S;
  const sk = item.sk?.S;
  const data = item.d?.S;
  if (pk === undefined || sk === undefined || data === undefined) return undefined;
  return item.b?.B ? { pk, sk, data, bytes: item.b.B } : { pk, sk, data };
}
