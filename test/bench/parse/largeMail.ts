// A mail of 40 MB with one large attachment.

import { randomBytes } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';

const mailBytes = 40_000_000;
const head =
  'From: a@example.com\r\nTo: b@example.com\r\nSubject: large\r\nDate: Mon, 6 Jan 2025 10:00:00 +0000\r\n' +
  'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=BB\r\n\r\n--BB\r\nContent-Type: text/plain\r\n\r\nhi\r\n' +
  '--BB\r\nContent-Type: application/pdf; name="large.pdf"\r\nContent-Transfer-Encoding: base64\r\n' +
  'Content-Disposition: attachment; filename="large.pdf"\r\n\r\n';
const tail = '\r\n--BB--\r\n';
const linesAtOnce = 10_000;
const lineBytes = 78;

export function writeLargeMail(file: string): void {
  const lines = Array.from({ length: linesAtOnce }, () => `${randomBytes(57).toString('base64')}\r\n`).join('');
  const out = openSync(file, 'w');
  try {
    writeSync(out, head);
    let left = Math.floor((mailBytes - head.length - tail.length) / lineBytes);
    for (; left > 0; left -= linesAtOnce) writeSync(out, lines.slice(0, Math.min(left, linesAtOnce) * lineBytes));
    writeSync(out, tail);
  } finally {
    closeSync(out);
  }
}
