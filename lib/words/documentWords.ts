// The words of one document (a mail, a file): each with one weight that holds how often it stands where, and its
// places. How fields weigh against each other is decided here. Knows no storage and no query.

import { hash } from 'node:crypto';
import { limits } from '../limits.ts';
import { bodyRuns } from './bodyRuns.ts';
import { weightOf } from './score.ts';
import { forEachToken } from './tokens.ts';

/** What the words of a document are made of. */
export interface DocumentFields {
  readonly subject: string;
  readonly people: readonly DocumentPerson[];
  readonly fileNames: readonly string[];
  readonly body: string;
  /** Terms that filters look for, made by filterTerm(): no text of a query finds them. */
  readonly filterTerms: readonly string[];
}

export interface DocumentPerson {
  readonly address: string | null;
  readonly displayName: string | null;
}

/** One distinct word of a document. */
export interface DocumentWord {
  readonly term: string;
  /** 1 to 255: how much the document is about it, as score.ts has it. */
  readonly weight: number;
  /**
   * Ascending. Consecutive words stand at consecutive positions; fields, and entries of a field, do not meet. None for
   * filter terms, and for what stands behind the bounds.
   */
  readonly positions: readonly number[];
}

export interface WordDocument {
  /** Sorted by term, compared as UTF-8 bytes; distinct. */
  readonly words: readonly DocumentWord[];
}

/** What is kept of one document at most. */
export interface WordBounds {
  /** Distinct words, filter terms among them. */
  readonly words: number;
  /** Bytes of their terms in UTF-8. */
  readonly termBytes: number;
  /** Positions of all words together; of a text with more the first are kept. */
  readonly positions: number;
  /** UTF-16 units that are read: of names at most half of them, of the body what is left. */
  readonly characters: number;
}

export const mailBounds: WordBounds = {
  words: limits.mailWords.value,
  termBytes: limits.mailTermBytes.value,
  positions: limits.mailPositions.value,
  characters: limits.mailTextCharacters.value,
};

export const fileBounds: WordBounds = {
  words: limits.fileWords.value,
  termBytes: limits.fileTermBytes.value,
  positions: limits.filePositions.value,
  characters: limits.fileTextCharacters.value,
};

const filterMark = '\u0001';
const longestFilterName = 24;
const digestLength = 16;

/** A term that no text has, for a filter: e.g. of the digest of a sender. Long names stand by a digest of 96 bits. */
export const filterTerm = (name: string): string =>
  filterMark + (name.length <= longestFilterName ? name : hash('sha256', name, 'base64url').slice(0, digestLength));

/** The term of documents with more than is kept of one: what is looked for and not there may have been left out. */
export const cutTerm: string = filterTerm('+');

/**
 * How fields weigh: `boost` times how often, more in a short field than in a long one by `b` (BM25F). A body shorter than
 * `leastLength` counts as that long: else a word of two lines would weigh more than one of the subject.
 */
const fields = [
  { name: 'subject', boost: 3, b: 0.5, averageLength: 6, leastLength: 0 },
  { name: 'people', boost: 2, b: 0.3, averageLength: 16, leastLength: 0 },
  { name: 'fileNames', boost: 2, b: 0.3, averageLength: 6, leastLength: 0 },
  { name: 'body', boost: 1, b: 0.75, averageLength: 200, leastLength: 100 },
] as const;

type FieldName = (typeof fields)[number]['name'];

/** The words of a document within bounds: where it has more than those, the ones that weigh most, then the first. */
export function wordsOfDocument(
  { subject, people, fileNames, body, filterTerms }: DocumentFields,
  bounds: WordBounds = mailBounds,
): WordDocument {
  const text = newText(bounds);
  const forNames = bounds.characters >> 1;
  addText(text, 'subject', subject, forNames);
  for (const { address, displayName } of people) {
    if (displayName !== null) addText(text, 'people', displayName, forNames);
    if (address !== null) addText(text, 'people', address, forNames);
  }
  for (const name of fileNames) addText(text, 'fileNames', name, forNames);
  const room = bounds.characters - text.characters;
  if (body.length > room) text.isCut = true;
  for (const run of bodyRuns(body.slice(0, room))) addRun(text, 'body', run.text, run.weight);

  const filters = filterTerms.map((term): DocumentWord => ({ term, weight: 1, positions: [] }));
  const all = [...filters, ...weighedWords(text)];
  let words = within(bounds, [...all]);
  if (text.isCut || words.length < all.length)
    words = within(bounds, [{ term: cutTerm, weight: 1, positions: [] }, ...all]);
  return { words: words.sort((a, b) => compareTerms(a.term, b.term)) };
}

