// Paths as their bytes: file names need not be valid UTF-8, and a name that was decoded with losses opens nothing.
// Where it is in use a path is a string with one character for each byte (latin1).

import { statSync } from 'node:fs';

/** A path or name, one character for each of its bytes. */
export type BytePath = string;

/** The bytes of a path that a person gave. */
export const toBytePath = (path: string): BytePath => Buffer.from(path, 'utf8').toString('latin1');

const ascii = /^[\x20-\x7e]*$/;

/** What node:fs takes. */
export const toFsPath = (path: BytePath): string | Buffer => (ascii.test(path) ? path : Buffer.from(path, 'latin1'));

/** What people read: UTF-8, with U+FFFD for bytes that are none. */
export const toShownPath = (path: BytePath): string =>
  ascii.test(path) ? path : Buffer.from(path, 'latin1').toString('utf8');

export const joinPath = (directory: BytePath, name: BytePath): BytePath =>
  directory.endsWith('/') ? directory + name : `${directory}/${name}`;

/** Tells one directory from another, however it is reached. */
export function directoryIdentity(path: BytePath): string {
  const { dev, ino } = statSync(toFsPath(path), { bigint: true });
  return `${dev}:${ino}`;
}
