// The list of parts in the making, over a message and all that is nested in it.

import { hash } from 'node:crypto';
import { limits } from '../limits.ts';
import { normalizeFileName } from '../names/normalizeFileName.ts';
import type { Budget } from './entity.ts';
import type { Part } from './message.ts';

export interface Collection {
  readonly parts: Part[];
  readonly budget: Budget;
  /** The last base64 data of the mail stops within itself: see isDamaged in parseMessage.ts. */
  isCutWithinData: boolean;
}

/** What a part's name is made from: its own, or the subject of a nested message. */
export interface NameSource {
  /** Decoded; null where there is none. */
  readonly raw: string | null;
  /** Subject of a message that has no name of its own. */
  readonly subject: string | null;
}

type PartFacts = Pick<Part, 'kind' | 'mediaType' | 'disposition' | 'contentId' | 'content' | 'path'>;

/** Whether one more part may be added; if not, the message is damaged. */
export function hasRoom({ parts, budget }: Collection): boolean {
  const isWithin = parts.length < limits.parts.value && budget.decodedBytes >= 0;
  if (!isWithin) budget.exceeded = true;
  return isWithin;
}

/** Adds one part, numbered by its place, hashed and named; gives it back. */
export function addPart(collection: Collection, facts: PartFacts, { raw, subject }: NameSource): Part {
  const derivedFrom = raw === null && subject !== null && subject !== '' ? `${subject}.eml` : null;
  const filename = normalizeFileName(raw ?? derivedFrom ?? '');
  const part: Part = {
    ...facts,
    number: collection.parts.length + 1,
    filename,
    rawFilename: raw,
    wasFileNameNormalized: filename !== raw,
    sizeBytes: facts.content.length,
    sha256: hash('sha256', facts.content, 'hex'),
  };
  collection.parts.push(part);
  return part;
}

/** The path of what is inside a part. */
export const pathInto = (part: Pick<Part, 'path' | 'filename' | 'number'>): string => {
  const segment = part.filename ?? String(part.number);
  return part.path === null ? segment : `${part.path}/${segment}`;
};
