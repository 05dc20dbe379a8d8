// Parses mails with bare postal-mime and prints the CPU milliseconds a mail once it is warm.

import { readFileSync } from 'node:fs';
import PostalMime from 'postal-mime';

const mails = JSON.parse(readFileSync(process.argv[2], 'utf8')).map(path => readFileSync(path));

async function all() {
  for (const mail of mails) await PostalMime.parse(mail).catch(() => null);
}

await all();
const before = process.cpuUsage();
await all();
const { user, system } = process.cpuUsage(before);
process.stdout.write(String((user + system) / 1000 / mails.length));
