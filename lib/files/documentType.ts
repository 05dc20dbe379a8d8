// Which type a document is of, by its bytes; by the ending of its name where bytes cannot tell (Markdown from text, CSV
// from text). Opens no zip: which parts it has is handed in.

import { isMail } from '../mail/isMail.ts';
import type { DocumentHints, DocumentType } from './extraction.ts';

const headBytes = 64 * 1024;

/** Types that text is, by the ending of a name. */
const textEndings: Readonly<Record<string, DocumentType>> = {
  ...{ md: 'md', markdown: 'md', mdown: 'md', mkd: 'md', mdx: 'md', rmd: 'md', qmd: 'md' },
  ...{ csv: 'csv', tsv: 'tsv', tab: 'tsv', json: 'json', jsonl: 'json', ndjson: 'json', geojson: 'json' },
  ...{ ics: 'ics', ical: 'ics', ifb: 'ics', eml: 'eml', html: 'html', htm: 'html', xhtml: 'html', xht: 'html' },
  ...{ xml: 'xml', xsd: 'xml', xsl: 'xml', xslt: 'xml', svg: 'xml', rss: 'xml', atom: 'xml', kml: 'xml', gpx: 'xml' },
};
const mediaTypes: Readonly<Record<string, DocumentType>> = {
  ...{ 'text/markdown': 'md', 'text/x-markdown': 'md', 'text/csv': 'csv', 'text/tab-separated-values': 'tsv' },
  ...{ 'application/json': 'json', 'text/calendar': 'ics', 'message/rfc822': 'eml', 'text/html': 'html' },
  ...{ 'application/xml': 'xml', 'text/xml': 'xml' },
};

/** First bytes of files that hold no text, with what they are called. */
const signatures: readonly (readonly [string, DocumentType])[] = [
  ['\x89PNG\r\n', 'png'],
  ['\xff\xd8\xff', 'jpeg'],
  ['GIF8', 'gif'],
  ['BM', 'bmp'],
  ['II*\0', 'tiff'],
  ['MM\0*', 'tiff'],
  ['\x1f\x8b', 'gzip'],
  ['7z\xbc\xaf', '7z'],
  ['Rar!', 'rar'],
  ['BZh', 'bzip2'],
  ['\xfd7zXZ', 'xz'],
  ['\x7fELF', 'program'],
  ['MZ', 'program'],
  ['OggS', 'ogg'],
  ['ID3', 'mp3'],
  ['fLaC', 'flac'],
  ['%!PS', 'postscript'],
];

/** The ending of a file's name in lower case, without its dot; empty where there is none. */
export function endingOf(fileName: string): string {
  const name = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** The type that a file says it is of, where that tells what its text is read as; null for all else. */
export const typeByName = ({ fileName, mediaType }: DocumentHints): DocumentType | null => {
  const ending = endingOf(fileName);
  if (Object.hasOwn(textEndings, ending)) return textEndings[ending] as DocumentType;
  const bare = mediaType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return Object.hasOwn(mediaTypes, bare) ? (mediaTypes[bare] as DocumentType) : null;
};

export type Container = 'zip' | 'ole';

/** What the first bytes tell: a type, a container that has to be opened, or text of which more is told by `textType`. */
export function sniff(bytes: Uint8Array): DocumentType | Container | 'anyText' | 'binary' {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headBytes));
  const start = head.toString('latin1', 0, 1024);
  if (/^PK(?:\x03\x04|\x05\x06|\x07\x08)/.test(start)) return 'zip';
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'ole';
  // Readers of PDF look for its mark in the first kilobyte.
  const pdf = start.indexOf('%PDF-');
  // One that has lost it is known by what stands in its place.
  if (/^%[\x80-\xff]{4}\s+\d+ \d+ obj\b/.test(start)) return 'pdf';
  if (pdf === 0 || (pdf > 0 && !/^[\t\n\x20-\x7e]*$/.test(start.slice(0, pdf)))) return 'pdf';
  if (/^(?:\xef\xbb\xbf)?\s{0,20}\{\\rtf?/.test(start)) return 'rtf';
  if (pdf > 0 && (start.slice(0, pdf).trim() === '' || isWholePdf(bytes, start, pdf))) return 'pdf';
  for (const [signature, type] of signatures)
    if (start.startsWith(signature) && (signature.length > 2 || isBinary(head))) return type;
  if (/^....ftyp/s.test(start)) return 'mp4';
  if (/^RIFF....(?:WEBP|WAVE|AVI )/s.test(start)) return start.slice(8, 12).trim().toLowerCase();
  return isBinary(head) ? 'binary' : 'anyText';
}

/** Whether what follows some lines of text is a PDF, not a text about one or a mail with one in it. */
function isWholePdf(bytes: Uint8Array, start: string, at: number): boolean {
  const end = bytes.subarray(-2048);
  const tail = Buffer.from(end.buffer, end.byteOffset, end.byteLength).toString('latin1');
  return (
    /[\r\n]$/.test(start.slice(0, at)) && /startxref\s+\d+\s+%%EOF/.test(tail) && !isMail(bytes.subarray(0, at), false)
  );
}

/** Of the bytes of a damaged text so many may be control characters; of bytes that mean anything else a tenth are. */
const damagedShare = 0.03;

/** Whether bytes that are no text are one that is damaged: where a name says that they are text, they are read as such. */
export function isDamagedText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, headBytes);
  let controls = 0;
  for (const byte of head) if (byte < 0x20 && (byte < 0x07 || byte > 0x0d)) controls++;
  return controls < head.length * damagedShare;
}

