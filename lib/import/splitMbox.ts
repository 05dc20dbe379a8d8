// Splits an mbox into its messages, in one pass and with one message in memory: where a message ends, which lines
// are quoted. It knows bytes and From_ lines, no files and no mail headers.

import { asBuffer } from './byteStream.ts';
import { isUndatedFromLine, parseFromLine } from './fromLine.ts';

export type MboxItem =
  | {
      readonly kind: 'message';
      readonly index: number;
      /** In memory of its own, unquoted, without the From_ line and the blank line that ends it. */
      readonly raw: Uint8Array;
      readonly receivedAt: number | null;
    }
  | { readonly kind: 'tooLarge'; readonly index: number; readonly sizeBytes: number };

export interface SplitOptions {
  /** A message larger than this is told of by its size alone. */
  readonly maxBytes: number;
  /** Also take From_ lines without a date, if a header field follows: for an mbox that opens with one. */
  readonly allowUndated: boolean;
}

const newline = 0x0a;
const carriageReturn = 0x0d;
const greaterThan = 0x3e;
const separator = Buffer.from('\nFrom ');
const quoted = Buffer.from('>From ');
/** A longer line is text, not a From_ line. */
const maxLineBytes = 1024;
/** More than a blank line and the beginning of a From_ line cut at the end of a chunk. */
const tailBytes = 8;
/** Enough to see the blank line before a message's first byte. */
const contextBytes = 3;

/**
 * Splits the bytes of an mbox, which begin with a From_ line (a byte order mark and blank lines may stand before
 * it). A From_ line opens a message where it stands at the start or after a blank line; `>From ` after any number of
 * `>` loses one `>` (mboxrd, which reads mboxo as well). Lines end in LF or CRLF and stay as they are.
 */
export async function* splitMbox(chunks: AsyncIterable<Uint8Array>, options: SplitOptions): AsyncGenerator<MboxItem> {
  const splitter = startSplitter(options);
  for await (const chunk of chunks) yield* splitter.push(chunk, false);
  yield* splitter.push(new Uint8Array(0), true);
}

interface Splitter {
  /** The messages that end within what has been pushed. */
  push(chunk: Uint8Array, isLast: boolean): Generator<MboxItem>;
}

function startSplitter({ maxBytes, allowUndated }: SplitOptions): Splitter {
  let window: Buffer = Buffer.alloc(0);
  /** Where the open message goes on in the window; -1 before the first From_ line. */
  let start = -1;
  /** Earlier bytes of the open message. */
  let settled: Buffer[] = [];
  let settledBytes = 0;
  let receivedAt: number | null = null;
  let index = 0;

  const settle = (to: number) => {
    if (to > start) {
      settledBytes += to - start;
      if (settledBytes > maxBytes) settled = [];
      else settled.push(Buffer.from(window.subarray(start, to)));
    }
    const drop = Math.max(0, to - contextBytes);
    window = window.subarray(drop);
    start = to - drop;
  };

  const finish = (end: number): MboxItem => {
    const sizeBytes = settledBytes + end - start;
    const tail = window.subarray(start, end);
    const item: MboxItem =
      sizeBytes > maxBytes
        ? { kind: 'tooLarge', index, sizeBytes }
        : { kind: 'message', index, raw: unquote(settled.length > 0 ? [...settled, tail] : [tail]), receivedAt };
    settled = [];
    settledBytes = 0;
    index++;
    return item;
  };

  return {
    *push(chunk, isLast) {
      window = window.length === 0 ? asBuffer(chunk) : Buffer.concat([window, chunk]);
      if (start < 0) {
        const opening = firstLine(window, isLast);
        if (!opening) return;
        ({ receivedAt } = opening);
        start = opening.end;
      }
      let from = start;
      for (;;) {
        const at = window.indexOf(separator, from);
        if (at < 0) break;
        const found = lookAt(window, at, isLast, allowUndated);
        if (found === 'unfinished') {
          settle(Math.max(start, at - contextBytes));
          return;
        }
        if (found) {
          yield finish(window[at - 1] === carriageReturn ? at - 1 : at);
          ({ receivedAt } = found);
          start = found.end;
        }
        from = found ? start : at + 1;
      }
      if (isLast) yield finish(withoutBlankLine(window, start));
      else settle(Math.max(start, window.length - tailBytes));
    },
  };
}

