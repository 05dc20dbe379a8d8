// What a mail owns of files, as a row. When it is written, and taken away, is told in mailFiles.ts.

import type { Row } from '../ports.ts';
import type { ContentFile } from './contentFiles.ts';

/** What a mail owns of files. */
export interface FileOwner {
  /** Where its files were or are about to be written. */
  readonly files: readonly ContentFile[];
}

type PackedOwner = readonly [space: string, files: readonly (readonly [string, number, string, string])[]];

/** For a row under fileOwnerKey(), which holds the id of the mail. */
export function encodeFileOwner(space: string, files: readonly ContentFile[]): string {
  const packed: PackedOwner = [
    space,
    files.map(({ position, fileId, sha256, textKind }) => [
      position,
      Number(fileId.slice(fileId.indexOf('/') + 1)),
      Buffer.from(sha256, 'hex').toString('base64url'),
      textKind,
    ]),
  ];
  return JSON.stringify(packed);
}

export function decodeFileOwner(storedEmailId: string, row: Row | undefined): FileOwner {
  if (!row) return { files: [] };
  const [space, files] = JSON.parse(row.data) as PackedOwner;
  return {
    files: files.map(([position, number, digest, textKind]) => ({
      ...{ space, position, textKind, fileId: `${storedEmailId}/${number}` },
      sha256: Buffer.from(digest, 'base64url').toString('hex'),
    })),
  };
}

/** The files that a mail's row of files names. */
export const filesOfMail = (storedEmailId: string, row: Row | undefined): readonly ContentFile[] =>
  decodeFileOwner(storedEmailId, row).files;

/** The account of the mail that a row of files is about. */
export const spaceOfFileOwner = ({ data }: Row): string => (JSON.parse(data) as PackedOwner)[0];
