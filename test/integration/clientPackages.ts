// Installs what other people made for this protocol and mailglob is tried with (test/clients/package.json), apart from
// the project's own packages: it is much, and nobody but these tests wants it.

import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const source = join(root, 'test/clients');
const target = join(root, '.clients');
const files = ['package.json', 'package-lock.json'];
/** Programs that call by one of the packages, which are found from where a program lies. */
const programs = ['callByClient.mjs'];

const contents = (directory: string, names: readonly string[]): Promise<string> =>
  Promise.all(names.map(name => readFile(join(directory, name), 'utf8'))).then(texts => texts.join('\n'));

/** The directory of the packages, which are installed there now if they are not yet. */
export async function installClients(): Promise<string> {
  const wanted = await contents(source, files);
  const made = await contents(target, ['made']).catch(() => '');
  await mkdir(target, { recursive: true });
  for (const name of programs) await cp(join(source, name), join(target, name));
  if (made === wanted) return target;
  for (const name of files) await cp(join(source, name), join(target, name));
  // Not `npm ci`, which refuses a lock without the optional packages of other systems.
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: target });
  // Written last: an installation that was cut short is made again.
  await writeFile(join(target, 'made'), wanted);
  return target;
}

/** The main file of a package that was installed. */
export const clientFile = (directory: string, file: string): string => join(directory, 'node_modules', file);
