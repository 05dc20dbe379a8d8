// Blocks of the words of a batch, as blockCodec.ts reads them: the same bytes for the same documents. Knows no storage.

import { type BatchWords, postingSlots } from './batchWords.ts';
import {
  batchDocuments,
  blockVersion,
  bucketCount,
  bucketOf,
  groupDocuments,
  manyPostings,
  markBits,
  marks,
} from './blockCodec.ts';
import { packTerm } from './termCode.ts';
import { type ByteWriter, copyBytes, newWriter, writeByte, writeBytes, writeVarint, writtenBytes } from './varints.ts';

/** Places of more bytes stand apart: each such word costs a row more. */
const apartBytes = 640;
/** Of the places of one word that stand apart: what is more goes into a further entry. */
const mostApartBytes = 150 * 1024;

/** The blocks of one bucket. */
export interface PackedBucket {
  readonly bucket: number;
  /** Words, in as many blocks as they need. */
  readonly words: readonly Uint8Array[];
  /** Places that stand apart; none where there are none. */
  readonly places: readonly Uint8Array[];
}

/** Entries one after the other. */
interface Entries {
  readonly writer: ByteWriter;
  /** Where each ends. */
  readonly ends: number[];
}

const newEntries = (): Entries => ({ writer: newWriter(65_536), ends: [] });

/**
 * @param documents by ordinal, their numbers among the words; null where an ordinal is empty
 * @param mostBytes of the entries of a block, unless it is a single one
 */
export function* packBlocks(
  batch: BatchWords,
  documents: readonly (number | null)[],
  mostBytes: number,
): Generator<PackedBucket> {
  const sorted = postingsByTerm(batch, documents);
  const [words, places] = [newEntries(), newEntries()];
  for (const [bucket, terms] of termsByBucket(batch, sorted).entries()) {
    if (terms.length === 0) continue;
    for (const entries of [words, places]) {
      entries.writer.length = 0;
      entries.ends.length = 0;
    }
    for (const term of terms) packWord(batch, sorted, term, words, places);
    yield { bucket, words: blocksOf(words, mostBytes), places: blocksOf(places, mostBytes) };
  }
}

/** The postings of the documents, those of one term together and by ordinal. */
interface SortedPostings {
  /** Where those of each term begin, and where those of the last end. */
  readonly starts: Int32Array;
  readonly ordinals: Uint16Array;
  /** Their slots among the postings of the batch. */
  readonly slots: Int32Array;
}

function postingsByTerm(
  { terms, postings, starts }: BatchWords,
  documents: readonly (number | null)[],
): SortedPostings {
  const ends = new Int32Array(terms.length + 1);
  for (const document of documents) {
    if (document === null) continue;
    const end = starts[document + 1] ?? 0;
    for (let at = starts[document] ?? 0; at < end; at += postingSlots) {
      const term = postings[at] ?? 0;
      ends[term] = (ends[term] ?? 0) + 1;
    }
  }
  let count = 0;
  for (let term = 0; term < ends.length; term++) {
    const own = ends[term] ?? 0;
    ends[term] = count;
    count += own;
  }
  const firsts = ends.slice();
  const ordinals = new Uint16Array(count);
  const slots = new Int32Array(count);
  for (const [ordinal, document] of documents.entries()) {
    if (document === null) continue;
    const end = starts[document + 1] ?? 0;
    for (let at = starts[document] ?? 0; at < end; at += postingSlots) {
      const term = postings[at] ?? 0;
      const place = ends[term] ?? 0;
      ends[term] = place + 1;
      ordinals[place] = ordinal;
      slots[place] = at;
    }
  }
  return { starts: firsts, ordinals, slots };
}

