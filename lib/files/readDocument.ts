// Bytes of a document -> what search has of it, in this thread and without a limit of time or memory: to be run in a worker.

import { limits } from '../limits.ts';
import { declaredCharset, decodeDocument } from './decodeDocument.ts';
import { endingOf, isDamagedText, oleType, sniff, textType, zipType } from './documentType.ts';
import { type Draft, newDraft } from './draft.ts';
import {
  type DocumentHints,
  type DocumentType,
  type Extraction,
  type ExtractionOutcome,
  isDocumentType,
} from './extraction.ts';
import { packageMediaType } from './odfPackage.ts';
import { openOffice } from './officePackage.ts';
import { readTable, readText } from './plainText.ts';
import { readCalendar } from './readCalendar.ts';
import { readDocx } from './readDocx.ts';
import { readEpub } from './readEpub.ts';
import { readHtml } from './readHtml.ts';
import { encrypted, ReadingEnd, tooBig } from './readingEnd.ts';
import { readJson } from './readJson.ts';
import { type ReadInner, readMail } from './readMail.ts';
import { readMarkdown } from './readMarkdown.ts';
import { readOdf } from './readOdf.ts';
import { readPptx } from './readPptx.ts';
import { readRtf } from './readRtf.ts';
import { readXlsx } from './readXlsx.ts';
import { readXml } from './readXml.ts';
import { openZip } from './zipPackage.ts';

/** Where a reader says what type the document turned out to be. */
interface Reading {
  type: DocumentType;
  readonly hints: DocumentHints;
  readonly draft: Draft;
  /** 0 for the document itself, 1 for a file in it. */
  readonly depth: number;
}

const nameOnly = (type: string): ReadingEnd =>
  new ReadingEnd(
    'nameOnly',
    type === 'binary' ? 'it is of a type that holds no text' : `no text is read from files of type ${type}`,
  );

/** The first bytes of a text that are read; no character of UTF-8 is cut. */
function beginning(bytes: Uint8Array): Uint8Array {
  let end = limits.documentTextBytes.value;
  if (bytes.length <= end) return bytes;
  while (((bytes[end] as number) & 0xc0) === 0x80 && end > limits.documentTextBytes.value - 4) end--;
  return bytes.subarray(0, end);
}

function readTextAs(type: DocumentType, text: string, draft: Draft): void {
  if (type === 'html') readHtml(text, draft);
  else if (type === 'xml') readXml(text, draft);
  else if (type === 'md') readMarkdown(text, draft);
  else if (type === 'csv') readTable(text, draft);
  else if (type === 'tsv') readTable(text, draft, '\t');
  else if (type === 'json') readJson(text, draft);
  else if (type === 'ics') readCalendar(text, draft);
  else readText(text, draft);
}

async function readTextOf(bytes: Uint8Array, reading: Reading): Promise<void> {
  const { hints, draft } = reading;
  const head = decodeDocument(bytes.subarray(0, 64 * 1024), null);
  reading.type = textType(bytes, head, hints);
  if (reading.type === 'eml') return readMail(bytes, draft, inner(reading));
  const read = beginning(bytes);
  // What a text says of its charset counts only where its type has a way to say it.
  const isMarked = reading.type === 'html' || reading.type === 'xml';
  const text = decodeDocument(read, isMarked ? declaredCharset(read) : null);
  try {
    readTextAs(reading.type, text, draft);
  } catch (error) {
    // XML that is cut breaks off.
    if (read.length === bytes.length || !(error instanceof ReadingEnd) || error.outcome !== 'broken') throw error;
  }
  if (read.length < bytes.length) throw tooBig(`only its first ${read.length} bytes were read`);
}

