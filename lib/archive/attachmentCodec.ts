// Rows of attachments as text, and back: of all rows those that are read most. As for the others of rows.ts, data is a
// JSON tuple in a fixed order, and the first element is the version.

import type { Row } from './ports.ts';
import { decodePosition } from './position.ts';
import type { AttachmentRow } from './rows.ts';

const version = 1;

/** @param sender what a filter compares senders by (senderDigest); the posting is made from the row alone */
export const encodeAttachment = (row: AttachmentRow, sender: string): string =>
  JSON.stringify([
    version,
    row.accountId,
    row.filename,
    row.subject,
    row.from,
    row.sizeBytes,
    row.contentType,
    row.isInline ? 1 : 0,
    sender,
  ]);

/** What the data of every attachment of an account begins with, and that of no other. */
export const attachmentHeadOf = (accountId: string): string => `[${version},${JSON.stringify(accountId)},`;

type PackedAttachment = readonly [
  version: number,
  accountId: string,
  filename: string,
  subject: string,
  from: string,
  sizeBytes: number,
  contentType: string,
  isInline: number,
];

export function decodeAttachment({ sk, data }: Pick<Row, 'sk' | 'data'>): AttachmentRow {
  const cut = cutAttachment(sk, data);
  if (cut) return cut;
  const packed = JSON.parse(data) as PackedAttachment;
  const { at, id, number } = decodePosition(sk);
  return {
    accountId: packed[1],
    messageId: id,
    number,
    date: at,
    filename: packed[2],
    subject: packed[3],
    from: packed[4],
    sizeBytes: packed[5],
    contentType: packed[6],
    isInline: packed[7] === 1,
  };
}

const attachmentHead = `[${version},"`;
const quote = 0x22;
const comma = 0x2c;

/** Whether behind the quote at a place a comma and a further quote stand. */
const isBetweenTexts = (data: string, at: number): boolean =>
  at > 0 && data.charCodeAt(at + 1) === comma && data.charCodeAt(at + 2) === quote;

const zero = 0x30;
/** Digits of the largest whole number that is exact. */
const mostDigits = 15;

/** The number whose digits stand from a place to before another; null where they are not digits alone. */
function wholeNumber(data: string, from: number, to: number): number | null {
  if (from === to || to - from > mostDigits) return null;
  let number = 0;
  for (let i = from; i < to; i++) {
    const digit = data.charCodeAt(i) - zero;
    if (!(digit >= 0 && digit <= 9)) return null;
    number = number * 10 + digit;
  }
  return number;
}

/**
 * A row whose fields are cut out of the text that encodeAttachment() made, which takes a third of what JSON.parse() does.
 * Null where a field is written with an escape, or it is not of this form: JSON.parse() decides then.
 */
function cutAttachment(sk: string, data: string): AttachmentRow | null {
  if (!data.startsWith(attachmentHead) || !data.endsWith('"]') || data.includes('\\')) return null;
  const account = data.indexOf('"', attachmentHead.length);
  const filename = data.indexOf('"', account + 3);
  const subject = data.indexOf('"', filename + 3);
  const from = data.indexOf('"', subject + 3);
  const size = data.indexOf(',', from + 2);
  const type = data.indexOf('"', size + 2);
  const isForm =
    isBetweenTexts(data, account) &&
    isBetweenTexts(data, filename) &&
    isBetweenTexts(data, subject) &&
    from > 0 &&
    data.charCodeAt(from + 1) === comma &&
    data.charCodeAt(size + 1) === quote &&
    data.charCodeAt(type + 1) === comma &&
    data.charCodeAt(type + 3) === comma &&
    data.charCodeAt(type + 4) === quote;
  const sizeBytes = isForm ? wholeNumber(data, from + 2, size) : null;
  if (sizeBytes === null) return null;
  const { at, id, number } = decodePosition(sk);
  return {
    accountId: data.slice(attachmentHead.length, account),
    messageId: id,
    number,
    date: at,
    filename: data.slice(account + 3, filename),
    subject: data.slice(filename + 3, subject),
    from: data.slice(subject + 3, from),
    sizeBytes,
    contentType: data.slice(size + 2, type),
    isInline: data.charAt(type + 2) === '1',
  };
}

/** The sender that encodeAttachment() was given. */
export const decodeSender = ({ data }: Row): string => String((JSON.parse(data) as readonly unknown[])[8]);
