// TNEF (winmail.dat, MS-OXTNEF): bytes -> the files, bodies and nested messages in it. Decodes names by their code page.

import { toBinary } from './bytes.ts';
import { decoderOf } from './charsets.ts';
import { decodeUnlabelled } from './guessCharset.ts';
import { type MapiValues, readMapiProperties } from './mapi.ts';

export interface TnefFile {
  /** Its long name, else the best of the others; null where there is none. */
  readonly name: string | null;
  readonly mediaType: string | null;
  readonly contentId: string | null;
  readonly content: Uint8Array;
  /** A message within the message, whose own content `content` is. */
  readonly message: Tnef | null;
}

export interface Tnef {
  readonly subject: string | null;
  readonly text: string | null;
  readonly html: string | null;
  /** Decompressed RTF bytes are made of this where there is neither text nor HTML. */
  readonly compressedRtf: Uint8Array | null;
  readonly files: readonly TnefFile[];
}

const signature = 0x223e9f78;
const messageLevel = 1;
const attachmentLevel = 2;

/** Attribute names (the low word tells them apart). */
const attribute = {
  subject: 0x8004,
  body: 0x800c,
  attachData: 0x800f,
  attachTitle: 0x8010,
  attachTransportName: 0x9001,
  attachRendData: 0x9002,
  mapiProperties: 0x9003,
  attachment: 0x9005,
  oemCodePage: 0x9007,
} as const;

/** MAPI property ids. */
const property = {
  subject: 0x0037,
  body: 0x1000,
  compressedRtf: 0x1009,
  html: 0x1013,
  displayName: 0x3001,
  attachData: 0x3701,
  attachFileName: 0x3704,
  attachLongFileName: 0x3707,
  attachTransportName: 0x370c,
  attachMimeTag: 0x370e,
  attachContentId: 0x3712,
  internetCodePage: 0x3fde,
  messageCodePage: 0x3ffd,
} as const;

/** The IID before an attached message: IID_IMessage. */
const messageInterface = '\x07\x03\x02\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00\x46';

interface Attribute {
  readonly level: number;
  readonly name: number;
  readonly data: Uint8Array;
}

interface AttachmentDraft {
  title: Uint8Array | null;
  transportName: Uint8Array | null;
  data: Uint8Array | null;
  properties: MapiValues;
}

/** Splits a stream into its attributes; null where one runs over the end. */
function readAttributes(bytes: Uint8Array): Attribute[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 6 || view.getUint32(0, true) !== signature) return null;
  const attributes: Attribute[] = [];
  let at = 6;
  while (at < bytes.length) {
    const level = bytes[at];
    // Filler behind the last attribute.
    if (level !== messageLevel && level !== attachmentLevel) break;
    if (at + 9 > bytes.length) return null;
    const name = view.getUint16(at + 1, true);
    const length = view.getUint32(at + 5, true);
    const start = at + 9;
    if (start + length > bytes.length) return null;
    attributes.push({ level, name, data: bytes.subarray(start, start + length) });
    at = start + length + 2;
  }
  return attributes;
}

const untilNul = (bytes: Uint8Array): Uint8Array => {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
};

const nonEmpty = (text: string | null): string | null => (text === null || text.trim() === '' ? null : text);

/** How the 8-bit texts of a message are read. */
interface Reading {
  /** The Windows code page it names; null where there is none. */
  readonly codePage: number | null;
  /** Charset labels of the mail that carried it, for texts without a code page. */
  readonly hints: readonly string[];
}

const decoded = (bytes: Uint8Array, { codePage, hints }: Reading): string => {
  const decoder = codePage === null ? null : decoderOf(`cp${codePage}`);
  return decoder === null ? decodeUnlabelled(bytes, hints) : decoder.decode(bytes);
};

/**
 * Reads a TNEF stream. Null where it is none or broken, so that the container itself is kept. Messages within it are read
 * down to `levels`; a deeper one is a file. `hints` are charset labels of the mail that carried it.
 */
