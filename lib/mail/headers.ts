// The header block of a message or part: bytes -> fields. Knows no field's meaning, but which ones are read.

import { limits } from '../limits.ts';
import { indexOfByte, toBinary, trimBlanks } from './bytes.ts';

export interface HeaderField {
  /** Lower case. */
  readonly name: string;
  /** Unfolded and trimmed, one character per byte (see toBinary). */
  readonly value: string;
}

export interface HeaderBlock {
  readonly fields: readonly HeaderField[];
  /** Where the body starts, or the delimiter line that cut the headers short. */
  readonly bodyStart: number;
  /** The blank line after the headers was there, or something that can only be a body. */
  readonly isComplete: boolean;
  /** More fields or bytes than are read: of what is read of a mail the beginning is there all the same. */
  readonly exceededLimit: boolean;
}

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09;

/** Position of the colon of a header line, or -1: a name of visible ASCII, perhaps blanks, a colon. */
function colonOf(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  for (; i < end; i++) {
    const byte = bytes[i] as number;
    if (byte === 0x3a) return i > start ? i : -1;
    if (byte <= 0x20 || byte >= 0x7f) break;
  }
  if (i === start) return -1;
  while (i < end && isBlank(bytes[i])) i++;
  return bytes[i] === 0x3a && i < end ? i : -1;
}

function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

const isFromLine = (bytes: Uint8Array, at: number): boolean =>
  startsWith(bytes, at, 'From ') || startsWith(bytes, at, '>From ');

/** What is read of a mail or part: the first of each is kept, whatever stands before it. */
const read = new Set([
  ...['from', 'sender', 'reply-to', 'to', 'cc', 'bcc', 'subject', 'date', 'received'],
  ...['message-id', 'in-reply-to', 'references', 'content-type', 'content-disposition', 'content-transfer-encoding'],
  ...['content-id', 'content-location', 'content-base'],
]);

/** The longest line that may be sent (RFC 5322 section 2.1.1). */
const longestLine = 998;

/** The end of a field of which not all is kept: where a line of it ends, or a word, lest an address is cut within. */
function cutField(bytes: Uint8Array, start: number, most: number): number {
  const end = start + most;
  let blank = -1;
  for (let i = end; i > end - longestLine && i > start; i--) {
    if (bytes[i] === 0x0a) return i;
    if (blank < 0 && isBlank(bytes[i])) blank = i;
  }
  return blank < 0 ? end : blank;
}

/** Ends the encoded word (RFC 2047) that a value was cut within, so that its beginning is read as one. */
function closeWord(value: string): string {
  const last = value.slice(Math.max(0, value.lastIndexOf('=?')));
  return /^=\?[^?\s]{1,100}\?[bq]\?[^?]*$/i.test(last) ? `${value}?=` : value;
}

/** Unfolds: the line ends go, the blanks stay (RFC 5322 section 2.2.3). */
const unfold = (value: string): string => trimBlanks(value.includes('\n') ? value.replace(/\r*\n/g, '') : value);

/**
 * Reads header fields from `start` to the blank line. `isDelimiter` tells whether the line at a position that starts with
 * `--` is a delimiter of an enclosing multipart, which ends headers too. A first line that is no header means there are
 * no headers at all; such a line further down is passed over. A From_ line before the headers is passed over.
 */
export function readHeaders(
  bytes: Uint8Array,
  start: number,
  isDelimiter: (lineStart: number, lineEnd: number) => boolean,
): HeaderBlock {
  const fields: HeaderField[] = [];
  const maxBytes = limits.headerBytes.value;
  const maxFields = limits.headerCount.value;
  let exceededLimit = false;
  let pos = start;
  let fieldStart = -1;
  let fieldColon = -1;
  let fieldEnd = -1;
  /** How many bytes of a value are kept. */
  const roomFor = (name: string): number => {
    const left = fields.length < maxFields ? start + maxBytes - fieldColon - 1 : 0;
    const least = read.has(name) && headerValue(fields, name) === null ? limits.headerFieldBytes.value : 0;
    return Math.max(left, least);
  };
  const finishField = () => {
    if (fieldStart < 0) return;
    // Names are short, whatever comes before a colon.
    const name = toBinary(bytes, fieldStart, Math.min(fieldColon, fieldStart + longestLine))
      .trim()
      .toLowerCase();
    const room = roomFor(name);
    const isWhole = fieldEnd - fieldColon - 1 <= room;
    if (!isWhole) exceededLimit = true;
    if (room > 0) {
      const end = isWhole ? fieldEnd : cutField(bytes, fieldColon + 1, room);
      const value = unfold(toBinary(bytes, fieldColon + 1, end));
      fields.push({ name, value: isWhole ? value : closeWord(value) });
    }
    fieldStart = -1;
  };
  while (pos < bytes.length) {
    const lineFeed = indexOfByte(bytes, 0x0a, pos);
    const next = lineFeed < 0 ? bytes.length : lineFeed + 1;
    let end = lineFeed < 0 ? bytes.length : lineFeed;
    while (end > pos && bytes[end - 1] === 0x0d) end--;
    if (end === pos) {
      finishField();
      return { fields, bodyStart: next, isComplete: true, exceededLimit };
    }
    if (bytes[pos] === 0x2d && bytes[pos + 1] === 0x2d && isDelimiter(pos, end)) {
      finishField();
      return { fields, bodyStart: pos, isComplete: false, exceededLimit };
    }
    if (isBlank(bytes[pos]) && fieldStart >= 0) {
      fieldEnd = end;
    } else {
      // Blanks before the very first field are no folding.
      let nameStart = pos;
      if (pos === start) while (isBlank(bytes[nameStart])) nameStart++;
      const colon = colonOf(bytes, nameStart, end);
      if (colon >= 0) {
        finishField();
        fieldStart = nameStart;
        fieldColon = colon;
        fieldEnd = end;
      } else if (pos === start && !isFromLine(bytes, pos)) {
        return { fields, bodyStart: pos, isComplete: true, exceededLimit };
      } else finishField();
    }
    pos = next;
  }
  finishField();
  return { fields, bodyStart: bytes.length, isComplete: false, exceededLimit };
}

/** The value of the first field of that (lower case) name, or null. */
export function headerValue(fields: readonly HeaderField[], name: string): string | null {
  for (const field of fields) if (field.name === name) return field.value;
  return null;
}
