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
