// The words of many packed documents, gathered in a few arrays until blocks are made of them: no object stands for a word
// of a document, of which a batch has hundreds of thousands. Knows no blocks.

import { checkEnd, readGamma } from './bits.ts';
import { commonTerms } from './commonTerms.ts';
import { type Figures, openDocument, readCommon, readFigures, readPositions, termBytes } from './documentReader.ts';
import { stopMargin, writePositions } from './positionCodec.ts';
import { pairTerm, stopCode, stopCodes, stopRanks, stopTerm } from './stopWords.ts';
import { readTerm } from './termCode.ts';
import { termOfBytes } from './termTexts.ts';
import { type ByteWriter, newWriter } from './varints.ts';

/** Words of documents, which are numbered from 0 in the order in which they were added. */
export interface BatchWords {
  /** Distinct terms, by their numbers here; the pairs of stop words that stand together among them. */
  readonly terms: string[];
  /** The codes of the same terms among stop words; 0 of others. */
  readonly codes: number[];
  /** `postingSlots` for each word of each document: the number of its term, its weight, where its places end. */
  postings: Int32Array;
  /** Where the postings of each document begin, and where those of the last end. */
  readonly starts: number[];
  /** The places of all postings one after the other, as positionCodec.ts writes them. */
  readonly places: ByteWriter;
  readonly numbers: Map<string, number>;
  /** 1 more than the numbers of common terms and of pairs of stop words; 0 where they are not known yet. */
  readonly common: Int32Array;
  readonly pairs: Int32Array;
  readonly reading: Reading;
}

/** What is read of one document, kept for the next. */
interface Reading {
  readonly term: Buffer;
  /** Numbers of its terms. */
  terms: Int32Array;
  positions: Int32Array;
  /** As StopCodes; all 0 between two documents. */
  stops: Uint8Array;
  /** By the code of a stop word, where another stands before it; all empty between two words. */
  readonly before: readonly number[][];
}

export const postingSlots = 3;

export const newBatchWords = (): BatchWords => ({
  ...{ terms: [], codes: [], numbers: new Map() },
  ...{ postings: new Int32Array(postingSlots * 16_384), starts: [0], places: newWriter(65_536) },
  ...{ common: new Int32Array(commonTerms.length), pairs: new Int32Array(stopCodes * stopCodes) },
  reading: {
    ...{ term: Buffer.alloc(termBytes), terms: new Int32Array(1024), positions: new Int32Array(4096) },
    ...{ stops: new Uint8Array(4096), before: Array.from({ length: stopCodes }, () => []) },
  },
});

/**
 * Adds a document as encodeDocument() packed it.
 * @returns its number
 * @throws Error where the bytes are no document of this version; then it is not added
 */
export function addDocument(batch: BatchWords, bytes: Uint8Array): number {
  const { reading, codes, places, starts } = batch;
  const { weights, counts } = readDocument(batch, bytes);
  const stopWords: PlacedStop[] = [];
  for (let i = 0, at = 0; i < counts.length; at += counts[i++] ?? 0) {
    const code = codes[reading.terms[i] ?? 0] ?? 0;
    if (code > 0) stopWords.push({ code, from: at, to: at + (counts[i] ?? 0) });
  }
  markStops(reading, stopWords);
  let next = starts.at(-1) ?? 0;
  for (let i = 0, at = 0; i < counts.length; i++) {
    const end = at + (counts[i] ?? 0);
    const term = reading.terms[i] ?? 0;
    writePositions(places, reading.positions, at, end, codes[term] === 0 ? reading.stops : null);
    addPosting(batch, next, term, weights[i] ?? 0);
    next += postingSlots;
    at = end;
  }
  for (const one of stopWords) next = addPairs(batch, next, one);
  for (const { from, to } of stopWords)
    for (let at = from; at < to; at++) reading.stops[(reading.positions[at] ?? 0) + 1] = 0;
  return starts.push(next) - 2;
}

