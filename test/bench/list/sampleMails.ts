// The sample mails that the project ships.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../lib/samples/mail');

export async function sampleMailFiles(): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.eml')).toSorted();
  return names.map(name => join(folder, name));
}

export const readSampleMails = async (): Promise<readonly Uint8Array[]> =>
  Promise.all((await sampleMailFiles()).map(file => readFile(file)));
