// What runs in a worker thread: takes one document after another, and gives back what is in it.

import { parentPort } from 'node:worker_threads';
import type { DocumentHints, Extraction } from './extraction.ts';
import { readDocument } from './readDocument.ts';

export interface Job {
  readonly bytes: Uint8Array;
  readonly hints: DocumentHints;
}

// What parsers print is for nobody.
const silence = () => true;
process.stdout.write = silence;
process.stderr.write = silence;

// A parser that left a promise to itself has failed at one document, which was answered.
process.on('unhandledRejection', () => {});

parentPort?.on('message', async ({ bytes, hints }: Job) => {
  const extraction: Extraction = await readDocument(bytes, hints);
  parentPort?.postMessage(extraction);
});
