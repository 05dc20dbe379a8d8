// What went wrong with the data directory, said so that a person can mend it. Knows SQLite's and the system's codes.

import { UserError } from '../errors.ts';

/** SQLite's primary result codes (the low byte of an extended one). */
export const sqlite = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notDatabase: 26,
} as const;

/** A property of an error; not by `instanceof`, which fails on errors of another realm. */
const propertyOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined;

/** That the file which processes share their locks by cannot be made: an I/O error, which a full disk alone causes. */
const noRoomForLocks = sqlite.ioError | (19 << 8);

/** The primary result code of an error that node:sqlite threw, or null. */
export function sqliteCode(error: unknown): number | null {
  const code = propertyOf(error, 'errcode');
  if (code === noRoomForLocks) return sqlite.full;
  return typeof code === 'number' ? code & 0xff : null;
}

/** The system's name for what went wrong, e.g. `ENOENT`, or null. */
export function systemCode(error: unknown): string | null {
  const code = propertyOf(error, 'code');
  return typeof code === 'string' ? code : null;
}

const cannotWrite: ReadonlySet<unknown> = new Set([
  ...[sqlite.readOnly, sqlite.full, sqlite.cannotOpen],
  ...['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'],
]);

/** Whether the disk or the system does not let a file be written, which may be read all the same. */
export const isUnwritable = (error: unknown): boolean =>
  cannotWrite.has(sqliteCode(error)) || cannotWrite.has(systemCode(error));

/** How the rows of a data directory are made again, to be typed as it stands. */
export const rebuildCommand = (dir: string): string =>
  `mailglob rebuild --data ${/^[\w./+-]+$/u.test(dir) ? dir : `'${dir.replaceAll("'", "'\\''")}'`}`;

const noSpace = (dir: string): string =>
  `no space is left for ${dir}: free some and run the same command again; nothing that was stored is lost`;

const refused = (dir: string): string =>
  `${dir} cannot be written: give yourself write permission, or name another directory with --data`;

const damagedRows = (dir: string): string =>
  `the database in ${dir} is damaged: run ${rebuildCommand(dir)}, which makes it again from the raw mails; if that says the same, move the mailglob.db* files away before`;

/**
 * The failure as a UserError where a person can mend it, else as it is.
 * @param damaged what is said of a damaged database
 */
export function explainFailure(error: unknown, dir: string, damaged: (dir: string) => string = damagedRows): unknown {
  if (error instanceof UserError) return error;
  const code = sqliteCode(error);
  const isDamaged = code === sqlite.corrupt || code === sqlite.notDatabase;
  const message = isDamaged ? damaged(dir) : (messageOfSqlite(code, dir) ?? messageOfSystem(systemCode(error), dir));
  return message === null ? error : new UserError(message, error);
}

function messageOfSqlite(code: number | null, dir: string): string | null {
  switch (code) {
    case sqlite.busy:
    case sqlite.locked:
      return `${dir} has been in use by another process for too long: wait until it is done, then run the same command again`;
    case sqlite.readOnly:
    case sqlite.cannotOpen:
      return refused(dir);
    case sqlite.full:
      return noSpace(dir);
    case sqlite.ioError:
      return `${dir} cannot be read or written: check its disk, then run the same command again`;
    default:
      return null;
  }
}

function messageOfSystem(code: string | null, dir: string): string | null {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return noSpace(dir);
    case 'EFBIG':
      return `a file in ${dir} would be larger than this system allows: raise the limit (ulimit -f) and run the same command again`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return refused(dir);
    case 'EMFILE':
    case 'ENFILE':
      return 'too many files are open: raise the limit (ulimit -n) and run the same command again';
    default:
      return null;
  }
}
