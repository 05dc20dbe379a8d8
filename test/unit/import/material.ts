// What the tests of lib/import are made of: mails, mboxes, directories and zips.

import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { readSources } from '../../../lib/import/readSources.ts';
import type { ReadOptions, SourceItem, SourceMessage, SourceProblem } from '../../../lib/import/sourceItem.ts';

export const observedAt = Date.UTC(2024, 5, 1);

export const mail = (subject: string, headers = '', body = 'Hello.\n'): string =>
  `From: Ann <ann@example.com>\nTo: bob@example.com\nSubject: ${subject}\nDate: Mon, 1 Jan 2024 10:00:00 +0000\n${headers}\n${body}`;

/** Messages as an mboxrd writer puts them down. */
export const mboxrd = (
  messages: readonly string[],
  fromLine = 'From ann@example.com Mon Jan  1 10:00:00 2024',
): string => messages.map(message => `${fromLine}\n${message.replace(/^(>*From )/gm, '>$1')}\n`).join('');

export interface Tree {
  readonly root: string;
  remove(): Promise<void>;
}

/** Files by path below a new directory; a path that ends in `/` is an empty directory, a value `-> x` a link to x. */
export async function makeTree(files: Readonly<Record<string, string | Uint8Array>>): Promise<Tree> {
  const root = await mkdtemp(join(tmpdir(), 'mailglob-import-'));
  for (const [path, content] of Object.entries(files)) {
    const full = join(root, path);
    await mkdir(path.endsWith('/') ? full : dirname(full), { recursive: true });
    if (path.endsWith('/')) continue;
    if (typeof content === 'string' && content.startsWith('-> ')) await symlink(content.slice(3), full);
    else await writeFile(full, content);
  }
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}

export interface Read {
  readonly messages: readonly SourceMessage[];
  readonly problems: readonly SourceProblem[];
}

export async function readAll(paths: readonly string[], options: Partial<ReadOptions> = {}): Promise<Read> {
  const items: SourceItem[] = [];
  for await (const item of readSources(paths, { now: () => observedAt, ...options })) items.push(item);
  return {
    messages: items.filter(item => item.kind === 'message'),
    problems: items.filter(item => item.kind === 'problem'),
  };
}

export const textOf = ({ raw }: Pick<SourceMessage, 'raw'>): string => Buffer.from(raw).toString('latin1');

export const subjects = (messages: readonly SourceMessage[]): (string | undefined)[] =>
  messages.map(message => /^Subject: (.*?)\r?$/m.exec(textOf(message))?.[1]);

/** Reads a tree that is there for this test alone; origins are given below its root. */
export async function readTree(
  files: Readonly<Record<string, string | Uint8Array>>,
  path = '',
  options: Partial<ReadOptions> = {},
): Promise<Read> {
  const { root, remove } = await makeTree(files);
  const below = <T extends { readonly origin: string }>(item: T): T => ({
    ...item,
    origin: item.origin.slice(root.length + 1),
  });
  try {
    const { messages, problems } = await readAll([join(root, path)], options);
    return { messages: messages.map(below), problems: problems.map(below) };
  } finally {
    await remove();
  }
}

export interface Member {
  readonly name: string | Uint8Array;
  readonly content: string | Uint8Array;
  readonly isStored?: boolean;
  readonly isEncrypted?: boolean;
}

/** A zip of these members, in this order. */
export function makeZip(members: readonly Member[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, content, isStored, isEncrypted } of members) {
    const nameBytes = Buffer.from(name);
    const bytes = Buffer.from(content);
    const data = isStored ? bytes : deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(isEncrypted ? 1 : 0, 2);
    fields.writeUInt16LE(isStored ? 0 : 8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u{3}\u{4}'), fields, nameBytes, data]);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    centrals.push(Buffer.concat([Buffer.from('PK\u{1}\u{2}\u{14}\u{0}'), fields, end, nameBytes]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(centrals);
  const tail = Buffer.alloc(22);
  tail.write('PK\u{5}\u{6}', 'latin1');
  tail.writeUInt16LE(members.length, 8);
  tail.writeUInt16LE(members.length, 10);
  tail.writeUInt32LE(central.length, 12);
  tail.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, tail]);
}
