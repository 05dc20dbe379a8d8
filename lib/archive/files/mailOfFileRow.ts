// Which mail a row of files is about, told from its key and data, for whoever judges all rows.

import { idOfFileOwner, librarySpace, spaceOfKey } from '../fileKeys.ts';
import type { Row } from '../ports.ts';
import { decodePosition, isPosition, positionLength } from '../position.ts';
import { familyOf } from '../rowFamily.ts';
import { decodePending } from './fileState.ts';

/** The storedEmailId; null for a row of the library; undefined where it cannot be told. */
export function mailOfFileRow(row: Row): string | null | undefined {
  try {
    switch (familyOf(row)) {
      case 'fileOwner':
        return idOfFileOwner(row);
      case 'file':
        return mailAt(spaceOfKey(row), row.sk);
      case 'pendingFiles':
        return spaceOfKey(row) === librarySpace ? null : decodePending(row).subject;
      case 'contentFile': {
        const [space, position] = JSON.parse(row.data) as [string, string];
        return mailAt(space, position);
      }
      case 'fileDiagnostic': {
        const space = spaceOfKey(row);
        // Duplicates have their bytes' digest before it, which is longer.
        return space === librarySpace ? null : mailAt(space, row.sk.slice(-positionLength));
      }
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}

const mailAt = (space: string, position: string): string | null | undefined =>
  space === librarySpace ? null : isPosition(position) ? decodePosition(position).id : undefined;
