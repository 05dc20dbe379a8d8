// Disagreements between rows and raw mails in words: what is wrong, and what to do about it.

import { librarySpace } from './fileKeys.ts';
import type { FileFinding } from './files/auditFiles.ts';
import type { FileWordFinding } from './files/auditFileWords.ts';
import type { FlawedRow } from './judgeRows.ts';
import type { StoredMail } from './mailObject.ts';
import type { PostingFault, Row } from './ports.ts';
import { decodePosition, isPosition } from './position.ts';
import { familyOf } from './rowFamily.ts';
import type { QuarantineRow } from './rows.ts';
import type { RowChange, RowSurplus } from './settleMails.ts';
import type { WordFinding } from './words/auditWords.ts';

export type DisagreementKind =
  | 'rawChanged'
  | 'rawGone'
  | 'otherMail'
  | 'ownerMissing'
  | 'ownerDiffers'
  | 'messageMissing'
  | 'messageDiffers'
  | 'messageWithoutOwner'
  | 'messageSurplus'
  | 'peopleMissing'
  | 'peopleDiffers'
  | 'peopleWithoutOwner'
  | 'peopleSurplus'
  | 'attachmentMissing'
  | 'attachmentDiffers'
  | 'attachmentWithoutOwner'
  | 'attachmentSurplus'
  | 'objectMissing'
  | 'objectDiffers'
  | 'objectSurplus'
  | 'wordsMissing'
  | 'wordsWithoutOwner'
  | 'wordsSurplus'
  | 'wordsTwice'
  | 'wordsDamaged'
  | 'filesMissing'
  | 'filesSurplus'
  | 'folderMissing'
  | 'quarantineMissing'
  | 'quarantineSurplus'
  | 'postings'
  | 'unreadable';

export interface Disagreement {
  readonly kind: DisagreementKind;
  readonly storedEmailId: string | null;
  /** The object that it is about; null where only rows are. */
  readonly blobKey: string | null;
  /** One line: what is wrong, and what to do. May hold what strangers wrote. */
  readonly message: string;
}

const mends = 'mailglob rebuild puts it right';

const partOf = ({ sk }: { readonly sk: string }): string =>
  isPosition(sk) ? `attachment ${decodePosition(sk).number}` : 'an attachment';

const peopleNoun = 'row that it is listed by';

/** What a row of a mail is called, by its family. */
function rowName(row: Pick<Row, 'pk' | 'sk'>): {
  noun: string;
  kind: 'owner' | 'message' | 'people' | 'attachment' | 'object';
} {
  switch (familyOf(row)) {
    case 'owner':
      return { noun: 'owner row', kind: 'owner' };
    case 'message':
      return { noun: 'message row', kind: 'message' };
    case 'people':
      return { noun: peopleNoun, kind: 'people' };
    case 'attachment':
      return { noun: `row of ${partOf(row)}`, kind: 'attachment' };
    default:
      return { noun: 'row that says what the object holds', kind: 'object' };
  }
}

/** A row that a mail should have: missing, or with other data than the mail gives. */
export function missingRow({ row, storedEmailId, blobKey, isThere }: RowChange): Disagreement {
  const { noun, kind } = rowName(row);
  const said = isThere ? `the ${noun} is not what the mail gives` : `the ${noun} is missing`;
  return {
    kind: `${kind}${isThere ? 'Differs' : 'Missing'}`,
    storedEmailId,
    blobKey,
    message: `${blobKey} (message ${storedEmailId}): ${said}: ${mends}`,
  };
}

/** A row that a mail should not have. */
export function surplusRow({ key, storedEmailId, blobKey }: RowSurplus): Disagreement {
  const about = `${blobKey} (message ${storedEmailId})`;
  if (familyOf(key) === 'quarantine')
    return {
      ...{ kind: 'quarantineSurplus', storedEmailId, blobKey },
      message: `${about}: is in quarantine and is a mail: ${mends}`,
    };
  const { noun, kind } = rowName(key);
  return {
    kind: kind === 'owner' ? 'messageSurplus' : `${kind}Surplus`,
    storedEmailId,
    blobKey,
    message: `${about}: there is a ${noun} that the mail does not give: ${mends}`,
  };
}

export const missingFolder = ({ accountId, folderAlias, key: blobKey }: StoredMail): Disagreement => ({
  kind: 'folderMissing',
  storedEmailId: null,
  blobKey,
  message: `${blobKey}: folder ${folderAlias} of account ${accountId} has no row: ${mends}`,
});

/** An importer's mail whose bytes no longer give the id that it is named by. */
export const changedMail = (blobKey: string, storedEmailId: string, sizeBytes: number): Disagreement => ({
  kind: 'rawChanged',
  storedEmailId,
  blobKey,
  message: `${blobKey}: its ${sizeBytes} bytes are not those that were stored, cut short or changed: restore them from a backup or an older version, or run mailglob remove ${storedEmailId} and import the mail again`,
});

export const notQuarantined = ({ blobKey, reason }: QuarantineRow): Disagreement => ({
  kind: 'quarantineMissing',
  storedEmailId: null,
  blobKey,
  message: `${blobKey}: is not taken in (${reason}) and not recorded in quarantine: ${mends}`,
});

const fileFamilies: ReadonlySet<ReturnType<typeof familyOf>> = new Set([
  ...(['file', 'fileOwner', 'pendingFiles', 'contentFile', 'fileDiagnostic'] as const),
]);

