// Files of one case of a test: written, sealed and removed as the program does it, and known to the model. They are in a
// generation and accounts of their own, so that cases share a store without meeting.

import { createHash, randomUUID } from 'node:crypto';
import type { Archive } from '../../lib/archive/archive.ts';
import { fileIndex, librarySpace } from '../../lib/archive/fileKeys.ts';
import { attachmentPath, attachmentPosition, type FileRow } from '../../lib/archive/files/fileRow.ts';
import { changeGenerations, readGenerations } from '../../lib/archive/files/fileState.ts';
import { putText } from '../../lib/archive/files/fileText.ts';
import { libraryPosition, nameOfPath } from '../../lib/archive/files/libraryPaths.ts';
import { removeFileRows, writeFiles } from '../../lib/archive/files/writeFiles.ts';
import { ownerKey } from '../../lib/archive/keys.ts';
import { attachmentRow } from '../../lib/archive/names.ts';
import type { Row, RowKey } from '../../lib/archive/ports.ts';
import { decodePosition } from '../../lib/archive/position.ts';
import { encodeOwner } from '../../lib/archive/rows.ts';
import { sealTail } from '../../lib/archive/words/sealTail.ts';
import { type FileMaterial, noon, places, type Step } from './fileQuestions.ts';
import { type ModelFile, modelFile } from './searchFilesModel.ts';

const keyOf = ({ pk, sk, posting }: Row): RowKey => (posting ? { pk, sk, posting } : { pk, sk });

/** The row that finds a file by its name. */
const nameRow = (row: FileRow, filename: string, isInline: boolean): Row =>
  attachmentRow(
    {
      ...{ accountId: row.space, messageId: row.storedEmailId ?? decodePosition(row.position).id, number: row.number },
      ...{ date: row.modified, filename, subject: '', from: '', sizeBytes: 7, contentType: 'x/y', isInline },
    },
    'ann@example.com',
  );

/** The row of the mail that a file is of. */
const ownerRow = ({ folder, modified }: FileMaterial, accountId: string, storedEmailId: string): Row => ({
  ...ownerKey(storedEmailId),
  data: encodeOwner({
    ...{ storedEmailId, accountId, folderAlias: folder, receivedAt: noon, messageDate: modified },
    ...{ blobKey: 'mail/x', names: [], people: '', isRawGone: false },
  }),
});

/** The row of a file of a mail, or of one of the library. */
function rowOf(one: FileMaterial, space: string, isPending: boolean): FileRow {
  const { modified } = one;
  const about = { space, modified, sizeBytes: 7, textKind: '', outcome: 'text', reason: null, flaws: '' } as const;
  const chunks = isPending ? [] : one.chunks;
  const read = {
    sha256: createHash('sha256').update(JSON.stringify(chunks)).digest('hex'),
    chunks: chunks.length,
    ...(isPending ? { type: '', date: null, tags: [] } : { type: one.type, date: one.date, tags: one.tags }),
  };
  if (space === librarySpace) {
    const path = `library/${one.directory}${randomUUID().slice(0, 8)}/${one.filename ?? 'none'}`;
    const place = { path, position: libraryPosition(path, modified), filename: nameOfPath(path) };
    return { ...about, ...read, ...place, storedEmailId: null, number: 0 };
  }
  const storedEmailId = randomUUID();
  const place = { accountId: space, folderAlias: one.folder, storedEmailId };
  return {
    ...{ ...about, ...read, storedEmailId, number: 1, filename: one.filename },
    path: attachmentPath(place, modified, 1, one.filename),
    position: attachmentPosition(storedEmailId, modified, 1),
  };
}

export interface OwnFiles {
  /** What there is, as the model knows it. */
  readonly files: readonly ModelFile[];
  readonly spaceOf: (where: string) => string;
  take(action: Step): Promise<void>;
  /** Makes its generation the one that answers, or the one that is built. */
  answer(state: 'complete' | 'building'): Promise<void>;
  /** Takes away what other cases would see. */
  end(): Promise<void>;
}

/** @param name of the accounts of the case */
export function ownFiles({ store, blobs }: Archive, generation: number, name: string): OwnFiles {
  const files: ModelFile[] = [];
  const libraryNames: Row[] = [];
  const spaceOf = (where: string): string => (where === 'library' ? librarySpace : `${where} ${name}`);

  async function add(one: FileMaterial): Promise<void> {
    const space = spaceOf(one.where);
    const isPending = one.state !== 'indexed' && space !== librarySpace;
    const row = rowOf(one, space, isPending);
    const chunks = isPending ? [] : one.chunks;
    if (!isPending) {
      const extraction = {
        ...({ type: 'txt', outcome: 'text', reason: null, title: null, tags: [], date: null } as const),
        ...{ references: [], chunks },
      };
      await putText(blobs, row, extraction, 1);
      await writeFiles(store, [generation], [{ row, extraction }]);
    }
    const isInline = one.state === 'inline' && isPending;
    if (row.filename !== null) {
      const named = nameRow(row, row.filename, isInline);
      if (named.sk !== row.position) throw new Error('a name lies where its file does');
      await store.put([named]);
      if (row.storedEmailId === null) libraryNames.push(named);
    }
    if (row.storedEmailId !== null) await store.put([ownerRow(one, space, row.storedEmailId)]);
    const isNowhere = isPending && (isInline || row.filename === null);
    if (!isNowhere) files.push(modelFile(row, chunks, isPending));
  }

  async function remove({ row }: ModelFile): Promise<void> {
    await removeFileRows(store, [generation], row.space, [row.position]);
    if (row.filename !== null) await store.delete([keyOf(nameRow(row, row.filename, false))]);
  }

  return {
    files,
    spaceOf,
    async take(action) {
      if (action.kind === 'store') for (const one of action.files) await add(one);
      if (action.kind === 'seal')
        for (const where of places) await sealTail(store, fileIndex(spaceOf(where), generation), { least: 1 });
      if (action.kind === 'remove' && files.length > 0) {
        const [gone] = files.splice(action.seed % files.length, 1);
        if (gone) await remove(gone);
      }
    },
    async answer(state) {
      const before = await readGenerations(store);
      const after =
        state === 'complete' ? { complete: generation, building: null } : { complete: null, building: generation };
      expect(await changeGenerations(store, before, { ...after, isListed: true, dropping: [] })).toBe(true);
    },
    async end() {
      await store.delete(libraryNames.map(keyOf));
    },
  };
}
