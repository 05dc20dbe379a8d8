// Reads the mail out of the members of a zip, Maildirs and one more level of zips among them. It bounds what a zip may hold and unpack to,
// counting what comes out and not what the zip claims.

import { type Entry, fromBufferPromise, fromFdPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { limits } from '../limits.ts';
import { collect, type OpenStream, openStream } from './byteStream.ts';
import { deliveredAt, folderOf, keywordsFile, maildirFlags, parseKeywordsFile } from './maildir.ts';
import { describeReadError, problem, type Reading, tooLarge } from './reading.ts';
import { formOf, type Place, readStream } from './readStream.ts';
import type { SourceItem } from './sourceItem.ts';

/** What the names of all members tell of the tree they stand in. */
interface Layout {
  /** Directories that are Maildirs, by path. */
  readonly maildirs: ReadonlySet<string>;
  /** Names for lower-case flags, by Maildir. */
  readonly keywords: ReadonlyMap<string, readonly string[]>;
  /** How many directories every member's path begins with: 1 where one directory was packed. */
  readonly depth: number;
}

const maxKeywordsFileBytes = 64 * 1024;

/**
 * The items of a zip, in the order of its directory.
 *
 * @param fd open file; stays open
 * @param count told of compressed bytes that are done with
 */
export const readZip = (
  fd: number,
  size: number,
  place: Place,
  reading: Reading,
  count: (bytes: number) => void,
): AsyncGenerator<SourceItem> =>
  readMembers(
    { open: () => fromFdPromise(fd, zipOptions), budget: startBudget(size), isInner: false, count },
    place,
    reading,
  );

const zipOptions = { autoClose: false, lazyEntries: true, decodeStrings: false };

interface OpenZip {
  readonly open: () => Promise<ZipFile>;
  /** A zip within a zip has that of the outer one. */
  readonly budget: ZipBudget;
  readonly isInner: boolean;
  readonly count: (bytes: number) => void;
}

async function* readMembers(outer: OpenZip, place: Place, reading: Reading): AsyncGenerator<SourceItem> {
  const { budget } = outer;
  const { origin } = place;
  const layout = await readLayout(await outer.open(), budget);
  const zip = await outer.open();
  let found = 0;
  let encrypted = 0;
  for await (const entry of zip.eachEntry()) {
    const name = memberName(entry);
    outer.count(entry.compressedSize);
    if (name === null || name.endsWith('/')) continue;
    if (entry.isEncrypted()) {
      encrypted++;
      continue;
    }
    const member = memberPlace(`${origin}/${name}`, name, layout, reading.now());
    if (!member) continue;
    try {
      const stream = await openStream(budget.watch(await zip.openReadStreamPromise(entry)), entry.uncompressedSize);
      try {
        // Documents and programs are zips as well: what holds mails is called so.
        const isZip = !member.maildir && /\.zip$/i.test(name) && formOf(stream.head, member) === 'zip';
        for await (const item of isZip
          ? readInnerZip(stream, outer, member, reading)
          : readStream(stream, member, reading)) {
          found++;
          yield item;
        }
      } finally {
        await stream.close();
      }
    } catch (error) {
      if (budget.isSpent()) throw error;
      found++;
      yield problem(member.origin, describeReadError(error));
    }
  }
  if (encrypted > 0) yield problem(origin, `holds ${encrypted} encrypted member${encrypted > 1 ? 's' : ''}`);
  else if (found === 0 && place.isNamed) yield problem(origin, 'holds no mail');
}

/** One level of zips within a zip is read, in memory: deeper ones are how small files become endless. */
async function* readInnerZip(
  stream: OpenStream,
  { isInner, budget }: OpenZip,
  place: Place,
  reading: Reading,
): AsyncGenerator<SourceItem> {
  if (isInner) {
    yield problem(place.origin, 'is a zip within a zip within a zip, which is not opened: unpack it first');
    return;
  }
  const collected = await collect(stream, limits.rawBytes.value);
  if (!collected.isWhole) {
    yield problem(place.origin, `is a zip within a zip and ${tooLarge}: unpack it first`);
    return;
  }
  const bytes = Buffer.from(collected.bytes.buffer, collected.bytes.byteOffset, collected.bytes.byteLength);
  const open = () => fromBufferPromise(bytes, zipOptions);
  yield* readMembers({ open, budget, isInner: true, count() {} }, place, reading);
}

interface ZipBudget {
  /** The same bytes; fails where they are more than the zip may unpack to. */
  watch(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  isSpent(): boolean;
}

function startBudget(size: number): ZipBudget {
  const most = Math.max(limits.zipFloorBytes.value, size * limits.zipRatio.value);
  let unpacked = 0;
  return {
    async *watch(chunks) {
      for await (const chunk of chunks) {
        unpacked += chunk.length;
        if (unpacked > most) throw new Error('it unpacks to far more than mail does');
        yield chunk;
      }
    },
    isSpent: () => unpacked > most,
  };
}

/** Reads the directory once for what it takes to place its members. */
async function readLayout(zip: ZipFile, budget: ZipBudget): Promise<Layout> {
  const parents: Readonly<Record<string, Set<string>>> = { cur: new Set(), new: new Set(), tmp: new Set() };
  const keywords = new Map<string, readonly string[]>();
  let top: string | null | undefined;
  let members = 0;
  for await (const entry of zip.eachEntry()) {
    if (++members > limits.zipMembers.value) throw new Error('it has too many members');
    const name = memberName(entry);
    if (name === null) continue;
    const names = name.split('/');
    const file = names.pop() ?? '';
    if (names[0] !== top) top = top === undefined ? names[0] : null;
    const directory = names.at(-1) ?? '';
    if (Object.hasOwn(parents, directory)) parents[directory]?.add(names.slice(0, -1).join('/'));
    if (file === keywordsFile) keywords.set(names.join('/'), await readKeywords(zip, entry, budget));
  }
  const { cur, new: fresh, tmp } = parents;
  const maildirs = new Set(cur);
  for (const directory of fresh ?? []) if (tmp?.has(directory)) maildirs.add(directory);
  const isPacked = typeof top === 'string' && !maildirs.has('');
  return { maildirs, keywords, depth: isPacked ? 1 : 0 };
}

/** The keywords that a member names; none where it is not what it is called. */
async function readKeywords(zip: ZipFile, entry: Entry, budget: ZipBudget): Promise<string[]> {
  if (entry.isEncrypted() || entry.uncompressedSize > maxKeywordsFileBytes) return [];
  try {
    const { head, close } = await openStream(budget.watch(await zip.openReadStreamPromise(entry)), null);
    await close();
    return parseKeywordsFile(head.toString('utf8'));
  } catch {
    return [];
  }
}

/** Where a member stands; null where it is a delivery not yet finished, or hidden in a Maildir. */
function memberPlace(origin: string, name: string, layout: Layout, now: number): Place | null {
  const names = name.split('/');
  const file = names.pop() ?? '';
  const directory = names.pop() ?? '';
  const maildir = names.join('/');
  if (!/^(?:cur|new|tmp)$/.test(directory) || !layout.maildirs.has(maildir)) {
    return { origin, isNamed: false, maildir: null };
  }
  if (directory === 'tmp' || file.startsWith('.')) return null;
  const below = names.slice(layout.depth);
  const outermost = names.findIndex((_, i) => layout.maildirs.has(names.slice(0, i).join('/')));
  return {
    origin,
    isNamed: false,
    maildir: {
      folderAlias: folderOf(below, (outermost < 0 ? names.length : outermost) - layout.depth),
      receivedAt: deliveredAt(file),
      flags: maildirFlags(file, layout.keywords.get(maildir) ?? [], now),
    },
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A member's name: UTF-8 where it is that, whatever the zip says; null where it has none. */
function memberName(entry: Entry): string | null {
  let name: string;
  try {
    name = utf8.decode(entry.fileNameRaw);
  } catch {
    name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields ?? [], false);
  }
  // Some Windows programs separate with backslashes.
  return (name.includes('/') ? name : name.replaceAll('\\', '/')) || null;
}