/** A row that stands on nothing. */
export function flawedRow({ row, flaw, storedEmailId, blobKey }: FlawedRow): Disagreement {
  const family = familyOf(row);
  const { noun, kind } = rowName(row);
  const say = (own: DisagreementKind, message: string): Disagreement => ({
    kind: own,
    storedEmailId,
    blobKey,
    message,
  });
  const about = `message ${storedEmailId}`;
  if (flaw === 'unreadable')
    return say('unreadable', `the row ${JSON.stringify([row.pk, row.sk])} cannot be read: ${mends}`);
  if (flaw === 'noBatch')
    return say('wordsSurplus', `the row ${JSON.stringify([row.pk, row.sk])} is of no batch of words: ${mends}`);
  if (fileFamilies.has(family))
    return say(
      'filesSurplus',
      `${storedEmailId ? about : 'the library'}: there is a row of files that are not there: ${mends}`,
    );
  if (family === 'quarantine')
    return say('quarantineSurplus', `${blobKey}: is in quarantine, and the object is gone: ${mends}`);
  if (family === 'owner' && flaw === 'gone')
    return say(
      'rawGone',
      `${blobKey}: the raw mail of ${about} is gone: restore it from a backup or an older version, import the mail again after mailglob rebuild, which marks it damaged, or run mailglob remove ${storedEmailId}`,
    );
  if (family === 'owner')
    return say('otherMail', `${about}: its owner row names ${blobKey}, which is another mail: ${mends}`);
  if (kind === 'object' && family !== 'wordTail')
    return say('objectSurplus', `${about}: there is a row of an object that does not hold it: ${mends}`);
  const which = family === 'wordTail' ? 'words' : kind === 'attachment' || kind === 'people' ? kind : 'message';
  const own = which === 'words' ? 'row of its words' : noun;
  return flaw === 'noOwner'
    ? say(`${which}WithoutOwner`, `${about}: there is a ${own} and no owner row: ${mends}`)
    : say(`${which}Surplus`, `${about}: there is a ${own} that its owner row does not name: ${mends}`);
}

/** What is wrong with an account's index of words. */
export function faultyWords(accountId: string, finding: WordFinding): Disagreement {
  const storedEmailId = 'position' in finding ? decodePosition(finding.position).id : null;
  const say = (kind: DisagreementKind, message: string): Disagreement => ({
    ...{ kind, storedEmailId, blobKey: null },
    message: `${message}: ${mends}`,
  });
  switch (finding.kind) {
    case 'missing':
      return say('wordsMissing', `message ${storedEmailId}: it is not found by its words`);
    case 'surplus':
      return say('wordsSurplus', `message ${storedEmailId}: there are words of it, and it is not there`);
    case 'double':
      return say('wordsTwice', `message ${storedEmailId}: its words are there more than once`);
    case 'unreadable':
      return say('wordsDamaged', `message ${storedEmailId}: its words are damaged, or of another version`);
    case 'damagedBatch':
      return say('wordsDamaged', `account ${accountId}: words of some hundred messages are lost or damaged`);
    case 'outdatedBatch':
      return say('wordsDamaged', `account ${accountId}: words of some hundred messages are of another version`);
  }
}

/** Files that search does not find, or finds though they are gone. */
export function faultyFiles(finding: FileFinding): Disagreement {
  const storedEmailId = 'storedEmailId' in finding ? finding.storedEmailId : null;
  const blobKey = 'path' in finding ? finding.path : null;
  const about = storedEmailId === null ? blobKey : `message ${storedEmailId}`;
  return finding.kind === 'surplus'
    ? {
        kind: 'filesSurplus',
        storedEmailId,
        blobKey,
        message: `${about}: it is gone, and search knows of it: ${mends}`,
      }
    : { kind: 'filesMissing', storedEmailId, blobKey, message: `${about}: its text is not searched yet: ${mends}` };
}

const fileWordFaults: Readonly<Record<FileWordFinding['kind'], readonly [DisagreementKind, string]>> = {
  missing: ['wordsMissing', 'it is not found by its words'],
  surplus: ['wordsSurplus', 'there are words of it, and it is not there'],
  double: ['wordsTwice', 'its words are there more than once'],
  unreadable: ['wordsDamaged', 'its words are damaged, or of another version'],
  damagedBatch: ['wordsDamaged', 'words of some hundred files are lost or damaged'],
  outdatedBatch: ['wordsDamaged', 'words of some hundred files are of another version'],
};

/** What is wrong with the words of files. */
export function faultyFileWords({ kind, space, position, path }: FileWordFinding): Disagreement {
  const [fault, says] = fileWordFaults[kind];
  const of = space === librarySpace ? 'the library' : `account ${space}`;
  const about = path ?? (position === null ? of : `a file of ${of}`);
  const storedEmailId = position === null || space === librarySpace ? null : decodePosition(position).id;
  return { kind: fault, storedEmailId, blobKey: null, message: `${about}: ${says}: ${mends}` };
}

export function faultyPostings({ row, sk, missing, stray, wrong }: PostingFault): Disagreement {
  const counts = [
    ...(missing > 0 ? [`${missing} too few`] : []),
    ...(stray > 0 ? [`${stray} too many`] : []),
    ...(wrong > 0 ? [`${wrong} not as they should be`] : []),
  ].join(', ');
  const storedEmailId = sk !== null && isPosition(sk) ? decodePosition(sk).id : null;
  const whose = row
    ? `the postings of ${familyOf(row) === 'people' ? `the ${peopleNoun}` : partOf(row)} of message ${storedEmailId}`
    : 'postings of a row that is not there';
  return { kind: 'postings', storedEmailId, blobKey: null, message: `${whose}: ${counts}: ${mends}` };
}
