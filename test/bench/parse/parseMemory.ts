// Run as a process of its own: parses the mail of a file and prints how much memory that took, as multiples of its size.

import { readFileSync, writeFileSync } from 'node:fs';
import PostalMime from 'postal-mime';
import { parseMessage } from '../../../lib/mail/parseMessage.ts';

const memory = (field: 'VmHWM' | 'VmRSS'): number => {
  const line = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync('/proc/self/status', 'utf8'));
  return Number(line?.[1]) * 1024;
};

const [, , parser, file = ''] = process.argv;
const parse: (raw: Uint8Array) => Promise<unknown> =
  parser === 'postal-mime' ? raw => PostalMime.parse(raw) : parseMessage;

const small = 'From: a@example.com\r\nSubject: small\r\nContent-Type: text/plain\r\n\r\nhi\r\n';
await parse(Buffer.from(small));
const before = memory('VmRSS');
// The peak is from now on.
writeFileSync('/proc/self/clear_refs', '5');
const raw = readFileSync(file);
const message = await parse(raw);
process.stdout.write(JSON.stringify({ factor: (memory('VmHWM') - before) / raw.length }));
// Kept until here, as by whoever stores it.
if (!message) process.exitCode = 1;
