// The MIME structure: bytes -> a tree of entities over the same bytes. Decodes no content and knows no kinds of parts.

import { limits } from '../limits.ts';
import { indexOfByte, indexOfText, toBinary } from './bytes.ts';
import { type HeaderBlock, type HeaderField, headerValue, readHeaders } from './headers.ts';
import { type Parameterized, parameterValue, parseParameters } from './parameters.ts';
import { decodeTransferEncoding } from './transferEncoding.ts';

/** One node: a message, a multipart or a leaf part. */
export interface Entity {
  readonly headers: readonly HeaderField[];
  readonly contentType: Parameterized;
  /** Lower case; what stands in for a missing or malformed one. */
  readonly mediaType: string;
  readonly disposition: Parameterized | null;
  /** Lower case name of the Content-Transfer-Encoding; empty where there is none. */
  readonly encoding: string;
  /** As it stands in the mail, without the line break before the delimiter that ends it. */
  readonly body: Uint8Array;
  /** Parts of a multipart, or the one message of a message/rfc822. Empty for a leaf. */
  readonly children: readonly Entity[];
  /** The part runs to the end of the mail although a multipart around it is still open. */
  readonly isCutOff: boolean;
  readonly headersComplete: boolean;
}

/** What one message and everything in it may still use. Shared by nested messages. */
export interface Budget {
  parts: number;
  decodedBytes: number;
  /** A limit was met: the message is damaged, with what was read so far. */
  exceeded: boolean;
}

export const newBudget = (): Budget => ({
  parts: limits.parts.value,
  decodedBytes: limits.decodedBytes.value,
  exceeded: false,
});

/** Delimiters longer than this are taken for text: RFC 2046 allows 70 characters. */
const longestBoundary = 1000;

interface Delimiter {
  /** Index in the stack of open multiparts. */
  readonly level: number;
  readonly isClosing: boolean;
  /** End of the content before it: its own line break is not content. */
  readonly contentEnd: number;
  readonly next: number;
}

interface Reader {
  readonly bytes: Uint8Array;
  readonly budget: Budget;
  /** Boundaries of the open multiparts, outermost first. */
  readonly open: string[];
  /** Every boundary that was ever open. */
  readonly known: Set<string>;
  longest: number;
  /** How many open boundaries begin with each byte: most lines that start with `--` are told from delimiters by it. */
  readonly firstBytes: Uint16Array;
}

/** The media types that enclose a message. */
export const isMessageType = (type: string): boolean =>
  type === 'message/rfc822' || type === 'message/global' || type === 'message/news';

/**
 * What a delimiter line of an open multipart says, or null for any other line. The innermost multipart goes first. A
 * closing delimiter may have more behind it, as some senders and scanners leave there.
 */
function delimiterAt(reader: Reader, lineStart: number, lineEnd: number): { level: number; isClosing: boolean } | null {
  const { bytes, open } = reader;
  if (reader.firstBytes[bytes[lineStart + 2] ?? 0] === 0) return null;
  let end = lineEnd;
  while (end > lineStart && (bytes[end - 1] === 0x20 || bytes[end - 1] === 0x09 || bytes[end - 1] === 0x0d)) end--;
  const line = toBinary(bytes, lineStart + 2, Math.min(end, lineStart + reader.longest + 5));
  const opening = reader.known.has(line) ? open.lastIndexOf(line) : -1;
  if (opening >= 0) return { level: opening, isClosing: false };
  if (!line.includes('--')) return null;
  const closing = open.findLastIndex(boundary => line.startsWith(boundary) && line.startsWith('--', boundary.length));
  return closing >= 0 ? { level: closing, isClosing: true } : null;
}