/** A term that documents have. */
interface PackedTerm {
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** Terms of each bucket in the order of entries. */
function termsByBucket({ terms }: BatchWords, { starts }: SortedPostings): PackedTerm[][] {
  const buckets: PackedTerm[][] = Array.from({ length: bucketCount }, () => []);
  for (const [number, term] of terms.entries())
    if (starts[number] !== starts[number + 1]) buckets[bucketOf(term)]?.push({ number, bytes: packTerm(term) });
  for (const own of buckets) if (own.length > 1) own.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  return buckets;
}

/** Kept for the next entry or block. */
const body = newWriter();

function packWord(
  batch: BatchWords,
  { starts, ordinals, slots }: SortedPostings,
  { number, bytes }: PackedTerm,
  words: Entries,
  places: Entries,
): void {
  const { postings } = batch;
  const [from, to] = [starts[number] ?? 0, starts[number + 1] ?? 0];
  let hasWeights = false;
  let hasPlaces = false;
  let placeBytes = 0;
  for (let at = from; at < to; at++) {
    const slot = slots[at] ?? 0;
    const start = placesStart(postings, slot);
    const end = postings[slot + 2] ?? 0;
    placeBytes += end - start;
    if (postings[slot + 1] !== 1) hasWeights = true;
    // A lone 0 says that there is none.
    if (batch.places.bytes[start] !== 0) hasPlaces = true;
  }
  const isApart = hasPlaces && placeBytes > apartBytes;
  body.length = 0;
  writeOrdinals(body, ordinals, from, to);
  if (hasWeights) for (let at = from; at < to; at++) writeByte(body, postings[(slots[at] ?? 0) + 1] ?? 0);
  if (hasPlaces && !isApart) writePlaces(batch, slots, from, to);
  const { writer } = words;
  writeVarint(writer, bytes.length);
  writeBytes(writer, bytes);
  const head = (hasPlaces ? (isApart ? marks.apart : marks.positions) : 0) + (hasWeights ? 0 : marks.equalWeights);
  writeVarint(writer, ((to - from) << markBits) + head);
  writeVarint(writer, body.length);
  copyBytes(writer, body.bytes, 0, body.length);
  words.ends.push(writer.length);
  if (isApart) packApart(batch, bytes, slots.subarray(from, to), 0, to - from, places);
}

/** Where the places of a posting begin: those of the posting before end there. */
const placesStart = (postings: Int32Array, slot: number): number => (slot === 0 ? 0 : (postings[slot - 1] ?? 0));

/** The places of some postings of a word, one after the other. */
function writePlaces({ places, postings }: BatchWords, slots: Int32Array, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const slot = slots[at] ?? 0;
    copyBytes(body, places.bytes, placesStart(postings, slot), postings[slot + 2] ?? 0);
  }
}

/** Places of the postings of a word from one to another, in as many entries as they need. */
function packApart(
  batch: BatchWords,
  term: Uint8Array,
  slots: Int32Array,
  from: number,
  to: number,
  into: Entries,
): void {
  const { postings } = batch;
  const lengths: number[] = [];
  let length = 0;
  for (let at = from; at < to; at += groupDocuments) {
    const before = length;
    for (const slot of slots.subarray(at, Math.min(to, at + groupDocuments)))
      length += (postings[slot + 2] ?? 0) - placesStart(postings, slot);
    lengths.push(length - before);
  }
  if (length > mostApartBytes && to - from > groupDocuments) {
    const middle = from + Math.ceil((to - from) / 2 / groupDocuments) * groupDocuments;
    packApart(batch, term, slots, from, middle, into);
    packApart(batch, term, slots, middle, to, into);
    return;
  }
  body.length = 0;
  for (const own of lengths) writeVarint(body, own);
  writePlaces(batch, slots, from, to);
  const { writer } = into;
  writeVarint(writer, term.length);
  writeBytes(writer, term);
  writeVarint(writer, from);
  writeVarint(writer, to - from);
  writeVarint(writer, body.length);
  copyBytes(writer, body.bytes, 0, body.length);
  into.ends.push(writer.length);
}

/** Entries as blocks; none of none. */
function blocksOf({ writer, ends }: Entries, mostBytes: number): Uint8Array[] {
  const blocks: Uint8Array[] = [];
  let [start, first] = [0, 0];
  for (let i = 0; i < ends.length; i++) {
    const end = ends[i] ?? 0;
    if (i + 1 < ends.length && (ends[i + 1] ?? 0) - start <= mostBytes) continue;
    body.length = 0;
    writeByte(body, blockVersion);
    writeVarint(body, i + 1 - first);
    copyBytes(body, writer.bytes, start, end);
    blocks.push(writtenBytes(body));
    [start, first] = [end, i + 1];
  }
  return blocks;
}

/** As differences, or where they are many a bit for every document of the batch. */
function writeOrdinals(writer: ByteWriter, ordinals: Uint16Array, from: number, to: number): void {
  if (to - from >= manyPostings) {
    const bits = new Uint8Array(batchDocuments / 8);
    for (let at = from; at < to; at++) {
      const ordinal = ordinals[at] ?? 0;
      bits[ordinal >> 3] = (bits[ordinal >> 3] ?? 0) | (1 << (ordinal & 7));
    }
    writeBytes(writer, bits);
    return;
  }
  let next = 0;
  for (let at = from; at < to; at++) {
    const ordinal = ordinals[at] ?? 0;
    writeVarint(writer, ordinal - next);
    next = ordinal + 1;
  }
}
