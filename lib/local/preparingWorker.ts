// What runs in the thread that prepares mails: takes some mails after others, and gives back what is to be written of them.

import { parentPort } from 'node:worker_threads';
import { type PreparedMail, prepareMail } from '../archive/prepareMail.ts';
import { type PackedMails, packPrepared, unpackMails } from './packedMails.ts';

// What parsers print is for nobody.
const silence = () => true;
process.stdout.write = silence;
process.stderr.write = silence;

parentPort?.on('message', async (packed: PackedMails) => {
  const prepared: (PreparedMail | null)[] = [];
  // A mail that cannot be prepared is left to who asked: it fails there as well, and says why.
  for (const mail of unpackMails(packed)) prepared.push(await prepareMail(mail).catch(() => null));
  const answer = packPrepared(packed.job, prepared);
  // Its memory is given back now: what is not on the heap makes no haste to collect it.
  packed.bytes.buffer.transfer(0);
  parentPort?.postMessage(answer, [answer.bytes.buffer]);
});
