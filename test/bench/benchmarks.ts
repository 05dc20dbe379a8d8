// The benchmarks by name. Each is read only when it is asked for.

import type { Benchmark } from './benchmark.ts';

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'names',
    summary: 'any pattern at any size: units of DynamoDB, milliseconds of SQLite, beside plocate and FTS5',
    load: async () => (await import('./names/names.ts')).run,
  },
  {
    name: 'import',
    summary: 'twenty thousand mails beside notmuch and mu, and the memory of a 2 GB mbox',
    load: async () => (await import('./import/import.ts')).run,
  },
  {
    name: 'parse',
    summary: 'messages and megabytes a second beside bare postal-mime, mailparser and Python',
    load: async () => (await import('./parse/parse.ts')).run,
  },
  {
    name: 'cold',
    summary: 'the deployed functions: bytes, CPU of a first and a warm call beside the AWS SDK alone, CPU of a mail',
    load: async () => (await import('./cold/cold.ts')).run,
  },
  {
    name: 'list',
    summary: 'pages of a mailbox of any size, with and without rare filters: units of DynamoDB, milliseconds of SQLite',
    load: async () => (await import('./list/list.ts')).run,
  },
  {
    name: 'words',
    summary: 'mails by words, best first, held to an exhaustive ranking: units, milliseconds, beside notmuch and FTS5',
    load: async () => (await import('./words/words.ts')).run,
  },
  {
    name: 'files',
    summary:
      'text out of documents of every type, and files by words, names and filters beside ripgrep and FTS5; costs',
    load: async () => (await import('./files/files.ts')).run,
  },
];
