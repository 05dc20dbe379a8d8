// Mails with files, a reader of documents that takes bytes for text, and what an archive holds of files, for the tests
// of lib/archive/files.

import type { Archive } from '../../../../lib/archive/archive.ts';
import { fileIndex } from '../../../../lib/archive/fileKeys.ts';
import { readGenerations } from '../../../../lib/archive/files/fileState.ts';
import type { Extract } from '../../../../lib/archive/files/indexing.ts';
import { workOffFiles } from '../../../../lib/archive/files/workOffFiles.ts';
import { lockKey } from '../../../../lib/archive/keys.ts';
import type { Store } from '../../../../lib/archive/ports.ts';
import { familyOf } from '../../../../lib/archive/rowFamily.ts';
import { readWordIndex } from '../../../../lib/archive/words/readWords.ts';
import { storeMessages } from '../../../../lib/archive/writer.ts';
import type { Extraction } from '../../../../lib/files/extraction.ts';
import { decodeDocument } from '../../../../lib/words/documentCodec.ts';
import { incoming, now, type openArchive } from '../material.ts';

export type MemoryArchive = ReturnType<typeof openArchive>;

export interface TestFile {
  readonly name: string | null;
  readonly text: string;
}

/** A mail with files, distinct by its number. */
export function mailWith(number: number, files: readonly TestFile[]): Buffer {
  const parts = files.map(({ name, text }) => {
    const disposition = name === null ? 'attachment' : `attachment; filename="${name}"`;
    return `--x\r\nContent-Type: application/octet-stream\r\nContent-Disposition: ${disposition}\r\n\r\n${text}\r\n`;
  });
  return Buffer.from(
    `From: Ann <ann@example.com>\r\nTo: bob@example.org\r\nSubject: Mail ${number}\r\nDate: Mon, 6 May 2024 07:08:09 +0000\r\nMessage-ID: <${number}@example.com>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nHello\r\n${parts.join('')}--x--\r\n`,
  );
}

/** Takes bytes for text: `poison` throws, `locked` is encrypted, `damaged` broken, `![](…)` refers to an image. */
export function textReader(): { readonly extract: Extract; readonly read: string[] } {
  const read: string[] = [];
  const extract: Extract = async (bytes, { fileName }) => {
    const text = Buffer.from(bytes).toString();
    read.push(text);
    await new Promise(resolve => setImmediate(resolve));
    if (text.includes('poison')) throw new Error('the parser died');
    const isLocked = text.includes('locked');
    const isDamaged = text.includes('damaged');
    const isBlank = text.trim() === '';
    const extraction: Extraction = {
      type: fileName.slice(fileName.lastIndexOf('.') + 1),
      outcome: isLocked ? 'encrypted' : isDamaged ? 'broken' : isBlank ? 'noText' : 'text',
      reason: isLocked ? 'it needs a password' : isDamaged ? 'it is damaged' : null,
      title: null,
      tags: [...text.matchAll(/#(\w+)/g)].map(([, tag]) => tag ?? ''),
      date: null,
      references: [...text.matchAll(/!?\[\]\(([^)]*)\)/g)].map(([, path]) => path ?? ''),
      chunks: isLocked || isBlank ? [] : [{ heading: null, text }],
    };
    return extraction;
  };
  return { extract, read };
}

export async function storeMails(archive: Archive, mails: readonly Buffer[]): Promise<string[]> {
  const stored = await storeMessages(
    archive,
    mails.map(raw => incoming(raw)),
    now,
  );
  return stored.map(({ storedEmailId }) => storedEmailId);
}

export const workOff = (archive: Archive, extract: Extract, atOnce = 2) => workOffFiles(archive, extract, { atOnce });

const wordFamilies: readonly unknown[] = ['words', 'wordTail', 'wordBlock', 'wordDocuments', 'wordSealing'];

/**
 * Every row in one order, of generations only those that are live, called `old` and `new`; in the place of rows of words,
 * which depend on when they were sealed, the words of each file in the tail. And the keys of all blobs.
 */
export async function snapshotOf(archive: MemoryArchive, spaces: readonly string[]) {
  const { store, blobs } = archive;
  const { row: _, ...state } = await readGenerations(store);
  const rows = [...store.rows.values()]
    .map(({ pk, sk, data }) => ({ family: familyOf({ pk, sk }), pk, sk, data }))
    .filter(({ family }) => !wordFamilies.includes(family) && family !== 'fileState');
  const words = [];
  for (const generation of [state.complete, state.building].filter(one => one !== null))
    for (const space of spaces) words.push(...(await wordsIn(store, space, generation)));
  return {
    state,
    rows: rows.toSorted((a, b) => (`${a.pk}\0${a.sk}` < `${b.pk}\0${b.sk}` ? -1 : 1)),
    words,
    blobs: [...blobs.all.keys()].toSorted(),
  };
}

async function wordsIn(store: Store, space: string, generation: number) {
  const { tail, batches } = await readWordIndex(store, fileIndex(space, generation));
  if (batches.length > 0) throw new Error('the fixture is so small that nothing of it is sealed');
  return tail.map(({ position, bytes }) => ({
    ...{ space, generation, position },
    words: decodeDocument(bytes).words.map(({ term }) => term),
  }));
}

/** The locks that a process leaves which was killed, as if their time were over. */
export function endLocks({ store }: MemoryArchive): void {
  const { pk } = lockKey('');
  for (const [name, row] of store.rows) if (row.pk.startsWith(pk.slice(0, 2))) store.rows.delete(name);
}

/** An archive whose writes stop at the one of a number, each row and blob being one; null counts them only. */
export function killedAt(archive: MemoryArchive, kill: number | null): { archive: Archive; count: () => number } {
  let writes = 0;
  const step = () => {
    if (kill !== null && writes >= kill) throw new Error('killed');
    writes++;
  };
  const { store, blobs } = archive;
  return {
    count: () => writes,
    archive: {
      store: {
        ...store,
        put: async rows => {
          for (const row of rows) {
            step();
            await store.put([row]);
          }
        },
        putIfAbsent: async row => {
          step();
          return store.putIfAbsent(row);
        },
        replace: async (row, expected) => {
          step();
          return store.replace(row, expected);
        },
        delete: async keys => {
          for (const key of keys) {
            step();
            await store.delete([key]);
          }
        },
      },
      blobs: {
        ...blobs,
        put: async (key, bytes) => {
          step();
          await blobs.put(key, bytes);
        },
        remove: async key => {
          step();
          await blobs.remove(key);
        },
      },
    },
  };
}
