// Builds TNEF streams (winmail.dat) for tests.

export interface TnefFileSpec {
  /** attAttachTitle, in the stream's code page. */
  readonly title?: Uint8Array | string;
  readonly longName?: string;
  /** PR_ATTACH_LONG_FILENAME as 8-bit text in the stream's code page. */
  readonly longName8?: Uint8Array;
  readonly shortName?: string;
  readonly mimeTag?: string;
  readonly contentId?: string;
  readonly content?: string;
  /** A message within the message. */
  readonly message?: TnefSpec;
}

export interface TnefSpec {
  /** 1252 where it is left out, none where it is null. */
  readonly codePage?: number | null;
  readonly subject?: string;
  readonly body?: Uint8Array | string;
  readonly html?: string;
  readonly rtf?: Uint8Array;
  readonly files?: readonly TnefFileSpec[];
}

const number = (value: number, length: number): Buffer => {
  const out = Buffer.alloc(length);
  out.writeUIntLE(value, 0, length);
  return out;
};
const bytes = (content: Uint8Array | string): Buffer => Buffer.from(content as string);
const zeroEnded = (content: Uint8Array | string): Buffer => Buffer.concat([bytes(content), Buffer.alloc(1)]);

function attribute(level: number, id: number, data: Uint8Array): Buffer {
  const sum = data.reduce((total, byte) => (total + byte) & 0xffff, 0);
  return Buffer.concat([number(level, 1), number(id, 4), number(data.length, 4), data, number(sum, 2)]);
}

const types = { string8: 0x1e, unicode: 0x1f, object: 0x0d, binary: 0x102 };

function property(id: number, type: keyof typeof types, data: Uint8Array): Buffer {
  const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
  return Buffer.concat([number(types[type], 2), number(id, 2), number(1, 4), number(data.length, 4), data, padding]);
}

const unicode = (id: number, text: string): Buffer => property(id, 'unicode', Buffer.from(`${text}\0`, 'utf16le'));

/** A named property (which readers pass over), an integer and a list of integers, before the given ones. */
function properties(list: readonly Buffer[]): Buffer {
  const named = Buffer.concat([
    number(0x3, 2),
    number(0x8001, 2),
    Buffer.alloc(16),
    number(1, 4),
    number(6, 4),
    Buffer.from('ab\0', 'utf16le'),
    Buffer.alloc(2),
    number(7, 4),
  ]);
  const integer = Buffer.concat([number(0x3, 2), number(0x0e07, 2), number(1, 4)]);
  const several = Buffer.concat([number(0x1003, 2), number(0x0e08, 2), number(2, 4), number(1, 4), number(2, 4)]);
  return Buffer.concat([number(list.length + 3, 4), named, integer, several, ...list]);
}

const messageInterface = Buffer.from('0703020000000000c000000000000046', 'hex');

function file(spec: TnefFileSpec): Buffer[] {
  const list = [
    ...(spec.longName === undefined ? [] : [unicode(0x3707, spec.longName)]),
    ...(spec.longName8 === undefined ? [] : [property(0x3707, 'string8', zeroEnded(spec.longName8))]),
    ...(spec.shortName === undefined ? [] : [unicode(0x3704, spec.shortName)]),
    ...(spec.mimeTag === undefined ? [] : [unicode(0x370e, spec.mimeTag)]),
    ...(spec.contentId === undefined ? [] : [unicode(0x3712, spec.contentId)]),
    ...(spec.message === undefined
      ? []
      : [property(0x3701, 'object', Buffer.concat([messageInterface, tnef(spec.message)]))]),
  ];
  return [
    attribute(2, 0x00069002, Buffer.alloc(14)),
    ...(spec.title === undefined ? [] : [attribute(2, 0x00018010, zeroEnded(spec.title))]),
    ...(spec.content === undefined ? [] : [attribute(2, 0x0006800f, bytes(spec.content))]),
    attribute(2, 0x00069005, properties(list)),
  ];
}

export function tnef({ codePage = 1252, subject, body, html, rtf, files = [] }: TnefSpec): Buffer {
  const list = [
    ...(html === undefined ? [] : [property(0x1013, 'binary', bytes(html))]),
    ...(rtf === undefined ? [] : [property(0x1009, 'binary', rtf)]),
  ];
  return Buffer.concat([
    number(0x223e9f78, 4),
    number(1, 2),
    attribute(1, 0x00089006, number(0x10000, 4)),
    ...(codePage === null ? [] : [attribute(1, 0x00069007, Buffer.concat([number(codePage, 4), number(0, 4)]))]),
    ...(subject === undefined ? [] : [attribute(1, 0x00018004, zeroEnded(subject))]),
    ...(body === undefined ? [] : [attribute(1, 0x0002800c, zeroEnded(body))]),
    attribute(1, 0x00069003, properties(list)),
    ...files.flatMap(file),
  ]);
}

/** RTF as PR_RTF_COMPRESSED holds it, uncompressed. */
export const storedRtf = (text: string): Buffer =>
  Buffer.concat([
    number(text.length + 12, 4),
    number(text.length, 4),
    Buffer.from('MELA'),
    number(0, 4),
    Buffer.from(text, 'latin1'),
  ]);
