// The parsers that are measured beside one another. Each takes all mails in, one after the other.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import PostalMime from 'postal-mime';
import { parseMessage } from '../../../lib/mail/parseMessage.ts';
import { isHere, missingLine } from '../peers.ts';

export interface Parser {
  readonly name: string;
  /** Milliseconds for all mails, or nothing where its caller is to look at the clock. */
  parseAll(mails: readonly Uint8Array[]): Promise<number | undefined>;
  /** Mails that it gave up on, the last time. */
  failed(): number;
  close(): void;
}

function inProcess(name: string, parse: (raw: Uint8Array) => Promise<unknown>): Parser {
  let failures = 0;
  return {
    name,
    async parseAll(mails) {
      failures = 0;
      for (const raw of mails) {
        try {
          await parse(raw);
        } catch {
          failures++;
        }
      }
      return undefined;
    },
    failed: () => failures,
    close: () => {},
  };
}

type SimpleParser = (raw: Uint8Array) => Promise<unknown>;

/** Null where only what the program itself needs is installed. Its types are not: nothing else uses it. */
async function mailparser(): Promise<SimpleParser | null> {
  const name = 'mailparser';
  try {
    return ((await import(name)) as { simpleParser: SimpleParser }).simpleParser;
  } catch {
    return null;
  }
}

/** Python in a process of its own, which keeps the mails in memory and tells its own time. */
function pythonEmail(files: readonly string[]): Parser {
  const child = spawn('python3', [join(import.meta.dirname, 'pythonEmail.py')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.stdin.write(`${JSON.stringify(files)}\n`);
  let failures = 0;
  return {
    name: 'Python email',
    async parseAll() {
      child.stdin.write('again\n');
      const { value, done } = await answers.next();
      if (done) throw new Error('Python ended early');
      const { seconds, failed } = JSON.parse(value) as { seconds: number; failed: number };
      failures = failed;
      return seconds * 1000;
    },
    failed: () => failures,
    close: () => child.stdin.end(),
  };
}

/** The parsers that are here, and a line for each that is not. */
export async function parsers(
  files: readonly string[],
): Promise<{ readonly here: readonly Parser[]; readonly missing: readonly string[] }> {
  const simple = await mailparser();
  const hasPython = isHere('python3');
  return {
    here: [
      inProcess('mailglob', parseMessage),
      inProcess('postal-mime', raw => PostalMime.parse(raw)),
      ...(simple ? [inProcess('mailparser', raw => simple(Buffer.from(raw.buffer, raw.byteOffset, raw.length)))] : []),
      ...(hasPython ? [pythonEmail(files)] : []),
    ],
    missing: [
      ...(simple ? [] : ['mailparser is not installed (npm ci)']),
      ...(hasPython ? [] : [missingLine('python3')]),
    ],
  };
}
