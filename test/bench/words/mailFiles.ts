// The made mails as files: one list that everything else is made of, kept; a Maildir and an mbox of them, as raw mail.

import { closeSync, createReadStream, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type BenchContext, BenchError } from '../benchmark.ts';
import { readDocumentation } from './documentation.ts';
import { type MadeMail, makeMails } from './makeMails.ts';
import { asctime, rawMail } from './rawMail.ts';

export interface MadeMails {
  readonly file: string;
  readonly mails: number;
  /** Characters of the documentation they are made of, and of their bodies. */
  readonly sourceCharacters: number;
  readonly bodyCharacters: number;
}

/** Of less text every word would be in many mails. */
const enoughCharacters = 20_000_000;

const project = resolve(import.meta.dirname, '../../..');

export const wordsDir = ({ kept, seed }: BenchContext): string => join(kept, 'words', `seed${seed}`);

/** So many mails, made now if there are none or fewer. */
export async function madeMails(context: BenchContext, count: number): Promise<MadeMails> {
  const dir = wordsDir(context);
  const record = join(dir, 'mails.json');
  const known = existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as MadeMails) : null;
  if (known && known.mails >= count) return known;
  context.progress('reading the documentation that is installed here');
  const documentation = readDocumentation(project);
  if (documentation.texts.every(({ isHan }) => isHan))
    throw new BenchError('there is no documentation here to make mails of (apt-get install man-db manpages)');
  context.progress(`making ${count} mails of it`);
  await mkdir(dir, { recursive: true });
  const file = join(dir, 'mails.jsonl');
  const out = openSync(`${file}.unfinished`, 'w');
  let bodyCharacters = 0;
  for (const mail of makeMails(documentation, context.seed, count)) {
    bodyCharacters += mail.body.length;
    writeSync(out, `${JSON.stringify(mail)}\n`);
  }
  closeSync(out);
  await rename(`${file}.unfinished`, file);
  const made = { file, mails: count, sourceCharacters: documentation.characters, bodyCharacters };
  writeFileSync(record, JSON.stringify(made));
  return made;
}

/** What is to be said where there is little to make mails of. */
export const littleDocumentation = ({ sourceCharacters }: MadeMails): readonly string[] =>
  sourceCharacters >= enoughCharacters
    ? []
    : [
        `mails are made of only ${Math.round(sourceCharacters / 1e6)} million characters of documentation, again and again (apt-get install manpages manpages-dev git-doc perl-doc)`,
      ];

/** The mails from one number to below another, the oldest first. */
export async function* readMails({ file }: MadeMails, from: number, to: number): AsyncGenerator<MadeMail> {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (number >= to) return;
    if (number++ >= from) yield JSON.parse(line) as MadeMail;
  }
}

/** A Maildir of the first so many mails, made once. */
export async function madeMaildir(context: BenchContext, mails: MadeMails, count: number): Promise<string> {
  const dir = join(wordsDir(context), `maildir-${count}-of-${mails.bodyCharacters}`);
  if (existsSync(dir)) return dir;
  context.progress(`writing ${count} mails into a Maildir`);
  const unfinished = `${dir}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  for (const name of ['cur', 'new', 'tmp']) await mkdir(join(unfinished, name), { recursive: true });
  for await (const mail of readMails(mails, 0, count))
    writeFileSync(join(unfinished, 'cur', `${mail.date / 1000}.${mail.number}.bench:2,S`), rawMail(mail));
  await rename(unfinished, dir);
  return dir;
}

/** Writes an mbox of the first so many mails. */
export async function writeMbox(mails: MadeMails, count: number, file: string): Promise<void> {
  const out = openSync(file, 'w');
  for await (const mail of readMails(mails, 0, count))
    writeSync(
      out,
      `From bench@example.com ${asctime(new Date(mail.date))}\n${rawMail(mail).replace(/^(>*From )/gm, '>$1')}\n`,
    );
  closeSync(out);
}
