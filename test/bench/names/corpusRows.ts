// The mails of a made archive as attachment rows, the oldest first, as an archive grows.

import { readFileSync } from 'node:fs';
import { attachmentRow } from '../../../lib/archive/names.ts';
import type { Row } from '../../../lib/archive/ports.ts';
import type { AttachmentRow } from '../../../lib/archive/rows.ts';
import { type CorpusRow, lines } from '../archives.ts';
import { accountId } from './ask.ts';

const types: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  tif: 'image/tiff',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  txt: 'text/plain',
  patch: 'text/x-patch',
  csv: 'text/csv',
  html: 'text/html',
  ics: 'text/calendar',
  zip: 'application/zip',
};

const typeOf = (filename: string): string =>
  types[filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';

/** Ids rise with the messages, so that of two messages of one instant the one nearer to the file's head comes first. */
function idOf(message: number): string {
  const hex = message.toString(16).padStart(8, '0');
  return `${hex}-5eed-8000-8000-${hex}5eed`;
}

export interface Mail {
  readonly attachments: readonly AttachmentRow[];
  readonly senderAddress: string;
}

/** The mails of corpus.jsonl, the oldest first. */
export function* mails(corpusFile: string): Generator<Mail> {
  let message = 0;
  let group: CorpusRow[] = [];
  const mailOf = (rows: readonly CorpusRow[]): Mail => {
    const messageId = idOf(message++);
    const from = rows[0]?.from ?? '';
    return {
      senderAddress: from.slice(from.indexOf('<') + 1, -1),
      attachments: rows.map((row, i) => ({
        accountId,
        messageId,
        number: i + 1,
        date: Date.parse(row.date),
        filename: row.filename,
        subject: row.subject,
        from: row.from,
        sizeBytes: row.size,
        contentType: typeOf(row.filename),
        isInline: false,
      })),
    };
  };
  for (const line of lines(readFileSync(corpusFile), 'backwards')) {
    const row = JSON.parse(line) as CorpusRow;
    if (group[0] && group[0].message_id !== row.message_id) {
      yield mailOf(group);
      group = [];
    }
    group.unshift(row);
  }
  if (group.length > 0) yield mailOf(group);
}

export const rowsOf = ({ attachments, senderAddress }: Mail): Row[] =>
  attachments.map(attachment => attachmentRow(attachment, senderAddress));
