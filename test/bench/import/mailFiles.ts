// Mails to import, made of an archive of names: a Maildir of short ones, and an mbox as large as asked for.

import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type CorpusRow, lines, namesFiles } from '../archives.ts';
import { type BenchContext, BenchError } from '../benchmark.ts';
import { mailDate, writeMail } from './writeMail.ts';

type Rows = [CorpusRow, ...CorpusRow[]];

const source = { label: '100k', attachments: 100_000 };

/** Rows of one mail, mail by mail. */
async function mailRows(context: BenchContext): Promise<Rows[]> {
  const { corpus } = await namesFiles(context, source);
  if (corpus === null) throw new Error('an archive of this size has mails');
  const mails: Rows[] = [];
  for (const line of lines(readFileSync(corpus))) {
    const row = JSON.parse(line) as CorpusRow;
    const last = mails.at(-1);
    if (last?.[0].message_id === row.message_id) last.push(row);
    else mails.push([row]);
  }
  return mails;
}

export interface MadeMaildir {
  readonly dir: string;
  readonly attachments: number;
}

/** A Maildir of so many mails, made once. */
export async function madeMaildir(context: BenchContext, count: number): Promise<MadeMaildir> {
  const mails = (await mailRows(context)).slice(0, count);
  if (mails.length < count) throw new BenchError(`there are only ${mails.length} mails to make, not ${count}`);
  const attachments = mails.reduce((sum, rows) => sum + rows.length, 0);
  const dir = join(context.kept, 'mail', `${count}-seed${context.seed}`);
  if (!existsSync(dir)) {
    context.progress(`making ${count} mails with ${attachments} attachments`);
    const unfinished = `${dir}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    for (const name of ['cur', 'new', 'tmp']) await mkdir(join(unfinished, name), { recursive: true });
    for (const [i, rows] of mails.entries()) writeFileSync(join(unfinished, 'cur', `${i}:2,S`), writeMail(rows, i));
    await rename(unfinished, dir);
  }
  return { dir, attachments };
}

/** Bytes of an attachment, decoded: most are small, a few are some megabytes. */
function attachmentBytes(number: number): number {
  if (number % 200 === 0) return 8_000_000;
  return number % 10 === 0 ? 400_000 : 20_000 + ((number * 7919) % 60_000);
}

/** Writes an mbox of about so many bytes, and gives how many mails it holds. */
export async function writeMbox(context: BenchContext, file: string, bytes: number): Promise<number> {
  const mails = await mailRows(context);
  const material = randomBytes(12_000_000).toString('base64').replace(/.{76}/g, '$&\n');
  const out = openSync(file, 'w');
  let written = 0;
  let count = 0;
  let attachment = 0;
  const contentOf = (): string => {
    const length = Math.floor((attachmentBytes(attachment++) * 4) / 3 / 77) * 77;
    const from = ((attachment * 104_729) % Math.floor((material.length - length) / 77)) * 77;
    return material.slice(from, from + length);
  };
  try {
    while (written < bytes) {
      const rows = mails[count % mails.length];
      if (!rows) break;
      const received = new Date(rows[0].date);
      const asctime = mailDate(received).replace(/^(\w+), (\d+) (\w+) (\d+) (\S+) .*$/, '$1 $3 $2 $5 $4');
      written += writeSync(out, `From bench@example.com ${asctime}\n${writeMail(rows, count, contentOf)}\n`);
      count++;
    }
  } finally {
    closeSync(out);
  }
  return count;
}