/** What was read of a document so far. */
interface ReadText {
  readonly places: Map<string, number>;
  /** By place: how often in each field; what weighs less counts for less. */
  readonly counts: number[];
  readonly positions: number[][];
  /** By field: words in it, weighed as they are counted. */
  readonly lengths: number[];
  position: number;
  characters: number;
  /** Positions that may still be kept. */
  room: number;
  /** Whether something was left out. */
  isCut: boolean;
}

const newText = (bounds: WordBounds): ReadText => ({
  places: new Map(),
  counts: [],
  positions: [],
  lengths: fields.map(() => 0),
  position: 0,
  characters: 0,
  room: bounds.positions,
  isCut: false,
});

/** Adds a text that stands alone: behind it one position stays empty, so that no phrase goes over. */
function addText(text: ReadText, name: FieldName, written: string, most: number): void {
  const read = written.slice(0, Math.max(0, most - text.characters));
  text.characters += read.length;
  if (read.length < written.length) text.isCut = true;
  const before = text.position;
  addRun(text, name, read, 1);
  if (text.position > before) text.position += 1;
}

function addRun(text: ReadText, name: FieldName, written: string, weight: number): void {
  const field = fields.findIndex(one => one.name === name);
  const { places, counts, positions } = text;
  const before = text.position;
  text.position = forEachToken(
    written,
    (term, _kind, position) => {
      let place = places.get(term);
      if (place === undefined) {
        place = positions.length;
        places.set(term, place);
        positions.push([]);
        for (let i = 0; i < fields.length; i++) counts.push(0);
      }
      const slot = place * fields.length + field;
      counts[slot] = (counts[slot] ?? 0) + weight;
      if (text.room <= 0) {
        text.isCut = true;
        return;
      }
      text.room -= 1;
      (positions[place] as number[]).push(position);
    },
    before,
  );
  text.lengths[field] = (text.lengths[field] ?? 0) + weight * (text.position - before);
}

function weighedWords({ places, counts, positions, lengths }: ReadText): DocumentWord[] {
  const perCount = fields.map(
    ({ boost, b, averageLength, leastLength }, i) =>
      boost / (1 - b + (b * Math.max(leastLength, lengths[i] ?? 0)) / averageLength),
  );
  return Array.from(places, ([term, place]): DocumentWord => {
    // How often, fields weighed and lengths levelled: the one figure that BM25F saturates.
    let frequency = 0;
    for (let i = 0; i < fields.length; i++) frequency += (counts[place * fields.length + i] ?? 0) * (perCount[i] ?? 0);
    return { term, weight: weightOf(frequency), positions: positions[place] ?? [] };
  });
}

/** Of UTF-8 that one UTF-16 unit becomes at most. */
const mostUnitBytes = 3;

/** The words that there is room for. Filter terms come first: what they leave out nothing else would find. */
function within({ words: most, termBytes }: WordBounds, words: DocumentWord[]): DocumentWord[] {
  let units = 0;
  for (const { term } of words) units += term.length;
  if (words.length <= most && units * mostUnitBytes <= termBytes) return words;
  const rank = ({ term, weight }: DocumentWord): number => (term.startsWith(filterMark) ? 256 : weight);
  // The sort is stable: of words that weigh the same the first stay.
  words.sort((a, b) => rank(b) - rank(a));
  let room = termBytes;
  return words.slice(0, most).filter(({ term }) => {
    room -= Buffer.byteLength(term);
    return room >= 0;
  });
}

/** The order of terms: that of their UTF-8 bytes, which UTF-16 has otherwise beyond the first plane. */
export function compareTerms(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = rankOf(a.charCodeAt(i)) - rankOf(b.charCodeAt(i));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Surrogates come behind all other units. */
const rankOf = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
