// What is wrong with the words of files in the generation that answers. Nothing where its words are of another version:
// then search says so itself. Writes nothing; a rebuild makes another generation.

import { fileIndex, fileKey, filesPk, pendingFilesPk } from '../fileKeys.ts';
import type { Store } from '../ports.ts';
import { readAll } from '../readAll.ts';
import type { Settle } from '../secondLook.ts';
import { auditWords, type WordFinding, type WordSubjects } from '../words/auditWords.ts';
import { wordsVersion } from '../words/wordsVersion.ts';
import { readFileRow } from './fileRow.ts';
import { listSpaces, readGenerations } from './fileState.ts';

/** What is wrong, and with which file; without one where it is a batch of many. */
export interface FileWordFinding {
  readonly kind: WordFinding['kind'];
  readonly space: string;
  readonly position: string | null;
  /** Null where the file is not there. */
  readonly path: string | null;
}

/** The files of a space in a generation. */
const fileSubjects = (store: Store, space: string, generation: number): WordSubjects => ({
  async list(add) {
    for await (const { sk } of readAll(store, filesPk(space, generation))) add(sk);
  },
  async look(positions) {
    const keys = positions.map(position => fileKey(space, generation, position));
    return (await store.get(keys, undefined, { latest: true })).map(row => (row ? { isRawGone: false } : null));
  },
});

/** @param onDocuments told how many more documents of the indexes were looked at */
export async function* auditFileWords(
  store: Store,
  settle: Settle,
  onDocuments: (documents: number) => void = () => {},
): AsyncGenerator<FileWordFinding> {
  const { complete, completeWords } = await readGenerations(store);
  if (complete === null || completeWords !== wordsVersion) return;
  for (const space of await listSpaces(store)) {
    const subjects = fileSubjects(store, space, complete);
    for await (const finding of auditWords(store, fileIndex(space, complete), settle, onDocuments, subjects)) {
      const position = 'position' in finding ? finding.position : null;
      // Words come before the row of their file: whoever was stopped between the two has left it pending.
      if (finding.kind === 'surplus' && (await isAnyPending(store, space))) continue;
      const [row] = position === null ? [] : await store.get([fileKey(space, complete, position)]);
      yield { kind: finding.kind, space, position, path: readFileRow(row)?.path ?? null };
    }
  }
}

async function isAnyPending(store: Store, space: string): Promise<boolean> {
  const page = await store.read({ pk: pendingFilesPk(space, null), direction: 'ascending', limit: 1 });
  return page.rows.length > 0;
}
