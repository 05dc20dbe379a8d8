// What get_email_content costs for ten mails of 50 KB: milliseconds on this machine, units and calls of DynamoDB, bytes
// that are kept and characters that are answered.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Archive } from '../../../lib/archive/archive.ts';
import { storeMessages } from '../../../lib/archive/writer.ts';
import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { openArchive } from '../../../lib/local/openArchive.ts';
import { getEmailContentTool } from '../../../lib/tools/getEmailContent.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';
import { cursorKeys, everyone } from '../../doubles/toolService.ts';
import { median, rounded } from '../measure.ts';

const mailCount = 10;
const rowsOfTable = 140;
const rounds = 60;

/** A newsletter of 50 KB: a table whose rows each have styles, a link and a sentence. */
function newsletter(number: number): Buffer {
  const rows = Array.from(
    { length: rowsOfTable },
    (_, i) =>
      `<tr><td style="padding:0 20px;font-family:Arial,sans-serif;font-size:14px;line-height:20px;color:#333333" valign="top">` +
      `<a href="https://example.com/click?u=${number}-${i}&amp;id=12345" style="color:#0066cc;text-decoration:none">Item number ${i}</a><br>` +
      `Some words of ordinary text that describe item ${number * i}, with <b>bold</b> and <i>italic</i> &amp; more of them.</td></tr>`,
  ).join('\r\n');
  return Buffer.from(
    `From: News <news@example.com>\r\nTo: bob@example.org\r\nSubject: Newsletter ${number}\r\nDate: Mon, 6 May 2024 07:08:09 +0000\r\n` +
      'MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n' +
      `<html><head><style>.wide{width:100%} @media (max-width:600px){.hide{display:none}}</style></head><body><table>${rows}</table></body></html>\r\n`,
  );
}

export interface EmailContentFigures {
  readonly mails: number;
  readonly rawBytesPerMail: number;
  /** Bytes kept of the content of one mail. */
  readonly keptBytesPerMail: number;
  readonly medianMs: number;
  readonly medianMsWithHtml: number;
  /** Where nothing is kept and every mail is parsed again. */
  readonly medianMsFromRaw: number;
  /** Of the store, besides ten reads of objects. */
  readonly readUnits: number;
  readonly storeCalls: number;
  /** Characters of JSON in the answer, without and with HTML. */
  readonly answeredCharacters: number;
  readonly answeredCharactersWithHtml: number;
}

const mails = Array.from({ length: mailCount }, (_, i) => newsletter(i + 1));

async function fill(archive: Archive): Promise<string[]> {
  const incoming = mails.map(raw => ({ accountId: 'bench', folderAlias: 'INBOX', raw, receivedAt: null, flags: null }));
  return (await storeMessages(archive, incoming, Date.now)).map(one => one.storedEmailId);
}

async function ask(archive: Archive, storedEmailIds: readonly string[], includeSanitizedHtml: boolean) {
  const context = { archive, cursorKeys, timeZone: 'UTC', caller: everyone, servedAccounts: async () => ['bench'] };
  const started = performance.now();
  const { result, cost, items } = await getEmailContentTool.call(context, { storedEmailIds, includeSanitizedHtml });
  const milliseconds = performance.now() - started;
  if (items !== mailCount) throw new Error(`${items} of ${mailCount} mails were read`);
  return { milliseconds, cost, characters: JSON.stringify(result).length };
}

async function medianOf(archive: Archive, ids: readonly string[], withHtml: boolean): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push((await ask(archive, ids, withHtml)).milliseconds);
  return rounded(median(times));
}

export async function measureEmailContent(): Promise<EmailContentFigures> {
  const directory = await mkdtemp(join(tmpdir(), 'mailglob-bench-'));
  const local = await openArchive(directory, { create: true });
  try {
    const ids = await fill(local);
    const kept = await local.blobs.list('content/', { limit: mailCount });
    const withoutContent: Archive = {
      store: local.store,
      blobs: { ...local.blobs, get: async key => (key.startsWith('content/') ? null : local.blobs.get(key)) },
    };
    const table: Archive = {
      store: dynamoStore({ client: simulatedDynamo().client, table: 'archive' }),
      blobs: memoryBlobs(),
    };
    const { cost, characters } = await ask(table, await fill(table), false);
    const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0);
    return {
      mails: mailCount,
      rawBytesPerMail: Math.round(sum(mails.map(raw => raw.length)) / mailCount),
      keptBytesPerMail: Math.round(sum(kept.map(({ sizeBytes }) => sizeBytes)) / mailCount),
      medianMs: await medianOf(local, ids, false),
      medianMsWithHtml: await medianOf(local, ids, true),
      medianMsFromRaw: await medianOf(withoutContent, ids, false),
      readUnits: cost.readUnits,
      storeCalls: cost.calls,
      answeredCharacters: characters,
      answeredCharactersWithHtml: (await ask(local, ids, true)).characters,
    };
  } finally {
    await local.close();
    await rm(directory, { recursive: true, force: true });
  }
}
