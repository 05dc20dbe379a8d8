// Looks words up in the documents of a tail. Every search reads the whole tail, so what its documents have is remembered
// from search to search: terms and weights, not positions. It is of the very bytes, so it is never out of date.

import type { TailDocument } from '../archive/words/readWords.ts';
import { limits } from '../limits.ts';
import { decodeDocument } from '../words/documentCodec.ts';
import { type WordFinder, wordFinder } from '../words/wordFinder.ts';

/** A word of a document. */
export interface TailWord {
  readonly weight: number;
  readonly positions: () => readonly number[];
}

/** For each of the terms, in their order, its word, or null; null where the document has none of them. */
export type TailReader = (document: TailDocument) => readonly (TailWord | null)[] | null;

interface Remembered {
  readonly bytes: Uint8Array;
  /** Ascending as JavaScript compares them. */
  readonly terms: readonly string[];
  readonly weights: Uint8Array;
}

/** By position; what was remembered first is forgotten first. */
const remembered = new Map<string, Remembered>();

/** One text for each term, however many documents have it. */
const shared = new Map<string, string>();
const sharedTerms = 100_000;

/** Documents that one search takes in, so that none waits for a tail of thousands. */
const newInOneSearch = 64;

function remember({ position, bytes }: TailDocument): Remembered {
  const words = decodeDocument(bytes).words.toSorted((a, b) => (a.term < b.term ? -1 : 1));
  if (shared.size > sharedTerms) shared.clear();
  const terms = words.map(({ term }) => {
    const own = shared.get(term) ?? term;
    if (own === term) shared.set(term, own);
    return own;
  });
  const made = { bytes, terms, weights: Uint8Array.from(words, ({ weight }) => weight) };
  remembered.delete(position);
  remembered.set(position, made);
  if (remembered.size > limits.rememberedDocuments.value) {
    const [oldest = position] = remembered.keys();
    remembered.delete(oldest);
  }
  return made;
}

const isOf = ({ bytes }: Remembered, document: TailDocument): boolean =>
  bytes.length === document.bytes.length && Buffer.compare(bytes, document.bytes) === 0;

/** What looks the same terms up in the documents of a tail. It throws where the words of one cannot be read. */
export function tailReader(terms: readonly string[]): TailReader {
  const find = wordFinder(terms);
  let room = newInOneSearch;
  return document => {
    let known = remembered.get(document.position);
    if (!known || !isOf(known, document)) {
      if (room === 0) return found(find, document.bytes);
      room--;
      known = remember(document);
    }
    return lookedUp(known, terms, find);
  };
}

function found(find: WordFinder, bytes: Uint8Array): readonly (TailWord | null)[] | null {
  const words = find(bytes);
  if (words.every(word => word === null)) return null;
  return words.map(word => word && { weight: word.weight, positions: () => word.positions });
}

function lookedUp(
  { bytes, terms, weights }: Remembered,
  wanted: readonly string[],
  find: WordFinder,
): readonly (TailWord | null)[] | null {
  let words: (TailWord | null)[] | null = null;
  for (let i = 0; i < wanted.length; i++) {
    const at = placeOf(terms, wanted[i] ?? '');
    if (at < 0) continue;
    words ??= wanted.map(() => null);
    words[i] = { weight: weights[at] ?? 0, positions: () => find(bytes)[i]?.positions ?? [] };
  }
  return words;
}

/** Where a term stands among ascending ones; -1 where it does not. */
function placeOf(ascending: readonly string[], wanted: string): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? '') < wanted) low = middle + 1;
    else high = middle;
  }
  return ascending[low] === wanted ? low : -1;
}
