// Run as a process of its own: parses one mail of 40 MB and prints how much memory it took, as multiples of its size.

import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { parseMessage } from '../../../lib/mail/parseMessage.ts';

const mailBytes = 40_000_000;
const head =
  'From: a@example.com\r\nTo: b@example.com\r\nSubject: large\r\nDate: Mon, 6 Jan 2025 10:00:00 +0000\r\n' +
  'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=BB\r\n\r\n--BB\r\nContent-Type: text/plain\r\n\r\nhi\r\n' +
  '--BB\r\nContent-Type: application/pdf; name="large.pdf"\r\nContent-Transfer-Encoding: base64\r\n' +
  'Content-Disposition: attachment; filename="large.pdf"\r\n\r\n';
const tail = '\r\n--BB--\r\n';

const memory = (field: 'VmHWM' | 'VmRSS'): number => {
  const line = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync('/proc/self/status', 'utf8'));
  return Number(line?.[1]) * 1024;
};

/** Makes the mail in a file, without holding all of it. */
function writeLargeMail(file: string): void {
  const line = `${randomBytes(57).toString('base64')}\r\n`;
  const count = Math.floor((mailBytes - head.length - tail.length) / line.length);
  writeFileSync(file, head);
  const lines = line.repeat(10_000);
  for (let left = count; left > 0; left -= 10_000)
    writeFileSync(file, left >= 10_000 ? lines : line.repeat(left), { flag: 'a' });
  writeFileSync(file, tail, { flag: 'a' });
}

const parse: (raw: Uint8Array) => Promise<unknown> =
  process.argv[2] === 'postal-mime' ? raw => PostalMime.parse(raw) : parseMessage;

const file = join(tmpdir(), `large-${process.pid}.eml`);
writeLargeMail(file);
try {
  await parse(Buffer.from(`${head}eA==${tail}`));
  // Forgets the peak that making the mail may have left.
  writeFileSync('/proc/self/clear_refs', '5');
  const before = memory('VmRSS');
  const raw = readFileSync(file);
  await parse(raw);
  process.stdout.write(JSON.stringify({ factor: (memory('VmHWM') - before) / raw.length }));
} finally {
  await unlink(file);
}