/** Whether bytes are no text in any charset: control characters, outside of UTF-16. */
function isBinary(head: Buffer): boolean {
  if (utf16Order(head) !== null || utf32Order(head) !== null) return false;
  let controls = 0;
  for (const byte of head) {
    if (byte === 0) return true;
    // Escapes belong to ISO 2022, form feeds and backspaces to printed text.
    if (byte < 0x20 && (byte < 0x07 || (byte > 0x0d && byte !== 0x1b && byte !== 0x1a))) controls++;
  }
  return controls > head.length / 100;
}

/** The byte order of UTF-32 by its mark; null for all else. */
export function utf32Order(head: Uint8Array): 'utf-32le' | 'utf-32be' | null {
  const [a, b, c, d] = head;
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return 'utf-32le';
  return a === 0 && b === 0 && c === 0xfe && d === 0xff ? 'utf-32be' : null;
}

/** The byte order of UTF-16, by its mark or by where its zeros are; null for all else. */
export function utf16Order(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe && !(head[2] === 0 && head[3] === 0)) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const end = Math.min(head.length, 2048) & ~1;
  if (end < 4) return null;
  let even = 0;
  let odd = 0;
  let lineFeeds = 0;
  for (let at = 0; at < end; at += 2) {
    const a = head[at] as number;
    const b = head[at + 1] as number;
    if (a === 0) even++;
    if (b === 0) odd++;
    if ((a === 0x0a || a === 0x20) && b === 0) lineFeeds++;
    else if (a === 0 && (b === 0x0a || b === 0x20)) lineFeeds--;
  }
  const half = end / 2;
  if (odd > half * 0.4 && even < half * 0.02 && lineFeeds >= 0) return 'utf-16le';
  if (even > half * 0.4 && odd < half * 0.02 && lineFeeds <= 0) return 'utf-16be';
  return null;
}

const htmlStart = /^(?:<!doctype\s+html|<html[\s>])/i;
const htmlTag = /<(?:html|head|body|title|table|div|script|style|meta|p|br|h[1-6]|ul|ol|span|font|center|a\s)[\s/>]/i;

/** A text without what may stand before its first element: comments, and declarations of XML. */
function withoutProlog(text: string): string {
  let at = 0;
  for (let i = 0; i < 10; i++) {
    const rest = text.slice(at, at + 4).trimStart();
    const mark = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '?>' : null;
    if (mark === null) break;
    const end = text.indexOf(mark, at);
    if (end < 0) break;
    at = end + mark.length;
    while (/\s/.test(text.charAt(at))) at++;
  }
  return text.slice(at);
}

/**
 * The type of a text.
 * @param text its beginning
 */
export function textType(bytes: Uint8Array, text: string, hints: DocumentHints): DocumentType {
  const start = text.slice(0, 4096).replace(/^[\s\ufeff]+/, '');
  const named = typeByName(hints);
  if (/^BEGIN:VCALENDAR\b/i.test(start)) return 'ics';
  if (htmlStart.test(withoutProlog(start))) return 'html';
  if (/^<\?xml\s/.test(start)) return 'xml';
  if (isMail(bytes.subarray(0, headBytes), named === 'eml')) return 'eml';
  if (named === 'md' || named === 'csv' || named === 'tsv') return named;
  if (named === 'html' || named === 'xml') {
    if (start.startsWith('<') || htmlTag.test(start)) return named;
    return 'txt';
  }
  if (start.startsWith('<') && htmlTag.test(start.slice(0, 1024))) return 'html';
  if (named === 'json') return 'json';
  if (named === null && /^[{[]/.test(start) && isJson(text)) return 'json';
  if (named === null && /^<([A-Za-z_][\w:.-]{0,60})[\s/>]/.test(start) && /<\/[\w:.-]+>\s*$/.test(text)) return 'xml';
  return 'txt';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The type of a zip by the parts it has, and what it says of itself; null where it is no document of these. */
export function zipType(names: readonly string[], mediaType: string): DocumentType | null {
  const odf = /^application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation|graphics)/.exec(mediaType)?.[1];
  if (odf !== undefined) return { text: 'odt', spreadsheet: 'ods' }[odf] ?? 'odp';
  if (mediaType.startsWith('application/epub+zip')) return 'epub';
  const lower = new Set(names.map(name => name.toLowerCase()));
  const has = (folder: string) => names.some(name => name.toLowerCase().startsWith(folder));
  if (lower.has('word/document.xml')) return 'docx';
  if (lower.has('xl/workbook.xml')) return 'xlsx';
  if (lower.has('xl/workbook.bin')) return 'xlsb';
  if (lower.has('ppt/presentation.xml')) return 'pptx';
  if (lower.has('[content_types].xml')) {
    if (has('word/')) return 'docx';
    if (has('ppt/')) return 'pptx';
    if (has('xl/')) return 'xlsx';
  }
  return null;
}

/** What an OLE file is: a document of Office that is encrypted, or an old one. */
export function oleType(
  bytes: Uint8Array,
  fileName: string,
): { readonly type: DocumentType; readonly isEncrypted: boolean } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const has = (name: string) => buffer.includes(Buffer.from(name, 'utf16le'));
  const ending = endingOf(fileName);
  if (has('EncryptedPackage') && has('EncryptionInfo'))
    return { type: /^(?:docx|xlsx|pptx)$/.test(ending) ? ending : 'office', isEncrypted: true };
  if (has('WordDocument')) return { type: 'doc', isEncrypted: false };
  if (has('PowerPoint Document')) return { type: 'ppt', isEncrypted: false };
  if (has('Workbook') || has('Book')) return { type: 'xls', isEncrypted: false };
  if (has('__properties_version1.0')) return { type: 'msg', isEncrypted: false };
  return { type: 'ole', isEncrypted: false };
}
