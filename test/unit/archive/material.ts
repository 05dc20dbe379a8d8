// Mails and archives in memory for the tests of lib/archive.

import type { Archive } from '../../../lib/archive/archive.ts';
import type { IncomingMessage } from '../../../lib/archive/prepareMail.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';

export const now = () => 1_700_000_000_000;

/** A mail with some attachments, distinct by its number. */
export function mail(number: number, filenames: readonly string[] = ['a.pdf', 'b.xlsx']): Buffer {
  const parts = filenames.map(
    name =>
      `--x\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${number}\r\n`,
  );
  return Buffer.from(
    `From: Ann <ann@example.com>\r\nTo: bob@example.org\r\nSubject: Mail ${number}\r\nDate: Mon, 6 May 2024 07:08:09 +0000\r\nMessage-ID: <${number}@example.com>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nHello\r\n${parts.join('')}--x--\r\n`,
  );
}

export const incoming = (raw: Uint8Array, folderAlias = 'INBOX'): IncomingMessage => ({
  accountId: 'ann',
  folderAlias,
  raw,
  receivedAt: null,
  flags: null,
});

export function openArchive() {
  const store = memoryStore();
  const blobs = memoryBlobs();
  return { store, blobs } satisfies Archive;
}

/** Keys of the raw mails, in the order of their coming. */
export const mailKeys = ({ blobs }: ReturnType<typeof openArchive>): string[] =>
  [...blobs.all.keys()].filter(key => key.startsWith('mail/'));

export const snapshot = ({ store, blobs }: ReturnType<typeof openArchive>) => ({
  rows: [...store.rows].toSorted(([a], [b]) => (a < b ? -1 : 1)),
  blobs: [...blobs.all].map(([key]) => key).toSorted(),
});
