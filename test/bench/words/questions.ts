// What the archive is asked: fifteen questions of each class, chosen among the words that the made mails have.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { forEachToken } from '../../../lib/words/tokens.ts';
import type { BenchContext } from '../benchmark.ts';
import { type MadeMails, readMails, wordsDir } from './mailFiles.ts';
import { type Random, randomOf } from './random.ts';
import { readVocabulary, type Vocabulary, type VocabularyWord } from './vocabulary.ts';

export const questionClasses = [
  'rare',
  'mid',
  'absent',
  'common',
  'several words',
  'two common',
  'phrase',
  'phrase of very common words',
  'han',
  'sender plus word',
  'code',
  'excluded word',
] as const;

export type QuestionClass = (typeof questionClasses)[number];

export interface WordQuestion {
  readonly cls: QuestionClass;
  readonly text: string;
  /** Address of who sent it; null for anybody. */
  readonly sender: string | null;
}

/** Buckets of words differ tenfold in size: medians of few questions would be luck. */
const each = 15;

/** The questions to an archive of so many mails, chosen once for a way of making tokens. */
export async function wordQuestions(
  context: BenchContext,
  mails: MadeMails,
  count: number,
): Promise<readonly WordQuestion[]> {
  const root = resolve(import.meta.dirname, '../../..');
  const hash = createHash('sha256').update(JSON.stringify([mails.bodyCharacters, mails.mails]));
  for (const file of [...wordsSources(root), import.meta.filename]) hash.update(readFileSync(file));
  const file = join(wordsDir(context), `questions-${count}-${hash.digest('hex').slice(0, 12)}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as WordQuestion[];
  context.progress(`choosing questions among the words of ${count} mails`);
  const questions = chooseQuestions(
    await readVocabulary(readMails(mails, 0, count), count),
    randomOf(context.seed + 1),
  );
  writeFileSync(file, JSON.stringify(questions));
  return questions;
}

const wordsSources = (root: string): string[] =>
  readdirSync(join(root, 'lib/words'))
    .toSorted()
    .map(name => join(root, 'lib/words', name));

function chooseQuestions(vocabulary: Vocabulary, random: Random): WordQuestion[] {
  const { mails, words, codes } = vocabulary;
  const sorted = [...words.values()].sort((a, b) => a.mails - b.mails || (a.written < b.written ? -1 : 1));
  const between = (least: number, most: number): VocabularyWord[] =>
    sorted.filter(word => word.mails >= least && word.mails <= most && word.written.length > 3);
  const some = (of: readonly VocabularyWord[]): string[] => pick(random, of, each).map(({ written }) => written);
  // The name of the mailbox's owner is in every mail.
  const common = sorted.filter(word => word.mails >= 0.08 * mails && word.mails <= 0.9 * mails);
  // From the most common of all down, evenly by rank.
  const spread = Array.from(
    { length: Math.min(each, common.length) },
    (_, i) => common[common.length - 1 - Math.floor((i * common.length) / each)]?.written ?? '',
  );
  const mids = between(Math.max(13, 0.001 * mails), 0.01 * mails);
  const ask = (cls: QuestionClass, texts: readonly string[]): WordQuestion[] =>
    texts.map(text => ({ cls, text, sender: null }));
  const pairs = pick(random, common, 3 * each).map(({ written }) => written);
  const midWords = some(mids);
  return [
    ...ask('rare', some(between(3, 12))),
    ...ask('mid', some(mids)),
    ...ask('absent', absentWords(random, words)),
    ...ask('common', spread),
    ...ask('several words', fromSamples(random, vocabulary, severalOf)),
    ...ask(
      'two common',
      spread.map((word, i) => `${word} ${pairs.find(one => one !== word && pairs.indexOf(one) >= i) ?? ''}`),
    ),
    ...ask(
      'phrase',
      fromSamples(random, vocabulary, phraseOf).map(text => `"${text}"`),
    ),
    ...ask(
      'phrase of very common words',
      fromSamples(random, vocabulary, commonPhraseOf, 1).map(text => `"${text}"`),
    ),
    ...ask('han', hanTexts(random, vocabulary)),
    ...fromSenders(random, vocabulary),
    ...ask(
      'code',
      pick(
        random,
        codes.toSorted((a, b) => (a.written < b.written ? -1 : 1)),
        each,
      ).map(({ written }) => written),
    ),
    ...ask(
      'excluded word',
      spread.map(
        (word, i) => `${word} -${(i % 2 === 0 ? midWords : pairs.toReversed().filter(one => one !== word))[i] ?? ''}`,
      ),
    ),
  ];
}

/** So many distinct things of some. */
function pick<T>(random: Random, of: readonly T[], count: number): T[] {
  const rest = [...of];
  return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(random.below(rest.length), 1)[0] as T);
}

/** Words that could be and are not. */
function absentWords(random: Random, words: Vocabulary['words']): string[] {
  const syllables = [
    'bra',
    'clo',
    'dri',
    'fen',
    'gul',
    'hax',
    'jom',
    'kri',
    'lub',
    'mov',
    'nix',
    'plo',
    'quu',
    'rasp',
    'tov',
    'vex',
    'wim',
    'zor',
  ] as const;
  const found = new Set<string>();
  while (found.size < each) {
    const word = Array.from({ length: 3 }, () => random.of(syllables)).join('');
    if (![...words.values()].some(({ written }) => written === word) && !words.has(word)) found.add(word);
  }
  return [...found];
}

interface BodyWord {
  readonly written: string;
  readonly position: number;
  readonly mails: number;
}

/** Plain words of a body that have as many letters at least, in order. */
function bodyWords({ words }: Vocabulary, body: string, leastLetters = 3): BodyWord[] {
  const found: BodyWord[] = [];
  forEachToken(body, (term, kind, position, start, end) => {
    const written = body.slice(start, end);
    if (kind === 'word' && written.length >= leastLetters && /^[A-Za-z]+$/.test(written))
      found.push({ written: written.toLowerCase(), position, mails: words.get(term)?.mails ?? 0 });
  });
  return found;
}

/** One text from each of some mails, of those that have such. */
function fromSamples(
  random: Random,
  vocabulary: Vocabulary,
  textOf: (random: Random, words: readonly BodyWord[], mails: number) => string | null,
  leastLetters?: number,
): string[] {
  const found = new Set<string>();
  for (const { body } of pick(random, vocabulary.samples, vocabulary.samples.length)) {
    const text = textOf(random, bodyWords(vocabulary, body, leastLetters), vocabulary.mails);
    if (text !== null) found.add(text);
    if (found.size === each) break;
  }
  return [...found];
}

function severalOf(random: Random, words: readonly BodyWord[], mails: number): string | null {
  const fit = new Map(
    words.filter(word => word.mails > 0.005 * mails && word.mails < 0.2 * mails).map(word => [word.written, word]),
  );
  const chosen = pick(random, [...fit.keys()], 3);
  return chosen.length === 3 ? chosen.join(' ') : null;
}

/** Two or three words that stand together, of which the first and the last say something and none is rare. */
function phraseOf(random: Random, words: readonly BodyWord[], mails: number): string | null {
  const length = 2 + random.below(2);
  const isUsual = (word: BodyWord | undefined): boolean => word !== undefined && word.mails > 0.01 * mails;
  const saysSomething = (word: BodyWord | undefined): boolean => isUsual(word) && (word?.mails ?? 0) < 0.2 * mails;
  const runs = words.flatMap((word, i) => {
    const run = words.slice(i, i + length);
    const isRun = run.length === length && run.every((one, at) => one.position === word.position + at);
    const isFit = isRun && run.every(isUsual) && saysSomething(run[0]) && saysSomething(run.at(-1));
    return isFit ? [run.map(({ written }) => written).join(' ')] : [];
  });
  return runs[random.below(runs.length)] ?? null;
}

/** Two or three words that stand together, all of them in a fifth of the mails or more. */
function commonPhraseOf(random: Random, words: readonly BodyWord[], mails: number): string | null {
  const length = 2 + random.below(2);
  const runs = words.flatMap((word, i) => {
    const run = words.slice(i, i + length);
    const isRun = run.length === length && run.every((one, at) => one.position === word.position + at);
    const isFit = isRun && run.every(one => one.mails >= 0.2 * mails);
    return isFit ? [run.map(({ written }) => written).join(' ')] : [];
  });
  return runs[random.below(runs.length)] ?? null;
}

function fromSenders(random: Random, vocabulary: Vocabulary): WordQuestion[] {
  const { samples, mails } = vocabulary;
  return pick(random, samples, samples.length)
    .flatMap(({ from, body }): WordQuestion[] => {
      const fit = bodyWords(vocabulary, body).filter(word => word.mails > 0.01 * mails && word.mails < 0.3 * mails);
      const word = fit[random.below(fit.length)];
      return word ? [{ cls: 'sender plus word', text: word.written, sender: from.address }] : [];
    })
    .slice(0, each);
}

/** Two or three characters that stand together. */
function hanTexts(random: Random, { hanSamples }: Vocabulary): string[] {
  const found = new Set<string>();
  for (const { body } of pick(random, hanSamples, hanSamples.length)) {
    const runs = body.match(/[\p{Script=Han}]{4,}/gu) ?? [];
    const run = runs[random.below(runs.length)];
    if (run === undefined) continue;
    const characters = [...run];
    const at = random.below(characters.length - 2);
    found.add(characters.slice(at, at + 2 + (found.size % 4 === 3 ? 1 : 0)).join(''));
    if (found.size === each) break;
  }
  return [...found];
}
