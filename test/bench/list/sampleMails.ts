// The sample mails that the project ships, as bytes.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../lib/samples/mail');

export async function readSampleMails(): Promise<readonly Uint8Array[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.eml')).toSorted();
  return Promise.all(names.map(name => readFile(join(folder, name))));
}
