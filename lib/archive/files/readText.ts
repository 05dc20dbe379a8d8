// What is read of a file, once for each content: known from before, or read now and kept.

import type { DocumentHints, Extraction } from '../../files/extraction.ts';
import type { Blobs } from '../ports.ts';
import { getKeptText, type KeptText, putText, type TextPlace } from './fileText.ts';
import type { Extract } from './indexing.ts';

export interface TextReading {
  readonly extraction: Extraction;
  /** Whether it was read now, not known. */
  readonly isNew: boolean;
}

/** What is being read at this moment, by what keeps it: a file that comes many times at once is read once. */
const underWay = new WeakMap<Blobs, Map<string, Promise<TextReading>>>();

export interface ReadTextOptions {
  readonly place: TextPlace;
  readonly hints: DocumentHints;
  /** The latest generation of files. */
  readonly generation: number;
  /** Whether it is read for that generation: what could not be read before it, or was read otherwise, is read again, once. */
  readonly isAgain: boolean;
}

/** @param bytes of the file, for when they are needed */
export async function readText(
  blobs: Blobs,
  extract: Extract,
  bytes: Uint8Array,
  options: ReadTextOptions,
): Promise<TextReading> {
  const own = underWay.get(blobs) ?? new Map<string, Promise<TextReading>>();
  underWay.set(blobs, own);
  const name = `${options.place.sha256} ${options.place.textKind}`;
  const known = own.get(name);
  if (known) return { extraction: (await known).extraction, isNew: false };
  const reading = read(blobs, extract, bytes, options).finally(() => own.delete(name));
  own.set(name, reading);
  return reading;
}

async function read(
  blobs: Blobs,
  extract: Extract,
  bytes: Uint8Array,
  { place, hints, generation, isAgain }: ReadTextOptions,
): Promise<TextReading> {
  const known = await getKeptText(blobs, place);
  if (known && !(isAgain && isToReadAgain(known, generation))) return { extraction: known.extraction, isNew: false };
  let extraction: Extraction;
  try {
    extraction = await extract(bytes, hints);
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    // Nothing is kept of it: the next generation tries again.
    return { extraction: unread, isNew: true };
  }
  // Of what has only a name as much is known again at once.
  if (extraction.outcome !== 'nameOnly') await putText(blobs, place, extraction, generation);
  return { extraction, isNew: true };
}

/** A document that ended its reader may have met a busy machine. */
const isToReadAgain = ({ extraction, isCurrent, generation: last }: KeptText, generation: number): boolean =>
  !isCurrent || (last < generation && (extraction.outcome === 'broken' || extraction.outcome === 'tooBig'));

const unread: Extraction = {
  ...{ type: '', outcome: 'broken', reason: 'it cannot be read', title: null, tags: [], date: null },
  ...{ references: [], chunks: [] },
};