export function readTnef(bytes: Uint8Array, levels: number, hints: readonly string[] = []): Tnef | null {
  const attributes = readAttributes(bytes);
  if (attributes === null) return null;
  let codePage: number | null = null;
  let properties: MapiValues = new Map();
  let title: Uint8Array | null = null;
  let body: Uint8Array | null = null;
  const drafts: AttachmentDraft[] = [];
  for (const { level, name, data } of attributes) {
    if (name === attribute.oemCodePage && data.length >= 4) {
      codePage = new DataView(data.buffer, data.byteOffset, 4).getUint32(0, true);
    } else if (level === messageLevel) {
      if (name === attribute.subject) title = data;
      else if (name === attribute.body) body = data;
      else if (name === attribute.mapiProperties) properties = readMapiProperties(data);
    } else {
      if (name === attribute.attachRendData || drafts.length === 0) {
        drafts.push({ title: null, transportName: null, data: null, properties: new Map() });
      }
      const draft = drafts[drafts.length - 1] as AttachmentDraft;
      if (name === attribute.attachTitle) draft.title = data;
      else if (name === attribute.attachTransportName) draft.transportName = data;
      else if (name === attribute.attachData) draft.data = data;
      else if (name === attribute.attachment) draft.properties = readMapiProperties(data);
    }
  }
  const reading: Reading = { codePage: codePage ?? numberOf(properties, property.messageCodePage), hints };
  const text = (id: number): string | null => textOf(properties, id, reading);
  const htmlReading = { ...reading, codePage: numberOf(properties, property.internetCodePage) ?? reading.codePage };
  const htmlBytes = properties.get(property.html);
  const html = htmlBytes?.kind === 'bytes' ? decoded(untilNul(htmlBytes.bytes), htmlReading) : text(property.html);
  const rtf = properties.get(property.compressedRtf);
  return {
    subject: nonEmpty(text(property.subject)) ?? (title === null ? null : nonEmpty(decoded(untilNul(title), reading))),
    text: nonEmpty(text(property.body)) ?? (body === null ? null : nonEmpty(decoded(untilNul(body), reading))),
    html: nonEmpty(html),
    compressedRtf: rtf?.kind === 'bytes' ? rtf.bytes : null,
    files: drafts.flatMap(draft => fileOf(draft, reading, levels) ?? []),
  };
}

function textOf(values: MapiValues, id: number, reading: Reading): string | null {
  const value = values.get(id);
  if (value?.kind === 'unicode') return value.text;
  return value?.kind === 'string8' ? decoded(untilNul(value.bytes), reading) : null;
}

function numberOf(values: MapiValues, id: number): number | null {
  const value = values.get(id);
  return value?.kind === 'number' ? value.number : null;
}

/** An 8.3 name that stands for a longer one. */
const isShortened = (name: string): boolean => /~\d/.test(name);

function nameOf(draft: AttachmentDraft, reading: Reading): string | null {
  const mapi = (id: number) => nonEmpty(textOf(draft.properties, id, reading));
  const raw = (bytes: Uint8Array | null) => (bytes === null ? null : nonEmpty(decoded(untilNul(bytes), reading)));
  const short = mapi(property.attachFileName);
  const names = [
    mapi(property.attachLongFileName),
    short !== null && !isShortened(short) ? short : null,
    raw(draft.title),
    mapi(property.attachTransportName),
    raw(draft.transportName),
    short,
    mapi(property.displayName),
  ];
  return names.find(name => name !== null) ?? null;
}

function fileOf(draft: AttachmentDraft, reading: Reading, levels: number): TnefFile | null {
  const object = draft.properties.get(property.attachData);
  const objectBytes = object?.kind === 'bytes' ? object.bytes : null;
  const isMessage = objectBytes !== null && toBinary(objectBytes, 0, 16) === messageInterface;
  const embedded = isMessage ? objectBytes.subarray(16) : null;
  const content = embedded ?? draft.data ?? objectBytes;
  if (content === null) return null;
  const mediaType = nonEmpty(textOf(draft.properties, property.attachMimeTag, reading));
  return {
    name: nameOf(draft, reading),
    mediaType: mediaType === null ? null : mediaType.trim().toLowerCase(),
    contentId: nonEmpty(textOf(draft.properties, property.attachContentId, reading)),
    content,
    message: embedded === null || levels <= 0 ? null : readTnef(embedded, levels - 1, reading.hints),
  };
}
