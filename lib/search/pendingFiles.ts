// What is known of an attachment before it is indexed: what its name's row and its mail say.

import { decodeAttachment } from '../archive/attachmentCodec.ts';
import { librarySpace } from '../archive/fileKeys.ts';
import { dateInName } from '../archive/files/fileDates.ts';
import { attachmentPath, type FileRow } from '../archive/files/fileRow.ts';
import { attachmentKey, ownerKey } from '../archive/keys.ts';
import type { Cost, Store } from '../archive/ports.ts';
import { readOwnerRow } from '../archive/rows.ts';
import type { FoundName } from './readNames.ts';

/** The files of some names, by position; none of a name whose mail is gone, or of a document of the library. */
export async function pendingFiles(
  store: Store,
  names: readonly FoundName[],
  cost: Cost,
): Promise<ReadonlyMap<string, FileRow>> {
  const own = names.filter(({ space }) => space !== librarySpace);
  if (own.length === 0) return new Map();
  const rows = await store.get(own.map(keyOf), cost);
  const attachments = rows.flatMap(row => (row ? [{ position: row.sk, ...decodeAttachment(row) }] : []));
  const ids = [...new Set(attachments.map(({ messageId }) => messageId))];
  const owners = ids.length === 0 ? [] : await store.get(ids.map(ownerKey), cost);
  cost.rounds += 2;
  const ownerOf = new Map(owners.map((row, i) => [ids[i], readOwnerRow(row)]));
  return new Map(
    attachments.flatMap(({ position, accountId, messageId, number, date, filename, sizeBytes }) => {
      const mail = ownerOf.get(messageId);
      if (!mail) return [];
      const file: FileRow = {
        ...{ space: accountId, storedEmailId: messageId, number, position, filename, sizeBytes, modified: date },
        path: attachmentPath(mail, date, number, filename),
        ...{
          type: '',
          date: dateInName(filename),
          tags: [],
          sha256: '',
          textKind: '',
          outcome: 'nameOnly',
          reason: null,
        },
        ...{ chunks: 0, flaws: '' },
      };
      return [[position, file] as const];
    }),
  );
}

const keyOf = ({ space, name, position }: FoundName) => attachmentKey(space, name, position);
