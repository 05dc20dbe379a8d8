// Builds mails for tests out of strings: CRLF line ends, one character per byte, so that raw 8-bit bytes can be written.

import { createHash } from 'node:crypto';
import type { Message, Part } from '../lib/mail/message.ts';
import { parseMessage } from '../lib/mail/parseMessage.ts';

/** Bytes of a text of one character per byte, with CRLF line ends. */
export const raw = (text: string): Uint8Array => Buffer.from(text.replace(/\r?\n/g, '\r\n'), 'latin1');

/** The text whose characters are the UTF-8 bytes of `text`. */
export const utf8 = (text: string): string => Buffer.from(text).toString('latin1');

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

const fields = 'From: Ann <ann@example.com>\nTo: bob@example.org\nSubject: Test\nMIME-Version: 1.0\n';

/** A mail of these header lines and this body, besides From, To and Subject. */
export const mail = (headers: string, body = ''): Uint8Array => raw(`${fields}${headers}\n\n${body}`);

/** A multipart's header line and body. Each part is its header lines, a blank line, its content. */
export const multipart = (type: string, parts: readonly string[], boundary = 'b0undary'): string =>
  `Content-Type: multipart/${type}; boundary="${boundary}"\n\n${parts.map(part => `--${boundary}\n${part}\n`).join('')}--${boundary}--\n`;

/** A multipart mail. */
export const multipartMail = (type: string, parts: readonly string[]): Uint8Array =>
  raw(fields + multipart(type, parts));

export const base64 = (content: string | Uint8Array): string =>
  (
    Buffer.from(content as string)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\n');

export const textPart = 'Content-Type: text/plain; charset=utf-8\n\nHello';

/** A mail with a text and one attachment that has these header lines. */
export const withPart = (headers: string, content = 'content'): Uint8Array =>
  multipartMail('mixed', [textPart, `${headers}\n\n${content}`]);

/** The only part of a mail. */
export async function onlyPart(bytes: Uint8Array): Promise<Part> {
  const { parts } = await parseMessage(bytes);
  const [part] = parts;
  if (part === undefined || parts.length !== 1) throw new Error(`${parts.length} parts`);
  return part;
}

/** Names and kinds of a message's parts, for a look at them all. */
export const outline = ({ parts }: Message): string[] =>
  parts.map(({ kind, filename, path }) => `${path === null ? '' : `${path} > `}${filename ?? '-'} (${kind})`);
