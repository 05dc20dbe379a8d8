// The one way in which reading a document ends early.

import type { ExtractionOutcome } from './extraction.ts';

/** Thrown by readers: how it ends, and why in plain words. What was written before it is kept. */
export class ReadingEnd extends Error {
  readonly outcome: ExtractionOutcome;

  constructor(outcome: ExtractionOutcome, reason: string) {
    super(reason);
    this.name = 'ReadingEnd';
    this.outcome = outcome;
  }
}

export const broken = (reason: string): ReadingEnd => new ReadingEnd('broken', reason);
export const tooBig = (reason: string): ReadingEnd => new ReadingEnd('tooBig', reason);
export const encrypted = (reason = 'it needs a password'): ReadingEnd => new ReadingEnd('encrypted', reason);

/**
 * Reads parts of a document one after another. One that is damaged costs no other, and is told in the end.
 * @throws ReadingEnd what ended the first that is damaged; at once where a limit was met
 */
export async function readEach<T>(parts: Iterable<T>, read: (part: T) => Promise<void>): Promise<void> {
  let damage: ReadingEnd | null = null;
  for (const part of parts) {
    try {
      await read(part);
    } catch (error) {
      if (!(error instanceof ReadingEnd) || error.outcome !== 'broken') throw error;
      damage ??= error;
    }
  }
  if (damage) throw damage;
}
