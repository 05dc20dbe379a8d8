// Paths that a person gave on the command line, as their bytes: where one is no UTF-8, Node hands it over with U+FFFD for what
// is none, and that opens nothing. Linux tells the bytes; elsewhere, or behind a program that lost them, the one file that
// is shown so is meant.

import { readdirSync, readFileSync } from 'node:fs';
import { type BytePath, joinPath, toBytePath, toFsPath, toShownPath } from './bytePath.ts';

const lost = '\ufffd';

/** The arguments of this process as they were given; none where the system does not tell. */
function rawArguments(): readonly BytePath[] {
  try {
    return readFileSync('/proc/self/cmdline', 'latin1').split('\0');
  } catch {
    return [];
  }
}

/** The one path that is shown as this; what was given where there is none, or several. */
function pathShownAs(shown: string): BytePath {
  let path = shown.startsWith('/') ? '/' : '';
  for (const segment of shown.split('/')) {
    if (segment === '') continue;
    const name = segment.includes(lost) ? nameShownAs(path || '.', segment) : toBytePath(segment);
    if (name === null) return toBytePath(shown);
    path = path === '' ? name : joinPath(path, name);
  }
  return path;
}

function nameShownAs(directory: BytePath, shown: string): BytePath | null {
  try {
    const names = readdirSync(toFsPath(directory), 'latin1').filter(name => toShownPath(name) === shown);
    const exact = toBytePath(shown);
    return names.includes(exact) ? exact : names.length === 1 ? (names[0] ?? null) : null;
  } catch {
    return null;
  }
}

/** @param paths as Node decoded them */
export function givenPaths(paths: readonly string[]): readonly BytePath[] {
  if (!paths.some(path => path.includes(lost))) return paths.map(toBytePath);
  const raw = [...rawArguments()];
  return paths.map(path => {
    if (!path.includes(lost)) return toBytePath(path);
    // Several may be shown as one: each argument stands for one.
    const at = raw.findIndex(one => toShownPath(one) === path);
    const [found] = at < 0 ? [] : raw.splice(at, 1);
    return found === undefined || found === toBytePath(path) ? pathShownAs(path) : found;
  });
}
