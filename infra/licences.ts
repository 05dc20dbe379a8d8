// LICENCES.md, the licences of what a user of mailglob runs: run it to write the file, and a test fails while that is
// out of date, or where a package has a licence that is not among those that are accepted here.

import { readFile, writeFile } from 'node:fs/promises';

const root = new URL('../', import.meta.url);
export const licencesPath = new URL('LICENCES.md', root);

/** Licences that let the code be used, changed and passed on under Apache-2.0, with their notices. */
const accepted = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']);

interface LockedPackage {
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

/** A package-lock.json, as far as it is read. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

const folder = 'node_modules/';

/**
 * Names and licences of every package that is installed without those for development, by name.
 * @throws Error naming the packages whose licence is none that is accepted
 */
export function licencesOf({ packages }: Lock): ReadonlyMap<string, string> {
  const used = Object.entries(packages).filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional);
  const refused = used.filter(([, { license = '' }]) => !accepted.has(license));
  if (refused.length > 0) {
    const said = refused.map(([path, { license = 'no licence' }]) => `${path} (${license})`).join(', ');
    throw new Error(`licences that are not accepted: ${said}`);
  }
  return new Map(
    used
      .map(([path, { license = '' }]) => [path.slice(path.lastIndexOf(folder) + folder.length), license] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** The text of LICENCES.md. */
export const licencesText = (lock: Lock): string =>
  [
    '# Licences of the packages that mailglob is made with',
    '',
    'What is installed without the packages for development; package-lock.json has the versions. Written by',
    '`npm run licences`.',
    '',
    '| package | licence |',
    '|---|---|',
    ...[...licencesOf(lock)].map(([name, licence]) => `| ${name} | ${licence} |`),
    '',
  ].join('\n');

export const readLock = async (): Promise<Lock> =>
  JSON.parse(await readFile(new URL('package-lock.json', root), 'utf8')) as Lock;

if (import.meta.main) await writeFile(licencesPath, licencesText(await readLock()));
