// A made mail as text: what ../shared/bench/bench_mail.py makes of the same rows with Python's email package.

import type { CorpusRow } from '../archives.ts';

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (n: number): string => String(n).padStart(2, '0');

/** RFC 5322, section 3.3. */
export function mailDate(at: Date): string {
  const day = `${days[at.getUTCDay()]}, ${two(at.getUTCDate())} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
  return `${day} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`;
}

/** A name as RFC 2231 has it where ASCII in quotes cannot say it. */
function filenameParameter(filename: string): string {
  if (/^[ -~]*$/.test(filename)) return `filename="${filename.replace(/["\\]/g, '\\$&')}"`;
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `\n filename*=utf-8''${encoded}`;
}

const octets = 'application/octet-stream';

/** One attachment; `content` is in base64. */
const part = ({ filename }: CorpusRow, content: string): string =>
  `--BB\nContent-Type: ${octets}\nContent-Transfer-Encoding: base64\n` +
  `Content-Disposition: attachment; ${filenameParameter(filename)}\nMIME-Version: 1.0\n\n${content}\n\n`;

/** One byte. */
const shortContent = (): string => 'eA==';

/**
 * A mail of one or more rows.
 * @param number makes its Message-ID its own
 */
export function writeMail(
  rows: readonly [CorpusRow, ...CorpusRow[]],
  number: number,
  contentOf: (row: CorpusRow) => string = shortContent,
): string {
  const [{ from, subject, message_id: id, date }] = rows;
  const head =
    `From: ${from}\nTo: a@b.c\nSubject: ${subject}\nMessage-ID: ${id.slice(0, -1)}.${number}>\n` +
    `Date: ${mailDate(new Date(date))}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=BB\n\n` +
    '--BB\nContent-Type: text/plain\n\nhi\n';
  return `${head}${rows.map(row => part(row, contentOf(row))).join('')}--BB--\n`;
}
