// S/MIME containers (CMS, RFC 5652): what kind one is, and the content of an opaque-signed one. Verifies nothing.

import { concatBytes, toBinary } from './bytes.ts';

export type CmsKind = 'signed' | 'enveloped' | 'other';

export interface Cms {
  readonly kind: CmsKind;
  /** The signed MIME entity; null where the container holds none (a detached signature, certificates). */
  readonly content: Uint8Array | null;
}

interface Element {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
  /** Where the next element starts. */
  readonly next: number;
}

/** BER nests no deeper in any real container. */
const deepest = 40;
const octetString = 0x04;
const constructedOctetString = 0x24;
const sequence = 0x30;
const explicit0 = 0xa0;
const objectIdentifier = 0x06;

const pkcs7 = '\x2a\x86\x48\x86\xf7\x0d\x01\x07';
const kinds: Readonly<Record<string, CmsKind>> = {
  [`${pkcs7}\x02`]: 'signed',
  [`${pkcs7}\x03`]: 'enveloped',
  [`${pkcs7}\x04`]: 'enveloped',
  [`${pkcs7}\x06`]: 'enveloped',
  // authEnvelopedData, RFC 5083
  '\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x01\x17': 'enveloped',
};

/** The BER element at `at`, or null where there is none within `end`. An indefinite length is found by reading on. */
function elementAt(bytes: Uint8Array, at: number, end: number, depth = 0): Element | null {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined || at + 2 > end || depth > deepest || (tag & 0x1f) === 0x1f) return null;
  if (first === 0x80) {
    let inner = at + 2;
    for (;;) {
      if (bytes[inner] === 0 && bytes[inner + 1] === 0) return { tag, start: at + 2, end: inner, next: inner + 2 };
      const child = elementAt(bytes, inner, end, depth + 1);
      if (child === null) return null;
      inner = child.next;
    }
  }
  let start = at + 2;
  let length = first;
  if (first > 0x80) {
    const count = first & 0x7f;
    if (count > 4) return null;
    length = 0;
    for (let i = 0; i < count; i++) length = length * 256 + (bytes[start + i] ?? 0);
    start += count;
  }
  return start + length > end ? null : { tag, start, end: start + length, next: start + length };
}

function childrenOf(bytes: Uint8Array, element: Element, most: number): Element[] {
  const children: Element[] = [];
  let at = element.start;
  while (at < element.end && children.length < most) {
    const child = elementAt(bytes, at, element.end);
    if (child === null) break;
    children.push(child);
    at = child.next;
  }
  return children;
}

/** The bytes of an OCTET STRING, which BER may split into pieces of pieces. */
function octets(bytes: Uint8Array, element: Element, depth = 0): Uint8Array[] {
  if (element.tag === octetString) return [bytes.subarray(element.start, element.end)];
  if (element.tag !== constructedOctetString || depth > deepest) return [];
  const pieces: Uint8Array[] = [];
  for (let at = element.start; at < element.end; ) {
    const child = elementAt(bytes, at, element.end, depth);
    if (child === null) break;
    for (const piece of octets(bytes, child, depth + 1)) pieces.push(piece);
    at = child.next;
  }
  return pieces;
}

/** Reads a CMS container in BER or DER; null where the bytes are none. */
export function readCms(bytes: Uint8Array): Cms | null {
  const outer = elementAt(bytes, 0, bytes.length);
  if (outer === null || outer.tag !== sequence) return null;
  const [type, wrapped] = childrenOf(bytes, outer, 2);
  if (type?.tag !== objectIdentifier) return null;
  const kind = kinds[toBinary(bytes, type.start, type.end)] ?? 'other';
  const none: Cms = { kind, content: null };
  if (kind !== 'signed' || wrapped?.tag !== explicit0) return none;
  // SignedData: version, digest algorithms, then what was signed: its type, and [0] with its bytes.
  const [data] = childrenOf(bytes, wrapped, 1);
  const signed = data === undefined ? undefined : childrenOf(bytes, data, 3)[2];
  const content = signed === undefined ? undefined : childrenOf(bytes, signed, 2)[1];
  const text = content?.tag === explicit0 ? childrenOf(bytes, content, 1)[0] : undefined;
  return text === undefined ? none : { kind, content: concatBytes(octets(bytes, text)) };
}