/** The next delimiter of any open multipart from `start`, which is the start of a line; null at the end of the mail. */
function nextDelimiter(reader: Reader, start: number): Delimiter | null {
  const { bytes, open } = reader;
  if (open.length === 0) return null;
  let lineStart = bytes[start] === 0x2d && bytes[start + 1] === 0x2d ? start : -1;
  let searched = start;
  for (;;) {
    if (lineStart < 0) {
      const found = indexOfText(bytes, '\n--', searched);
      if (found < 0) return null;
      lineStart = found + 1;
    }
    const lineFeed = indexOfByte(bytes, 0x0a, lineStart);
    const lineEnd = lineFeed < 0 ? bytes.length : lineFeed;
    const delimiter = delimiterAt(reader, lineStart, lineEnd);
    if (delimiter !== null) {
      let contentEnd = lineStart;
      if (contentEnd > 0 && bytes[contentEnd - 1] === 0x0a) contentEnd--;
      if (contentEnd > 0 && bytes[contentEnd - 1] === 0x0d) contentEnd--;
      return { ...delimiter, contentEnd, next: lineFeed < 0 ? bytes.length : lineFeed + 1 };
    }
    if (lineFeed < 0) return null;
    searched = lineFeed;
    lineStart = -1;
  }
}

const mediaTypeForm = /^[^\s/;,]+\/[^\s/;,]+$/;

/** The media type a part is read as: RFC 2045 section 5.2 for what is missing or malformed. */
function mediaTypeOf(contentType: Parameterized, hasHeader: boolean, fallback: string): string {
  if (!hasHeader) return fallback;
  return mediaTypeForm.test(contentType.value) ? contentType.value : 'text/plain';
}

function encodingOf(headers: readonly HeaderField[]): string {
  const value = headerValue(headers, 'content-transfer-encoding');
  return value === null ? '' : (/[a-z0-9-]+/i.exec(value)?.[0] ?? '').toLowerCase();
}

interface Read {
  readonly entity: Entity;
  /** The delimiter that ended it, of a multipart around it; null at the end of the mail. */
  readonly ended: Delimiter | null;
}

interface Depth {
  readonly nesting: number;
  readonly multiparts: number;
}

/** Reads the parts of a multipart, from its preamble to its closing delimiter, or to one of a multipart around it. */
function readParts(
  reader: Reader,
  start: number,
  boundary: string,
  fallbackType: string,
  depth: Depth,
): { children: Entity[]; ended: Delimiter | null; wasClosed: boolean } {
  const { open } = reader;
  const level = open.length;
  const outerLongest = reader.longest;
  open.push(boundary);
  reader.known.add(boundary);
  const first = boundary.charCodeAt(0);
  reader.firstBytes[first] = (reader.firstBytes[first] ?? 0) + 1;
  reader.longest = Math.max(outerLongest, boundary.length);
  const children: Entity[] = [];
  let ended = nextDelimiter(reader, start);
  while (ended !== null && ended.level === level && !ended.isClosing) {
    if (reader.budget.parts <= 0) {
      reader.budget.exceeded = true;
      ended = nextDelimiter(reader, ended.next);
      continue;
    }
    const read = readEntity(reader, ended.next, fallbackType, depth);
    children.push(read.entity);
    ended = read.ended;
  }
  const wasClosed = ended !== null;
  open.length = level;
  reader.firstBytes[first] = (reader.firstBytes[first] ?? 1) - 1;
  reader.longest = outerLongest;
  // The epilogue is passed over.
  if (ended !== null && ended.level === level) ended = nextDelimiter(reader, ended.next);
  return { children, ended, wasClosed };
}

function boundaryOf(contentType: Parameterized): string | null {
  const boundary = parameterValue(contentType, 'boundary');
  const trimmed = boundary?.replace(/[ \t]+$/, '') ?? '';
  return trimmed === '' || trimmed.length > longestBoundary ? null : trimmed;
}

