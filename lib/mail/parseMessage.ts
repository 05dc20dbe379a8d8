// Raw RFC 822 bytes -> Message. Puts together what the other files of lib/mail know; knows no storage.

import { limits } from '../limits.ts';
import { parseAddresses } from './addresses.ts';
import { endsLinesInReturns } from './bytes.ts';
import { charsetHints } from './charsetHints.ts';
import type { Collection } from './collection.ts';
import { collectParts, subjectOf } from './collectParts.ts';
import { decodeWords } from './encodedWords.ts';
import { newBudget, readHeadersOnly, readMessage } from './entity.ts';
import { type HeaderField, headerValue } from './headers.ts';
import { headBytes } from './isMail.ts';
import type { Message, Participant, ParticipantRole } from './message.ts';
import { parseDate, parseReceivedDate } from './parseDate.ts';

export interface ParseOptions {
  /** Larger mails are read for their headers alone, in bytes. Default: limits.messageBytes. */
  readonly maxBytes?: number;
}

const roles: readonly (readonly [ParticipantRole, string])[] = [
  ['from', 'from'],
  ['sender', 'sender'],
  ['replyTo', 'reply-to'],
  ['to', 'to'],
  ['cc', 'cc'],
  ['bcc', 'bcc'],
];

/** The first of several fields of one name counts for single roles; recipients of all of them are kept. */
function participantsOf(fields: readonly HeaderField[], hints: readonly string[]): Participant[] {
  return roles.flatMap(([role, name]) => {
    const values = fields.filter(field => field.name === name).map(field => field.value);
    const used = role === 'to' || role === 'cc' || role === 'bcc' ? values : values.slice(0, 1);
    return used.flatMap(value => parseAddresses(value, hints).map(mailbox => ({ role, ...mailbox })));
  });
}

/** Identifiers in angle brackets, in order. */
const identifiers = (value: string | null): string[] => value?.match(/<[^<>\s][^<>]*>/g) ?? [];

function firstIdentifier(value: string | null): string | null {
  if (value === null) return null;
  const text = decodeWords(value).trim();
  return identifiers(text)[0] ?? (text === '' ? null : text);
}

function firstDate<T>(fields: readonly HeaderField[], name: string, parse: (value: string) => T | null): T | null {
  for (const field of fields) {
    const date = field.name === name ? parse(field.value) : null;
    if (date !== null) return date;
  }
  return null;
}

/** What the headers of a message say. */
function readFields(fields: readonly HeaderField[], hints: readonly string[] = []) {
  return {
    subject: subjectOf(fields, hints),
    messageId: firstIdentifier(headerValue(fields, 'message-id')),
    inReplyTo: firstIdentifier(headerValue(fields, 'in-reply-to')),
    references: identifiers(headerValue(fields, 'references')),
    participants: participantsOf(fields, hints),
    sentAt: firstDate(fields, 'date', parseDate),
    receivedHeaderAt: firstDate(fields, 'received', parseReceivedDate),
  };
}

/** Lines that end in a carriage return alone made to end in a line feed: the first `most` bytes, where it takes a copy. */
function withLineFeeds(raw: Uint8Array, most = raw.length): Uint8Array {
  if (!endsLinesInReturns(raw.subarray(0, headBytes))) return raw;
  return raw.subarray(0, most).map((byte, i) => (byte === 0x0d && raw[i + 1] !== 0x0a ? 0x0a : byte));
}

/**
 * Parses a mail. Never throws, whatever the bytes are.
 *
 * `isDamaged` is set where something of the mail could not be read, and is not set for mail that is merely badly formed:
 * - there is no header field at all;
 * - a limit of limits.ts was met (header bytes and fields, parts, files within texts too, levels, decoded bytes): the parts so far are there;
 * - the mail was cut off: while a multipart was never closed, it ends within the base64 data of its last part (within a
 *   group of four characters, or within a line) or within that part's headers. A mail of one base64 part has to end
 *   within both, group and line. A multipart that merely lacks its closing delimiter is whole.
 *
 * @param bytes the message as it arrived; a From_ line before it is passed over. Parts are views into it: do not change it
 */
export async function parseMessage(bytes: Uint8Array, options: ParseOptions = {}): Promise<Message> {
  if (bytes.length > (options.maxBytes ?? limits.messageBytes.value)) {
    return { ...parseHeaders(withLineFeeds(bytes, limits.headerBytes.value + headBytes)), exceededSizeLimit: true };
  }
  const raw = withLineFeeds(bytes);
  try {
    return parseWhole(raw);
  } catch {
    // Nothing is known to lead here; a mail that does must not stop those behind it.
    return { ...parseHeaders(raw), isDamaged: true };
  }
}

function parseHeaders(raw: Uint8Array): Message {
  const { fields, exceededLimit } = readHeadersOnly(raw);
  return {
    ...readFields(fields),
    text: null,
    html: null,
    parts: [],
    isEncrypted: false,
    hasUnverifiedSignature: false,
    hasUnexpandedTnef: false,
    isDamaged: exceededLimit || fields.length === 0,
    exceededSizeLimit: false,
  };
}

function parseWhole(raw: Uint8Array): Message {
  const collection: Collection = { parts: [], budget: newBudget(), isCutWithinData: false };
  const root = readMessage(raw, collection.budget);
  const collected = collectParts(root, collection, null);
  return {
    ...readFields(root.headers, charsetHints(root)),
    ...collected,
    parts: collection.parts,
    isDamaged: collection.budget.exceeded || collection.isCutWithinData || root.headers.length === 0,
    exceededSizeLimit: false,
  };
}
