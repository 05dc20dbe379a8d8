// The ranking that every answer is held to: BM25F over every mail, computed anew from the texts. It has the tokens of
// the shipped code, the lines that this takes for borrowed, and how it reads a query; weights, frequencies, phrases,
// scores and order are its own.

import { bodyRuns } from '../../../lib/words/bodyRuns.ts';
import {
  parseQuery,
  type QueryPhrase,
  type QueryWord,
  termsOf,
  type WordQuery,
} from '../../../lib/words/parseQuery.ts';
import { forEachToken } from '../../../lib/words/tokens.ts';
import { BenchError } from '../benchmark.ts';
import { fieldTexts } from './fieldTexts.ts';
import type { MadeMail } from './makeMails.ts';
import type { WordQuestion } from './questions.ts';

export interface RightAnswer {
  /** Numbers of the first mails, best first, the newer first of those that tie. */
  readonly top: readonly number[];
  /** The same with weights as they are, before they are kept in 255 steps. */
  readonly topExact: readonly number[];
  readonly matches: number;
}

const topCount = 20;
const k1 = 1.2;
const steps = 255;
const mostWords = 2_000;
/** What weighs how much: boost, b, and the lengths that are usual and the least that counts, in words. */
const shape = {
  subject: [3, 0.5, 6, 0],
  people: [2, 0.3, 16, 0],
  files: [2, 0.3, 6, 0],
  body: [1, 0.75, 200, 100],
} as const;
type Field = keyof typeof shape;

/** What a mail has of one term. */
interface Occurrence {
  readonly counts: Map<Field, number>;
  /** Field entries stand far apart, so that no phrase goes over. */
  readonly positions: Set<number>;
}

const betweenTexts = 1_000_000;

interface Question extends WordQuestion {
  readonly query: WordQuery;
  /** Terms whose weights make the score. */
  readonly scored: readonly string[];
  readonly found: { readonly number: number; readonly steps: readonly number[]; readonly weights: readonly number[] }[];
}

/** The answers after each of some counts of mails, ascending, in one pass over them. */
export async function exhaustiveAnswers(
  mails: AsyncIterable<MadeMail>,
  questions: readonly WordQuestion[],
  counts: readonly number[],
): Promise<readonly (readonly RightAnswer[])[]> {
  const asked = questions.map((question): Question => {
    const query = parseQuery(question.text);
    const terms = new Set(query.required.flatMap(element => partsOf(element)));
    return { ...question, query, scored: [...terms], found: [] };
  });
  const terms = new Set(asked.flatMap(({ query }) => termsOf(query)));
  const frequencies = new Map<string, number>();
  const answers: (readonly RightAnswer[])[] = [];
  let seen = 0;
  for await (const mail of mails) {
    const words = occurrences(mail, terms);
    for (const [term] of words.found) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    for (const { query, scored, sender, found } of asked) {
      if (sender !== null && mail.from.address !== sender) continue;
      if (!query.required.every(element => has(words.found, element))) continue;
      if (query.excluded.some(element => has(words.found, element))) continue;
      const occurrences = scored.map(term => words.frequencyOf(term));
      found.push({
        number: mail.number,
        weights: occurrences.map(frequency => frequency / (k1 + frequency)),
        steps: occurrences.map(stepOf),
      });
    }
    seen++;
    if (counts.includes(seen)) answers.push(asked.map(question => answerOf(question, frequencies, seen)));
  }
  return answers;
}

const partsOf = (element: QueryWord | QueryPhrase): string[] =>
  element.kind === 'word'
    ? [element.term]
    : [...element.terms.map(({ term }) => term), ...(element.whole === null ? [] : [element.whole])];

/** A weight as it is kept, in whole steps; 0 where the mail has not the term. */
const stepOf = (frequency: number): number =>
  frequency === 0 ? 0 : Math.min(steps, Math.max(1, Math.round((steps * frequency) / (k1 + frequency))));

function occurrences(mail: MadeMail, wanted: ReadonlySet<string>) {
  const found = new Map<string, Occurrence>();
  const distinct = new Set<string>();
  const lengths = new Map<Field, number>();
  let start = 0;
  const read = (field: Field, runs: readonly { readonly text: string; readonly weight: number }[]): void => {
    let next = start;
    for (const { text, weight } of runs) {
      const end = forEachToken(
        text,
        (term, _, position) => {
          distinct.add(term);
          if (!wanted.has(term)) return;
          const own = found.get(term) ?? { counts: new Map(), positions: new Set() };
          found.set(term, own);
          own.counts.set(field, (own.counts.get(field) ?? 0) + weight);
          own.positions.add(position);
        },
        next,
      );
      lengths.set(field, (lengths.get(field) ?? 0) + weight * (end - next));
      next = end;
    }
    start += betweenTexts;
  };
  const { subject, people, files, body } = fieldTexts(mail);
  const whole = (text: string) => [{ text, weight: 1 }];
  read('subject', whole(subject));
  for (const text of people) read('people', whole(text));
  for (const text of files) read('files', whole(text));
  read('body', bodyRuns(body));
  if (distinct.size > mostWords) throw new BenchError(`mail ${mail.number} has more words than are kept of one`);
  /** How often, fields weighed and lengths levelled. */
  const frequencyOf = (term: string): number => {
    let frequency = 0;
    for (const [field, count] of found.get(term)?.counts ?? []) {
      const [boost, b, usual, least] = shape[field];
      frequency += count * (boost / (1 - b + (b * Math.max(least, lengths.get(field) ?? 0)) / usual));
    }
    return frequency;
  };
  return { found, frequencyOf };
}

function has(words: ReadonlyMap<string, Occurrence>, element: QueryWord | QueryPhrase): boolean {
  if (element.kind === 'word') return words.has(element.term);
  if (element.whole !== null && words.has(element.whole)) return true;
  const [first, ...others] = element.terms;
  return [...(words.get(first?.term ?? '')?.positions ?? [])].some(position =>
    others.every(({ term, offset }) => words.get(term)?.positions.has(position + offset)),
  );
}

function answerOf({ scored, found }: Question, frequencies: ReadonlyMap<string, number>, mails: number): RightAnswer {
  const idfs = scored.map(term => {
    const frequency = frequencies.get(term) ?? 0;
    return Math.log(1 + (mails - frequency + 0.5) / (frequency + 0.5));
  });
  const best = (score: (weights: readonly number[]) => number, of: 'steps' | 'weights'): number[] =>
    found
      .map(one => ({ number: one.number, score: score(one[of]) }))
      .sort((a, b) => b.score - a.score || b.number - a.number)
      .slice(0, topCount)
      .map(({ number }) => number);
  const exact = (weights: readonly number[]) => weights.reduce((sum, weight, i) => sum + weight * (idfs[i] ?? 0), 0);
  // What ties must not hang on the order of adding.
  const inBillionths = (own: readonly number[]) =>
    own.reduce((sum, step, i) => sum + Math.round(1e9 * (((idfs[i] ?? 0) * step) / steps)), 0);
  return { top: best(inBillionths, 'steps'), topExact: best(exact, 'weights'), matches: found.length };
}