interface Opening {
  readonly receivedAt: number | null;
  /** Where the line after it begins. */
  readonly end: number;
}

/** The From_ line that a file begins with; null where more bytes are needed. */
function firstLine(window: Buffer, isLast: boolean): Opening | null {
  let at = window[0] === 0xef && window[1] === 0xbb && window[2] === 0xbf ? 3 : 0;
  while (window[at] === newline || window[at] === carriageReturn) at++;
  const end = window.indexOf(newline, at);
  if (end < 0 && !isLast) return null;
  if (at >= window.length) return null;
  return {
    receivedAt: parseFromLine(lineText(window, at, end < 0 ? window.length : end))?.receivedAt ?? null,
    end: end < 0 ? window.length : end + 1,
  };
}

/** Whether the line after the newline at `at` opens a message; null: it does not. */
function lookAt(window: Buffer, at: number, isLast: boolean, allowUndated: boolean): Opening | 'unfinished' | null {
  const before = window[at - 1] === carriageReturn ? at - 2 : at - 1;
  if (window[before] !== newline) return null;
  const end = endOfLine(window, at + 1, isLast);
  if (typeof end !== 'number') return end;
  const line = lineText(window, at + 1, end);
  const dated = parseFromLine(line);
  if (dated) return { receivedAt: dated.receivedAt, end: Math.min(end + 1, window.length) };
  if (!allowUndated || !isUndatedFromLine(line)) return null;
  const nextEnd = endOfLine(window, end + 1, isLast);
  if (nextEnd === 'unfinished') return nextEnd;
  const next = lineText(window, end + 1, Math.min(nextEnd ?? window.length, end + maxLineBytes));
  return /^[A-Za-z0-9-]+[ \t]*:/.test(next) ? { receivedAt: null, end: end + 1 } : null;
}

/** Where the line that begins at `from` ends; null where it is longer than a From_ line is. */
function endOfLine(window: Buffer, from: number, isLast: boolean): number | 'unfinished' | null {
  const end = window.indexOf(newline, from);
  if (end >= 0) return end - from > maxLineBytes ? null : end;
  if (window.length - from > maxLineBytes) return null;
  return isLast ? window.length : 'unfinished';
}

const lineText = (window: Buffer, from: number, end: number): string =>
  window.toString('latin1', from, window[end - 1] === carriageReturn ? end - 1 : end);

/** The end of the last message: without the blank line that writers put after each. */
function withoutBlankLine(window: Buffer, start: number): number {
  const end = window.length;
  if (end <= start || window[end - 1] !== newline) return end;
  if (window[end - 2] === newline) return end - 1;
  if (window[end - 2] === carriageReturn && window[end - 3] === newline && end - 2 >= start) return end - 2;
  return end;
}

/** The pieces as one in memory of its own, so that no chunk outlives its messages; each quoted line one `>` shorter. */
function unquote(pieces: readonly Buffer[]): Buffer {
  const [first] = pieces;
  const whole = pieces.length === 1 && first ? first : Buffer.concat(pieces);
  const cuts: number[] = [];
  for (let hit = whole.indexOf(quoted); hit >= 0; hit = whole.indexOf(quoted, hit + quoted.length)) {
    let at = hit;
    while (at > 0 && whole[at - 1] === greaterThan) at--;
    if (at === 0 || whole[at - 1] === newline) cuts.push(at);
  }
  if (cuts.length === 0) return pieces.length === 1 ? Buffer.from(whole) : whole;
  const out = Buffer.allocUnsafe(whole.length - cuts.length);
  let written = 0;
  let from = 0;
  for (const cut of [...cuts, whole.length]) {
    written += whole.copy(out, written, from, cut);
    from = cut + 1;
  }
  return out;
}
