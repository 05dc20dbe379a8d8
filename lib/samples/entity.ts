// MIME parts and the tree they make, each with the files that a reader should find in it. It knows no message headers.

import { createHash } from 'node:crypto';
import { encodeText } from './charset.ts';
import { mediaTypeOf } from './mediaTypes.ts';
import type { NameForm } from './names.ts';
import { plainName } from './names.ts';
import { base64Lines, quotedPrintable, uuencode } from './transfer.ts';

/** What a reader should find: one leaf part that is not a body. */
export interface ExpectedPart {
  readonly kind: 'attachment' | 'inline' | 'signature';
  readonly filename: string | null;
  /** As written, before anything is normalized; null where the mail has none. */
  readonly rawFilename: string | null;
  /** null where the mail does not say. */
  readonly mediaType: string | null;
  readonly content: Uint8Array;
  /** Names of the outer parts joined by `/`; null at the top. */
  readonly path: string | null;
}

export interface Entity {
  /** Header fields, folded, without their last line end. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
  readonly parts: readonly ExpectedPart[];
}

export type TransferEncoding = '7bit' | '8bit' | 'base64' | 'quoted-printable';

export interface TextOptions {
  readonly charset?: string;
  readonly encoding?: TransferEncoding;
}

export interface FileOptions {
  readonly disposition?: 'attachment' | 'inline' | 'none';
  readonly encoding?: TransferEncoding;
  readonly contentId?: string;
  readonly type?: string;
}

const utf8 = new TextEncoder();
const isAscii = (text: string) => /^[\t\r\n -~]*$/.test(text);

/** Lines as written in the source, with the line ends of mail. */
export const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

/** A text/plain body; lines end with LF in the source. */
export const plainText = (text: string, options: TextOptions = {}): Entity => textEntity('plain', text, options);

/** A text/html body. */
export const htmlText = (text: string, options: TextOptions = {}): Entity => textEntity('html', text, options);

function textEntity(subtype: string, text: string, { charset, encoding }: TextOptions): Entity {
  const content = crlf(text.endsWith('\n') ? text : `${text}\n`);
  const set = charset ?? (isAscii(text) ? 'us-ascii' : 'utf-8');
  const way = encoding ?? (isAscii(text) && !/.{77}/.test(text) ? '7bit' : 'quoted-printable');
  return {
    headers: [`Content-Type: text/${subtype}; charset=${set}`, `Content-Transfer-Encoding: ${way}`],
    body: encodeBody(encodeText(content, set), way),
    parts: [],
  };
}

/** Text of a list server or scanner that is a part without name: by the archive's rules a file, not a body. */
export function unnamedText(text: string, subtype = 'plain', parameters = ''): Entity {
  const content = encodeText(crlf(text));
  return {
    headers: [
      `Content-Type: text/${subtype}; charset=utf-8${parameters}`,
      `Content-Transfer-Encoding: ${isAscii(text) ? '7bit' : '8bit'}`,
    ],
    body: content,
    parts: [unnamed(`text/${subtype}`, content)],
  };
}

/** A leaf of any other type without a name, such as a delivery status. */
export function unnamedPart(mediaType: string, text: string): Entity {
  const content = encodeText(crlf(text));
  return { headers: [`Content-Type: ${mediaType}`], body: content, parts: [unnamed(mediaType, content)] };
}

const unnamed = (mediaType: string, content: Uint8Array): ExpectedPart => ({
  kind: 'attachment',
  filename: null,
  rawFilename: null,
  mediaType,
  content,
  path: null,
});

/** A file with a name. */
export function attach(name: string | NameForm, content: Uint8Array, options: FileOptions = {}): Entity {
  return file('attachment', name, content, options);
}

/** An image that the HTML shows by its Content-ID. */
export function inlineImage(name: string, contentId: string, content: Uint8Array): Entity {
  return file('inline', name, content, { disposition: 'inline', contentId });
}

/** A signature over the part before it. */
export function signature(name: string, content: Uint8Array, type: string, encoding: TransferEncoding): Entity {
  return file('signature', name, content, { type, encoding });
}

function file(
  kind: ExpectedPart['kind'],
  name: string | NameForm,
  content: Uint8Array,
  { disposition = 'attachment', encoding = 'base64', contentId, type }: FileOptions,
): Entity {
  const form = typeof name === 'string' ? plainName(name) : name;
  const mediaType = type ?? mediaTypeOf(form.filename);
  const headers = [
    ['Content-Type: ', mediaType, form.typeParameters],
    ...(disposition === 'none' ? [] : [['Content-Disposition: ', disposition, form.dispositionParameters] as const]),
  ] as const;
  return {
    headers: [
      ...headers.map(([field, value, parameters]) => field + [value, ...parameters].join(';\r\n ')),
      `Content-Transfer-Encoding: ${encoding}`,
      ...(contentId === undefined ? [] : [`Content-ID: <${contentId}>`]),
    ],
    body: encodeBody(content, encoding),
    parts: [{ kind, filename: form.filename, rawFilename: form.rawFilename, mediaType, content, path: null }],
  };
}

function encodeBody(content: Uint8Array, encoding: TransferEncoding): Uint8Array {
  if (encoding === 'base64') return utf8.encode(base64Lines(content));
  if (encoding === 'quoted-printable') return utf8.encode(quotedPrintable(content));
  return content;
}

/** A plain text with a file uuencoded in its midst, as mail was written before MIME. */
export function textWithUuencoded(before: string, name: string, content: Uint8Array, after: string): Entity {
  return {
    headers: [],
    body: utf8.encode(`${crlf(before)}\r\n${uuencode(name, content)}\r\n\r\n${crlf(after)}`),
    parts: [{ kind: 'attachment', filename: name, rawFilename: name, mediaType: null, content, path: null }],
  };
}

/** multipart/mixed, alternative, related, ... The boundary is a digest of what it bounds, so it never changes. */
export function multipart(subtype: string, children: readonly Entity[], parameters: readonly string[] = []): Entity {
  const bodies = children.map(serialize);
  const digest = createHash('sha256');
  for (const body of bodies) digest.update(body);
  const boundary = `=_${digest.digest('hex').slice(0, 24)}`;
  const type = [`multipart/${subtype}`, ...parameters, `boundary="${boundary}"`].join(';\r\n ');
  return {
    headers: [`Content-Type: ${type}`],
    body: Buffer.concat([
      ...bodies.flatMap(body => [utf8.encode(`--${boundary}\r\n`), body, utf8.encode('\r\n')]),
      utf8.encode(`--${boundary}--\r\n`),
    ]),
    parts: children.flatMap(child => child.parts),
  };
}

export const mixed = (...children: readonly Entity[]): Entity => multipart('mixed', children);
export const alternative = (...children: readonly Entity[]): Entity => multipart('alternative', children);
export const related = (...children: readonly Entity[]): Entity => multipart('related', children);

/** The bytes of a part: its headers, an empty line, its body. */
export function serialize({ headers, body }: Entity): Uint8Array {
  return Buffer.concat([utf8.encode(headers.map(header => `${header}\r\n`).join('')), utf8.encode('\r\n'), body]);
}
