// Turns what was thrown into the one line that a person at the command line reads, and into an exit status.

import { type ErrorCode, MailglobError, UserError } from '../errors.ts';
import { oneLine } from './printable.ts';

/** What to do about failures of the operating system, by their code. */
const advice: Readonly<Record<string, string>> = {
  EACCES: 'permission denied: choose another path or change its permissions',
  EPERM: 'not permitted: choose another path or change its permissions',
  EROFS: 'the file system is read-only: choose another directory with --data',
  ENOSPC: 'the disk is full: free some space and run the command again; what was stored stays',
  EDQUOT: 'your disk quota is used up: free some space and run the command again; what was stored stays',
  EFBIG: 'a file would exceed the size allowed here: raise the limit (ulimit -f) and run the command again',
  EMFILE: 'too many open files: raise the limit (ulimit -n) and run the command again',
  ENOENT: 'not found: check the path',
  ENAMETOOLONG: 'a name in the path is too long: choose a shorter one',
  ELOOP: 'a link that leads back to itself: check the path',
  EISDIR: 'is a directory: name a file',
  EIO: 'the disk reports an error: check it, then run the command again',
  ENOTDIR: 'a part of the path is no directory: check the path',
  EADDRINUSE: 'the port is in use: choose another one with --port, or --port 0 for any free one',
  EADDRNOTAVAIL: 'this machine has no such address: choose another one with --host',
};

/** Refusals of what was asked, whatever the archive holds: wrong usage, as an option that there is not. */
const refusals: ReadonlySet<ErrorCode> = new Set([51001, 51002, 51003, 51004, 51005, 51006, 52001, 52002]);

/** 2 where the values that were given are at fault, 1 for everything else. */
export const failureStatus = (error: unknown): number =>
  error instanceof MailglobError && refusals.has(error.code) ? 2 : 1;

/** One printable line for standard error. MAILGLOB_DEBUG=1 adds the stack of a failure that is none of the known. */
export function describeFailure(error: unknown, env: NodeJS.ProcessEnv = process.env): string {
  if (error instanceof MailglobError) return oneLine(`mailglob: error ${error.code}: ${error.message}`);
  if (error instanceof UserError) return oneLine(`mailglob: ${error.message}`);
  if (!(error instanceof Error)) return oneLine(`mailglob: ${String(error)}`);
  const { code, path } = error as NodeJS.ErrnoException;
  const known = code === undefined ? undefined : advice[code];
  if (known !== undefined) return oneLine(`mailglob: ${path === undefined ? '' : `${path}: `}${known}`);
  if (env.MAILGLOB_DEBUG === '1') return error.stack ?? error.message;
  return oneLine(`mailglob: failed unexpectedly: ${error.message} (MAILGLOB_DEBUG=1 shows where)`);
}
