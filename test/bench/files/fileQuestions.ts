// What is asked of made files, by class: words chosen by how many files have them, passages and names of files from all
// over the archive. The same files and seed give the same questions.

import { tokensOf } from '../../../lib/words/tokens.ts';
import { randomOf } from '../words/random.ts';
import type { MadeFile } from './makeFiles.ts';

export const fileClasses = [
  'rare',
  'common',
  'absent',
  'twoWords',
  'quotedPhrase',
  'exactPhrase',
  'namePart',
  'tag',
  'type',
  'path',
  'fileDate',
] as const;
export type FileClass = (typeof fileClasses)[number];

export interface FileQuestion {
  readonly cls: FileClass;
  readonly keyword: string;
  readonly phrase?: string;
  readonly tag?: string;
  readonly type?: string;
  readonly folder?: string;
  /** Of the file date: inclusive and exclusive, epoch milliseconds. */
  readonly dates?: readonly [from: number, before: number];
}

const questionsOfClass = 4;
const sampleCount = 400;
const plainWords = /\b[a-z]{4,16}\b/g;

export interface WordCounts {
  /** How many files have a word, as it is written in lower case. */
  readonly files: Map<string, number>;
  readonly samples: Pick<MadeFile, 'name' | 'pages'>[];
}

export const noWordCounts = (): WordCounts => ({ files: new Map(), samples: [] });

/** Takes one of `count` files into account. */
export function countWords({ files, samples }: WordCounts, file: MadeFile, count: number): void {
  for (const word of new Set(file.pages.join('\n').toLowerCase().match(plainWords)))
    files.set(word, (files.get(word) ?? 0) + 1);
  if (file.number % Math.ceil(count / sampleCount) === 0) samples.push({ name: file.name, pages: file.pages });
}

export function fileQuestions({ files, samples }: WordCounts, count: number, seed: number): readonly FileQuestion[] {
  const random = randomOf(seed + 1);
  const words = withTheirForms(files);
  const between = (least: number, most: number) =>
    words.filter(([, n]) => n >= least && n <= most).map(([word]) => word);
  const some = <T>(from: readonly T[], n = questionsOfClass): T[] =>
    from.length === 0 ? [] : Array.from({ length: n }, () => from[random.below(from.length)] as T);
  const share = (of: number) => Math.floor(of * count);
  const rare = between(2, 5);
  const common = between(share(0.2), count);
  const medium = new Set(between(Math.max(6, share(0.005)), share(0.1)));

  const found = <T>(of: (sample: (typeof samples)[number]) => T | undefined): T[] => {
    const all: T[] = [];
    for (const sample of some(samples, 20 * questionsOfClass)) {
      const one = of(sample);
      if (one !== undefined) all.push(one);
      if (all.length === questionsOfClass) break;
    }
    return all;
  };
  const anyWords = ({ pages }: { readonly pages: readonly string[] }) => {
    const text = pages[random.below(pages.length)] ?? '';
    return [...new Set(text.toLowerCase().match(plainWords))].filter(word => medium.has(word));
  };
  /** Words that follow each other on one line, as they are written. */
  const passage = ({ pages }: { readonly pages: readonly string[] }, pattern: RegExp): string | undefined => {
    const text = pages[random.below(pages.length)] ?? '';
    const passages = text.match(pattern) ?? [];
    return passages[random.below(passages.length)];
  };
  const month = () => {
    const [year, number] = [2018 + random.below(7), random.below(12)];
    return [Date.UTC(year, number, 1), Date.UTC(year, number + 1, 1)] as const;
  };
  const filtered = (cls: FileClass, filter: () => Partial<FileQuestion>): FileQuestion[] =>
    some(common).map(keyword => ({ cls, keyword, ...filter() }));

  return [
    ...some(rare).map(keyword => ({ cls: 'rare' as const, keyword })),
    ...some(common).map(keyword => ({ cls: 'common' as const, keyword })),
    ...some(rare)
      .map(word => `zq${word}xq`)
      .map(keyword => ({ cls: 'absent' as const, keyword })),
    ...found(sample => {
      const [one, other] = anyWords(sample);
      return one && other ? { cls: 'twoWords' as const, keyword: `${one} ${other}` } : undefined;
    }),
    ...found(sample => {
      const two = passage(sample, /\b[a-z]{5,} [a-z]{5,}\b/g);
      return two === undefined ? undefined : { cls: 'quotedPhrase' as const, keyword: `"${two}"` };
    }),
    ...found(sample => {
      const phrase = passage(sample, /\b[a-z]{3,}(?: [a-z]{2,}){4}\b/g);
      const keyword = phrase?.split(' ').toSorted((a, b) => b.length - a.length)[0];
      return phrase && keyword ? { cls: 'exactPhrase' as const, keyword, phrase } : undefined;
    }),
    ...found(({ name }) => {
      const [word] = name.toLowerCase().match(/[a-z0-9]{6,}/) ?? [];
      return word === undefined ? undefined : { cls: 'namePart' as const, keyword: word.slice(1, 6) };
    }),
    ...filtered('tag', () => ({ tag: `client-${random.below(100)}` })),
    ...filtered('type', () => ({ type: random.of(['pptx', 'csv', 'docx', 'md']) })),
    ...filtered('path', () => ({ folder: `Project ${1 + random.below(38)}` })),
    ...filtered('fileDate', () => ({ dates: month() })),
  ];
}

/** Words in their most frequent form, with the files of all their forms, the most frequent first. */
function withTheirForms(files: WordCounts['files']): (readonly [word: string, files: number])[] {
  const terms = new Map<string, { word: string; most: number; sum: number }>();
  for (const [word, count] of files) {
    const term = tokensOf(word)[0]?.term ?? word;
    const known = terms.get(term);
    if (!known) terms.set(term, { word, most: count, sum: count });
    else {
      known.sum += count;
      if (count > known.most) Object.assign(known, { word, most: count });
    }
  }
  return [...terms.values()]
    .map(({ word, sum }) => [word, sum] as const)
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}
