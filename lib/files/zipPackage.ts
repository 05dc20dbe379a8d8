// A document that is a zip of parts (OOXML, ODF): which parts there are, and their bytes as they are unpacked. Counts the
// bytes that come out, not those that the zip claims. Knows nothing of what the parts hold.

import { TextDecoder } from 'node:util';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { limits } from '../limits.ts';
import { broken, encrypted, ReadingEnd, tooBig } from './readingEnd.ts';
import { type XmlHandler, xmlReader } from './xmlReader.ts';

export interface ZipPackage {
  /** Paths of all parts, without a slash before them. */
  readonly names: readonly string[];
  /** The path of a part in the spelling that it has; case does not count. Null where there is none. */
  find(path: string): string | null;
  /** The bytes of a part. */
  bytes(path: string): Promise<Buffer>;
  /**
   * Reads a part that is XML. False where there is none.
   * @throws ReadingEnd where it is damaged, or unpacks to too much
   */
  xml(path: string, handler: XmlHandler): Promise<boolean>;
}

const stored = 0;
const deflated = 8;

function nameOf(entry: Entry): string {
  const raw = entry.fileNameRaw;
  const isAscii = raw.every(byte => byte < 0x80);
  const name = isAscii
    ? raw.toString('latin1')
    : getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields ?? [], false);
  return name.replaceAll('\\', '/').replace(/^\/+/, '');
}

/** Members that share bytes are damage, or how a small zip unpacks to much. */
function refuseOverlap(entries: readonly Entry[], size: number): void {
  const sorted = [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  let end = 0;
  let packed = 0;
  let isShared = false;
  for (const { relativeOffsetOfLocalHeader: start, compressedSize } of sorted) {
    if (start < end) isShared = true;
    end = start + compressedSize;
    packed += compressedSize;
  }
  if (packed > size) throw tooBig('its parts share bytes, as those of a zip bomb do');
  if (isShared) throw broken('its parts overlap');
}

const directoryEnd = Buffer.from('PK\x05\x06', 'latin1');
const directoryEndLength = 22;
const longestComment = 65_535;

/** The zip without what stands after its directory, where the directory says that something else does. */
function withoutTrailer(buffer: Buffer): Buffer {
  const from = Math.max(0, buffer.length - directoryEndLength - longestComment);
  const at = buffer.lastIndexOf(directoryEnd);
  const end = at + directoryEndLength;
  if (at < from || end > buffer.length || buffer.readUInt16LE(end - 2) === buffer.length - end) return buffer;
  const whole = Buffer.from(buffer.subarray(0, end));
  whole.writeUInt16LE(0, end - 2);
  return whole;
}

/** @throws ReadingEnd where the bytes are no whole zip */
export async function openZip(bytes: Uint8Array): Promise<ZipPackage> {
  const buffer = withoutTrailer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const entries = new Map<string, Entry>();
  let zip: ZipFile;
  try {
    zip = await fromBufferPromise(buffer, { autoClose: false, lazyEntries: true, decodeStrings: false });
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= limits.documentMembers.value) throw tooBig('it has too many parts');
      const name = nameOf(entry);
      if (!entries.has(name)) entries.set(name, entry);
    }
  } catch (error) {
    throw error instanceof ReadingEnd ? error : broken('it is no whole zip, as documents of its type are');
  }
  refuseOverlap([...entries.values()], buffer.length);
  const spellings = new Map([...entries.keys()].map(name => [name.toLowerCase(), name]));
  let unpacked = 0;

  async function dataOf(entry: Entry): Promise<Buffer> {
    try {
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      const end = fileDataStart + entry.compressedSize;
      if (end > buffer.length) throw new Error('cut off');
      return buffer.subarray(fileDataStart, end);
    } catch (error) {
      throw error instanceof ReadingEnd ? error : broken('one of its parts is damaged');
    }
  }

  async function* pieces(entry: Entry): AsyncGenerator<Buffer> {
    if (entry.isEncrypted()) throw encrypted();
    const data = await dataOf(entry);
    if (entry.compressionMethod !== stored && entry.compressionMethod !== deflated)
      throw broken('one of its parts is packed in a way that is not known');
    let checksum = 0;
    const count = (piece: Buffer): Buffer => {
      unpacked += piece.length;
      if (unpacked > limits.unpackedBytes.value) throw tooBig('it unpacks to more than documents do');
      checksum = crc32(piece, checksum);
      return piece;
    };
    if (entry.compressionMethod === stored) yield count(data);
    else {
      const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
      inflate.end(data);
      try {
        for await (const piece of inflate) yield count(piece as Buffer);
      } catch (error) {
        throw error instanceof ReadingEnd ? error : broken('one of its parts is damaged');
      }
    }
    if (checksum !== entry.crc32) throw broken('one of its parts is damaged');
  }

  const find = (path: string): string | null => spellings.get(path.replace(/^\/+/, '').toLowerCase()) ?? null;
  const entryOf = (path: string): Entry | undefined => entries.get(find(path) ?? '');

  return {
    names: [...entries.keys()],
    find,
    async bytes(path) {
      const entry = entryOf(path);
      const found: Buffer[] = [];
      if (entry !== undefined) for await (const piece of pieces(entry)) found.push(piece);
      return Buffer.concat(found);
    },
    async xml(path, handler) {
      const entry = entryOf(path);
      if (entry === undefined) return false;
      const reader = xmlReader(handler);
      let decoder: TextDecoder | null = null;
      for await (const piece of pieces(entry)) {
        decoder ??= decoderOf(piece);
        reader.write(decoder.decode(piece, { stream: true }));
      }
      reader.write(decoder?.decode() ?? '');
      reader.end();
      return true;
    },
  };
}

/** UTF-8 but for a byte order mark, or a declaration, that says otherwise. */
function decoderOf(head: Buffer): TextDecoder {
  const [a, b] = head;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return new TextDecoder('utf-16le');
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return new TextDecoder('utf-16be');
  const label = /^[^>]{0,200}encoding=["']([\w-]{1,40})["']/.exec(head.toString('latin1', 0, 300))?.[1];
  try {
    return new TextDecoder(label ?? 'utf-8');
  } catch {
    return new TextDecoder('utf-8');
  }
}
