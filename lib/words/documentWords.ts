// The words of one document (a mail, a file): each with one weight that holds how often it stands where, and its
// places. Fields and how they weigh are decided here. Knows no storage and no query.

import { limits } from '../limits.ts';
import { bodyLines } from './bodyLines.ts';
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
  /** Ascending. Consecutive words stand at consecutive positions; fields, and entries of a field, do not meet. Empty for filter terms. */
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
  /** Positions of one word. */
  readonly positions: number;
  /** UTF-16 units of the body that are read. */
  readonly characters: number;
}

export const mailBounds: WordBounds = {
  words: limits.mailWords.value,
  positions: limits.wordPositions.value,
  characters: limits.wordTextCharacters.value,
};

const filterMark = '\u0001';

/** A term that no text has, for a filter: e.g. the digest of a sender. */
export const filterTerm = (name: string): string => filterMark + name;

export const isFilterTerm = (term: string): boolean => term.startsWith(filterMark);

/** How fields weigh: `boost` times how often, more in a short field than in a long one (`b` of BM25F). */
const fields = {
  subject: { boost: 3, b: 0.5, averageLength: 6 },
  people: { boost: 2, b: 0.3, averageLength: 16 },
  fileNames: { boost: 2, b: 0.3, averageLength: 6 },
  body: { boost: 1, b: 0.7, averageLength: 200 },
} as const;

type FieldName = keyof typeof fields;
const fieldNames = Object.keys(fields) as FieldName[];
const fieldCount = fieldNames.length;

interface Occurrences {
  /** How often in each field, in the order of `fields`; a line that weighs less counts for less. */
  readonly counts: Float64Array;
  readonly positions: number[];
}

/** The words of a document within bounds: where it has more than those, the ones that weigh most, then the first. */
export function wordsOfDocument(
  { subject, people, fileNames, body, filterTerms }: DocumentFields,
  bounds: WordBounds = mailBounds,
): WordDocument {
  const found = new Map<string, Occurrences>();
  const lengths = new Float64Array(fieldCount);
  let position = 0;
  const add = (field: number, text: string, weight: number): void => {
    position = forEachToken(
      text,
      (term, kind, at) => {
        let occurrences = found.get(term);
        if (occurrences === undefined) {
          occurrences = { counts: new Float64Array(fieldCount), positions: [] };
          found.set(term, occurrences);
        }
        occurrences.counts[field] = (occurrences.counts[field] ?? 0) + weight;
        if (occurrences.positions.length < bounds.positions) occurrences.positions.push(at);
        if (kind === 'word' || kind === 'character') lengths[field] = (lengths[field] ?? 0) + weight;
      },
      position,
    );
  };
  /** Between texts one position stays empty, so that no phrase goes over. */
  const addAlone = (field: number, text: string, weight = 1): void => {
    const before = position;
    add(field, text, weight);
    if (position > before) position += 1;
  };
  const most = bounds.characters;
  addAlone(fieldNames.indexOf('subject'), subject.slice(0, most));
  for (const { address, displayName } of people) {
    if (displayName !== null) addAlone(fieldNames.indexOf('people'), displayName);
    if (address !== null) addAlone(fieldNames.indexOf('people'), address);
  }
  for (const name of fileNames) addAlone(fieldNames.indexOf('fileNames'), name);
  for (const { text, weight } of bodyLines(body.slice(0, most))) add(fieldNames.indexOf('body'), text, weight);

  const words: DocumentWord[] = filterTerms.slice(0, bounds.words).map(term => ({ term, weight: 1, positions: [] }));
  const room = bounds.words - words.length;
  const weighed: DocumentWord[] = [];
  for (const [term, { counts, positions }] of found) {
    weighed.push({ term, weight: weightOf(pseudoFrequency(counts, lengths)), positions });
  }
  if (weighed.length > room) {
    weighed.sort((a, b) => b.weight - a.weight || (a.positions[0] ?? 0) - (b.positions[0] ?? 0));
    weighed.length = room;
  }
  return { words: [...words, ...weighed].sort((a, b) => compareTerms(a.term, b.term)) };
}

/** How often a word stands in a document, fields weighed and lengths levelled: the one figure that BM25F saturates. */
function pseudoFrequency(counts: Float64Array, lengths: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < fieldCount; i++) {
    const count = counts[i] ?? 0;
    if (count === 0) continue;
    const { boost, b, averageLength } = fields[fieldNames[i] as FieldName];
    sum += (boost * count) / (1 - b + (b * (lengths[i] ?? 0)) / averageLength);
  }
  return sum;
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
