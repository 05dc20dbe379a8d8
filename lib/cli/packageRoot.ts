// Where the project lies: its package.json and the sample mails are found from here, bundled or not.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

function findRoot(): string {
  let directory = import.meta.dirname;
  while (!existsSync(join(directory, 'package.json'))) {
    const parent = dirname(directory);
    if (parent === directory) throw new Error('no package.json above the program');
    directory = parent;
  }
  return directory;
}

/** The directory that holds package.json. */
export const packageRoot = findRoot();

/** The version in package.json. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
  return version;
}