function readEntity(reader: Reader, start: number, fallbackType: string, depth: Depth): Read {
  const { bytes, budget } = reader;
  const block: HeaderBlock = readHeaders(bytes, start, (from, to) => delimiterAt(reader, from, to) !== null);
  if (block.exceededLimit) budget.exceeded = true;
  const headers = block.fields;
  const typeHeader = headerValue(headers, 'content-type');
  const contentType = parseParameters(typeHeader ?? '');
  const dispositionHeader = headerValue(headers, 'content-disposition');
  const mediaType = mediaTypeOf(contentType, typeHeader !== null, fallbackType);
  const about = {
    headers,
    contentType,
    mediaType,
    disposition: dispositionHeader === null ? null : parseParameters(dispositionHeader),
    encoding: encodingOf(headers),
    headersComplete: block.isComplete,
  };
  const boundary = mediaType.startsWith('multipart/') ? boundaryOf(contentType) : null;
  if (boundary !== null && depth.multiparts >= limits.multipartDepth.value) budget.exceeded = true;
  if (boundary !== null && depth.multiparts < limits.multipartDepth.value) {
    const childType = mediaType === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
    const inner = { ...depth, multiparts: depth.multiparts + 1 };
    const { children, ended, wasClosed } = readParts(reader, block.bodyStart, boundary, childType, inner);
    const end = ended === null ? bytes.length : ended.contentEnd;
    const body = bytes.subarray(block.bodyStart, Math.max(block.bodyStart, end));
    const parts =
      children.length === 0 && isEncoded(about.encoding)
        ? encodedParts(body, about.encoding, boundary, childType, budget, inner)
        : children;
    return { entity: { ...about, body, children: parts, isCutOff: !wasClosed }, ended };
  }
  const isNested = isMessageType(mediaType) && depth.nesting < limits.nesting.value;
  if (isNested && !isEncoded(about.encoding)) {
    budget.parts--;
    const inner = readEntity(reader, block.bodyStart, 'text/plain', {
      nesting: depth.nesting + 1,
      multiparts: depth.multiparts,
    });
    const end = inner.ended === null ? bytes.length : inner.ended.contentEnd;
    const body = bytes.subarray(block.bodyStart, Math.max(block.bodyStart, end));
    return {
      entity: { ...about, body, children: [inner.entity], isCutOff: inner.entity.isCutOff },
      ended: inner.ended,
    };
  }
  budget.parts--;
  const ended = nextDelimiter(reader, block.bodyStart);
  const end = ended === null ? bytes.length : ended.contentEnd;
  const body = bytes.subarray(block.bodyStart, Math.max(block.bodyStart, end));
  const isCutOff = ended === null && reader.open.length > 0;
  const leaf: Entity = { ...about, body, children: [], isCutOff };
  return { entity: isNested ? openEncoded(leaf, budget, depth) : leaf, ended };
}

const isEncoded = (encoding: string): boolean =>
  encoding === 'base64' || encoding === 'quoted-printable' || encoding === 'uuencode' || encoding.startsWith('x-uu');

/** The parts of a multipart that was encoded as a whole, which RFC 2045 forbids and some send. */
function encodedParts(
  body: Uint8Array,
  encoding: string,
  boundary: string,
  type: string,
  budget: Budget,
  depth: Depth,
): Entity[] {
  const { bytes } = decodeTransferEncoding(body, encoding);
  return readParts(newReader(bytes, budget), 0, boundary, type, depth).children;
}

/** A message in base64 or the like, which RFC 2046 forbids and some send: its structure is that of the decoded bytes. */
function openEncoded(leaf: Entity, budget: Budget, depth: Depth): Entity {
  const { bytes } = decodeTransferEncoding(leaf.body, leaf.encoding);
  const inner = readMessage(bytes, budget, { nesting: depth.nesting + 1, multiparts: depth.multiparts });
  return { ...leaf, encoding: '', body: bytes, children: [inner] };
}

const newReader = (bytes: Uint8Array, budget: Budget): Reader => ({
  bytes,
  budget,
  open: [],
  known: new Set(),
  longest: 0,
  firstBytes: new Uint16Array(256),
});

/** Where a message's first line is: after a byte order mark, and blank lines, which some programs put before it. */
function startOfMessage(bytes: Uint8Array): number {
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  for (let i = start; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === 0x0a) start = i + 1;
    else if (byte !== 0x0d && byte !== 0x20 && byte !== 0x09) break;
  }
  return start;
}

/** Reads a message: its headers, then the tree of its parts. Linear in its bytes. */
export function readMessage(bytes: Uint8Array, budget: Budget, depth: Depth = { nesting: 0, multiparts: 0 }): Entity {
  return readEntity(newReader(bytes, budget), startOfMessage(bytes), 'text/plain', depth).entity;
}

/** Header block alone, for a mail that is too large to be read. */
export const readHeadersOnly = (bytes: Uint8Array): HeaderBlock =>
  readHeaders(bytes, startOfMessage(bytes), () => false);