/** Reads the terms and the positions of a document. */
function readDocument(batch: BatchWords, bytes: Uint8Array): Pick<Figures, 'weights' | 'counts'> {
  const { reading } = batch;
  const reader = openDocument(bytes);
  const common = readCommon(reader);
  reading.terms = withRoom(reading.terms, common.length);
  let count = 0;
  for (const number of common) reading.terms[count++] = numberOfCommon(batch, number);
  for (let left = readGamma(reader) - 1; left > 0; left--) {
    const length = readTerm(reader, reading.term, readGamma(reader) - 1);
    checkEnd(reader);
    reading.terms = withRoom(reading.terms, count + 1);
    reading.terms[count++] = numberOf(batch, termOfBytes(reading.term, length));
  }
  const { weights, counts, positions, range } = readFigures(reader, count);
  reading.positions = withRoom(reading.positions, positions);
  let at = 0;
  for (let i = 0; i < count; i++) {
    const end = at + (counts[i] ?? 0);
    readPositions(reader, reading.positions, at, end, 0, range);
    at = end;
  }
  checkEnd(reader);
  return { weights, counts };
}

function numberOf({ terms, codes, numbers }: BatchWords, term: string): number {
  const known = numbers.get(term);
  if (known !== undefined) return known;
  numbers.set(term, terms.length);
  codes.push(stopCode(term));
  return terms.push(term) - 1;
}

function numberOfCommon(batch: BatchWords, number: number): number {
  const known = batch.common[number] ?? 0;
  if (known > 0) return known - 1;
  const own = numberOf(batch, commonTerms[number] ?? '');
  batch.common[number] = own + 1;
  return own;
}

/** @param at the slot of the posting, whose places are written */
function addPosting(batch: BatchWords, at: number, term: number, weight: number): void {
  batch.postings = withRoom(batch.postings, at + postingSlots);
  batch.postings[at] = term;
  batch.postings[at + 1] = weight;
  batch.postings[at + 2] = batch.places.length;
}

/** A stop word of the document that is read, and which of the positions are its own. */
interface PlacedStop {
  readonly code: number;
  readonly from: number;
  readonly to: number;
}

/** Where two stand at one position the later term counts. */
function markStops(reading: Reading, stopWords: readonly PlacedStop[]): void {
  let length = 0;
  for (const { from, to } of stopWords)
    if (to > from) length = Math.max(length, (reading.positions[to - 1] ?? 0) + stopMargin);
  if (length > reading.stops.length) reading.stops = new Uint8Array(Math.max(length, reading.stops.length * 2));
  const { positions, stops } = reading;
  const ranks = stopRanks();
  for (const { code, from, to } of stopWords)
    for (let at = from; at < to; at++) {
      const place = (positions[at] ?? 0) + 1;
      if ((ranks[code] ?? 0) > (ranks[stops[place] ?? 0] ?? 0)) stops[place] = code;
    }
}

/** Adds the pairs of a stop word and those that follow it. @returns the slot behind them */
function addPairs(batch: BatchWords, at: number, { code, from, to }: PlacedStop): number {
  const { positions, stops, before } = batch.reading;
  const followers: number[] = [];
  for (let i = from; i < to; i++) {
    const position = positions[i] ?? 0;
    const follower = stops[position + 2] ?? 0;
    if (follower === 0) continue;
    const own = before[follower] as number[];
    if (own.length === 0) followers.push(follower);
    own.push(position);
  }
  let next = at;
  for (const follower of followers) {
    const own = before[follower] as number[];
    writePositions(batch.places, own, 0, own.length, null);
    addPosting(batch, next, numberOfPair(batch, code, follower), 1);
    own.length = 0;
    next += postingSlots;
  }
  return next;
}

function numberOfPair(batch: BatchWords, first: number, second: number): number {
  const pair = first * stopCodes + second;
  const known = batch.pairs[pair] ?? 0;
  if (known > 0) return known - 1;
  const own = numberOf(batch, pairTerm(stopTerm(first), stopTerm(second)));
  batch.pairs[pair] = own + 1;
  return own;
}

function withRoom(array: Int32Array, length: number): Int32Array {
  if (length <= array.length) return array;
  const grown = new Int32Array(Math.max(length, array.length * 2));
  grown.set(array);
  return grown;
}
