// A made mail as RFC 5322 has it.

import { mailDate } from '../import/writeMail.ts';
import type { MadeMail, Writer } from './makeMails.ts';

const messageIdOf = (number: number): string => `<${number}@words.example>`;

/** The number of a made mail; -1 for any other. */
export const numberOf = (messageId: string | null): number =>
  Number(/^<(\d+)@words\.example>$/.exec(messageId ?? '')?.[1] ?? -1);

/** As a From_ line has it. */
export const asctime = (at: Date): string =>
  mailDate(at).replace(/^(\w+), (\d+) (\w+) (\d+) (\S+) .*$/, '$1 $3 $2 $5 $4');

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text);
/** Bytes of an encoded word of RFC 2047 that stay within its 75 characters. */
const encodedBytes = 42;

/** A text as encoded words where it needs them. */
function encoded(text: string): string {
  if (isPlain(text)) return text;
  const words: string[] = [];
  let piece = '';
  for (const character of text) {
    if (Buffer.byteLength(piece + character) > encodedBytes) {
      words.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...words, piece].map(one => `=?utf-8?B?${Buffer.from(one).toString('base64')}?=`).join('\n ');
}

const mailbox = ({ name, address }: Writer): string => `${isPlain(name) ? `"${name}"` : encoded(name)} <${address}>`;

const nameParameter = (name: string): string =>
  isPlain(name)
    ? `filename="${name.replace(/["\\]/g, '\\$&')}"`
    : `filename*=utf-8''${encodeURIComponent(name).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16)}`)}`;

const text = 'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n';

export function rawMail({ number, date, from, to, cc, subject, body, files, answers }: MadeMail): string {
  const head = [
    `From: ${mailbox(from)}`,
    ...(to.length > 0 ? [`To: ${to.map(mailbox).join(',\n ')}`] : []),
    ...(cc.length > 0 ? [`Cc: ${cc.map(mailbox).join(',\n ')}`] : []),
    `Subject: ${encoded(subject)}`,
    `Message-ID: ${messageIdOf(number)}`,
    ...(answers === null ? [] : [`In-Reply-To: ${messageIdOf(answers)}`]),
    `Date: ${mailDate(new Date(date))}`,
    'MIME-Version: 1.0',
    '',
  ].join('\n');
  if (files.length === 0) return `${head}${text}\n${body}\n`;
  const parts = files.map(
    name =>
      `--BB\nContent-Type: application/octet-stream\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; ${nameParameter(name)}\n\neA==\n\n`,
  );
  return `${head}Content-Type: multipart/mixed; boundary=BB\n\n--BB\n${text}\n${body}\n\n${parts.join('')}--BB--\n`;
}