async function readZip(bytes: Uint8Array, reading: Reading): Promise<void> {
  const { draft, hints } = reading;
  const ending = endingOf(hints.fileName);
  // A zip that cannot be opened is what its name says.
  reading.type = isDocumentType(ending) ? ending : 'zip';
  const zip = await openZip(bytes);
  const type = zipType(zip.names, await packageMediaType(zip));
  reading.type = type ?? 'zip';
  if (type === 'odt' || type === 'ods' || type === 'odp') return readOdf(zip, type, draft);
  if (type === 'epub') return readEpub(zip, draft);
  if (type === 'docx') return readDocx(await openOffice(bytes), draft, inner(reading));
  if (type === 'xlsx') return readXlsx(await openOffice(bytes), draft);
  if (type === 'pptx') return readPptx(await openOffice(bytes), draft);
  if (type === null && isDocumentType(ending) && !isText(ending)) {
    reading.type = ending;
    throw new ReadingEnd('broken', `it is a zip, and no ${ending}`);
  }
  throw nameOnly(reading.type);
}

async function read(bytes: Uint8Array, reading: Reading): Promise<void> {
  const { draft, hints } = reading;
  const ending = endingOf(hints.fileName);
  if (bytes.length > limits.documentBytes.value) {
    reading.type = ending;
    throw tooBig('it is larger than documents that are read');
  }
  if (bytes.length === 0) {
    reading.type = isDocumentType(ending) ? ending : 'txt';
    throw new ReadingEnd(isText(reading.type) ? 'noText' : 'broken', 'it is empty');
  }
  const sniffed = sniff(bytes);
  const kind = sniffed === 'binary' && isText(ending) && isDamagedText(bytes) ? 'anyText' : sniffed;
  reading.type = kind;
  if (kind === 'anyText') return readTextOf(bytes, reading);
  if (kind === 'zip') return readZip(bytes, reading);
  if (kind === 'rtf') return readRtf(bytes, draft);
  if (kind === 'pdf') {
    const { readPdf } = await import('./readPdf.ts');
    return readPdf(bytes, draft);
  }
  if (kind === 'ole') {
    const { type, isEncrypted } = oleType(bytes, hints.fileName);
    reading.type = type;
    throw isEncrypted ? encrypted() : nameOnly(type);
  }
  if (kind === 'binary' && isDocumentType(ending)) {
    reading.type = ending;
    throw new ReadingEnd('broken', `it is no ${ending}, and nothing else that is known`);
  }
  throw nameOnly(kind);
}

const isText = (type: DocumentType): boolean =>
  ['txt', 'md', 'csv', 'tsv', 'json', 'xml', 'html', 'eml', 'ics', 'rtf'].includes(type);

const inner =
  (outer: Reading): ReadInner =>
  (bytes, fileName, mediaType) =>
    readInner(bytes, { fileName, mediaType }, outer);

/** A file within a document: what cannot be read of it is left out. */
async function readInner(bytes: Uint8Array, hints: DocumentHints, outer: Reading): Promise<void> {
  if (outer.depth + 1 >= limits.documentNesting.value) return;
  try {
    await read(bytes, { type: '', hints, draft: innerDraft(outer.draft, hints.fileName), depth: outer.depth + 1 });
  } catch (error) {
    if (!(error instanceof ReadingEnd)) throw error;
    if (error.outcome === 'tooBig') throw error;
  }
}

/** Sections of a file within a document carry its name; its tags and what it refers to are its own. */
const innerDraft = (draft: Draft, fileName: string): Draft => ({
  ...draft,
  section: (heading, isKept) => draft.section(heading ?? fileName, isKept),
  tag() {},
  refer() {},
});

/**
 * Reads a document. Never throws for what the bytes are; may take long, and much memory, where they are hostile.
 *
 * @param bytes of the whole document
 */
export async function readDocument(bytes: Uint8Array, hints: DocumentHints): Promise<Extraction> {
  const { draft, finish } = newDraft();
  const reading: Reading = { type: 'unknown', hints, draft, depth: 0 };
  let outcome: ExtractionOutcome = 'text';
  let reason: string | null = null;
  try {
    await read(bytes, reading);
  } catch (error) {
    outcome = error instanceof ReadingEnd ? error.outcome : 'broken';
    reason = error instanceof ReadingEnd ? error.message : 'it cannot be read';
  }
  const { chunks, ...rest } = finish();
  if (outcome === 'text' && chunks.every(chunk => chunk.text === '' && chunk.heading === null)) {
    outcome = reason === null ? 'noText' : 'broken';
    reason ??= 'it holds no text';
  }
  return { type: reading.type, outcome, reason, ...rest, chunks };
}
