// Writes winmail.dat, the container of Outlook (MS-OXTNEF): files with a short name of 8.3 and a long one in Unicode.

export interface TnefFile {
  /** The name of 8.3 that old readers show. */
  readonly shortName: string;
  readonly longName: string;
  readonly content: Uint8Array;
}

const message = 1;
const attachment = 2;

const property = {
  attachMethod: 0x37050003,
  attachLongFilename: 0x3707001f,
  renderingPosition: 0x370b0003,
} as const;

/** @param modified ISO 8601 in UTC. */
export function tnef(files: readonly TnefFile[], modified: string): Uint8Array {
  return Buffer.concat([
    bytes32(0x223e9f78),
    bytes16(0x0001),
    attribute(message, 0x00089006, bytes32(0x00010000)),
    attribute(message, 0x00069007, Buffer.concat([bytes32(1252), bytes32(0)])),
    attribute(message, 0x00078008, Buffer.from('IPM.Microsoft Mail.Note\0', 'latin1')),
    ...files.flatMap(file => fileAttributes(file, modified)),
  ]);
}

function fileAttributes({ shortName, longName, content }: TnefFile, modified: string): readonly Uint8Array[] {
  // attAttachRenddata: a file, at no position in the text, without an icon.
  const rendering = Buffer.concat([bytes16(1), bytes32(0xffffffff), bytes16(32), bytes16(32), bytes32(0)]);
  return [
    attribute(attachment, 0x00069002, rendering),
    attribute(attachment, 0x00038013, dateTime(modified)),
    attribute(attachment, 0x0006800f, content),
    attribute(attachment, 0x00018010, Buffer.from(`${shortName}\0`, 'latin1')),
    attribute(
      attachment,
      0x00069005,
      Buffer.concat([
        bytes32(3),
        Buffer.concat([bytes32(property.attachMethod), bytes32(1)]),
        Buffer.concat([bytes32(property.attachLongFilename), bytes32(1), unicode(longName)]),
        Buffer.concat([bytes32(property.renderingPosition), bytes32(0xffffffff)]),
      ]),
    ),
  ];
}

/** Level, tag with type, length, data, and the sum of the data's bytes modulo 65536. */
function attribute(level: number, tag: number, data: Uint8Array): Uint8Array {
  const sum = data.reduce((total, byte) => (total + byte) & 0xffff, 0);
  return Buffer.concat([Uint8Array.of(level), bytes32(tag), bytes32(data.length), data, bytes16(sum)]);
}

/** Length, UTF-16 with its end, filled up to a multiple of four. */
function unicode(text: string): Uint8Array {
  const data = Buffer.from(`${text}\0`, 'utf16le');
  return Buffer.concat([bytes32(data.length), data, new Uint8Array((4 - (data.length % 4)) % 4)]);
}

/** Year, month, day, hour, minute, second, weekday. */
function dateTime(iso: string): Uint8Array {
  const date = new Date(iso);
  const fields = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours()];
  return Buffer.concat([...fields, date.getUTCMinutes(), date.getUTCSeconds(), date.getUTCDay()].map(bytes16));
}

function bytes16(value: number): Uint8Array {
  return Uint8Array.of(value & 255, (value >> 8) & 255);
}

function bytes32(value: number): Uint8Array {
  return Uint8Array.of(value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24);
}
