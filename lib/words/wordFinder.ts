// Looks words up in packed documents without decoding the rest.

import { checkEnd, readGamma } from './bits.ts';
import { commonNumber } from './documentCodec.ts';
import { openDocument, readCommon, readFigures, readPositions, termBytes } from './documentReader.ts';
import type { DocumentWord } from './documentWords.ts';
import { readTerm } from './termCode.ts';

const encoder = new TextEncoder();

/** Looks the same words up in documents: for each of the terms, in their order, its word, or null where it has none. */
export type WordFinder = (bytes: Uint8Array) => readonly (DocumentWord | null)[];

/**
 * What looks terms up in document after document without decoding the rest.
 * @throws Error (the finder) where the bytes are no document of this version
 */
export function wordFinder(terms: readonly string[]): WordFinder {
  const soughtNumbers = terms.map(term => commonNumber(term) ?? -1);
  const soughtOthers = terms
    .map((term, i) => ({ bytes: encoder.encode(term), i }))
    .filter(({ i }) => soughtNumbers[i] === -1)
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  const buffer = new Uint8Array(termBytes);
  return bytes => {
    const places = new Int32Array(terms.length).fill(-1);
    let lastPlace = -1;
    const reader = openDocument(bytes);
    const numbers = readCommon(reader);
    for (let i = 0; i < terms.length; i++) {
      const number = soughtNumbers[i] ?? -1;
      const place = number < 0 ? -1 : numbers.indexOf(number);
      places[i] = place;
      lastPlace = Math.max(lastPlace, place);
    }
    const others = readGamma(reader) - 1;
    const count = numbers.length + others;
    let next = 0;
    for (let place = numbers.length; place < count; place++) {
      const length = readTerm(reader, buffer, readGamma(reader) - 1);
      for (; next < soughtOthers.length; next++) {
        const sought = soughtOthers[next] as (typeof soughtOthers)[number];
        const order = compareBytes(sought.bytes, buffer, length);
        if (order > 0) break;
        if (order < 0) continue;
        places[sought.i] = place;
        lastPlace = place;
      }
      checkEnd(reader);
    }
    if (lastPlace < 0) return terms.map(() => null);
    const { weights, counts, most, range } = readFigures(reader, count);
    const words = new Array<DocumentWord | null>(terms.length).fill(null);
    const read = new Int32Array(most);
    for (let place = 0; place <= lastPlace; place++) {
      const own = counts[place] ?? 0;
      readPositions(reader, read, 0, own, 0, range);
      if (!places.includes(place)) continue;
      const positions = Array.from(read.subarray(0, own));
      for (let i = 0; i < terms.length; i++) {
        if (places[i] === place) words[i] = { term: terms[i] as string, weight: weights[place] ?? 0, positions };
      }
    }
    checkEnd(reader);
    return words;
  };
}

/** The order of bytes and the first of others. */
function compareBytes(a: Uint8Array, b: Uint8Array, length: number): number {
  const shorter = Math.min(a.length, length);
  for (let i = 0; i < shorter; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - length;
}
