// What a query by words asks of each segment: its terms by number, which of them every document has, which score.

import type { QueryPhrase, QueryWord, WordQuery } from '../words/parseQuery.ts';
import { idfOf, scoreOf } from '../words/score.ts';
import { phraseParts } from './phraseParts.ts';
import type { PhraseTerms, SegmentQuestion } from './scoreSegment.ts';

export interface WordPlan {
  /** Every term that has to be looked up, by number. */
  readonly terms: readonly string[];
  /** The numbers of those that make the score. */
  readonly scored: readonly number[];
  readonly question: SegmentQuestion;
  /** The numbers of those that are looked up in sealed batches, where pairs of stop words spare their places. */
  readonly sealed: readonly number[];
}

/**
 * @param oneOf lists of terms of which every document has one at least, such as those of a sender; they do not score
 * @param demanded phrases that every document has, as a whole or otherwise; they do not score
 */
export function planWords(
  { required, excluded }: WordQuery,
  oneOf: readonly (readonly string[])[],
  demanded: readonly QueryPhrase[] = [],
): WordPlan {
  const numbers = new Map<string, number>();
  const numberOf = (term: string): number => {
    const number = numbers.get(term) ?? numbers.size;
    numbers.set(term, number);
    return number;
  };
  const phraseOf = ({ terms, whole }: QueryPhrase): PhraseTerms => ({
    terms: terms.map(({ term }) => numberOf(term)),
    offsets: terms.map(({ offset }) => offset),
    parts: phraseParts(terms).map(({ term, ...part }) => ({ ...part, term: numberOf(term) })),
    whole: whole === null ? null : numberOf(whole),
  });
  const split = (elements: readonly (QueryWord | QueryPhrase)[]) => ({
    words: elements.flatMap(element => (element.kind === 'word' ? [numberOf(element.term)] : [])),
    phrases: elements.flatMap(element => (element.kind === 'phrase' ? [phraseOf(element)] : [])),
  });
  const { words, phrases } = split(required);
  const without = split(excluded);
  // A code may be there as a whole without its parts, of which a document keeps so many.
  const [plain, codes] = [phrases.filter(({ whole }) => whole === null), phrases.filter(({ whole }) => whole !== null)];
  const all = new Set([...words, ...plain.flatMap(({ terms }) => terms)]);
  const some = new Set(codes.flatMap(({ terms, whole }) => (whole === null ? terms : [...terms, whole])));
  const question: SegmentQuestion = {
    required: [...all],
    optional: [...some].filter(term => !all.has(term)),
    phrases: [...phrases, ...demanded.map(phraseOf)],
    excludedTerms: without.words,
    excludedPhrases: without.phrases,
    oneOf: oneOf.map(terms => terms.map(numberOf)),
  };
  const scored = [...question.required, ...question.optional];
  const tested = [...question.phrases, ...question.excludedPhrases].flatMap(({ terms, parts, whole }) => [
    ...(whole === null ? [] : [...terms, whole]),
    ...parts.map(({ term }) => term),
  ]);
  const sealed = new Set([...scored, ...tested, ...question.excludedTerms, ...question.oneOf.flat()]);
  return { terms: [...numbers.keys()], scored, question, sealed: [...sealed] };
}

/** Scores are added up in billionths, as whole numbers: what ties does not hang on the order of adding. */
const unit = 1e9;

/**
 * What each scored term adds to a score, by number of term and weight.
 * @param documents how many are searched
 * @param frequencies how many of them have each term, by number
 */
export const termScores = ({ terms, scored }: WordPlan, documents: number, frequencies: readonly number[]) =>
  terms.map((_, term) => {
    if (!scored.includes(term)) return new Float64Array(0);
    const idf = idfOf(documents, frequencies[term] ?? 0);
    return Float64Array.from({ length: 256 }, (_, weight) => Math.round(unit * scoreOf(idf, weight)));
  });

/** The score of a sum of what terms add. */
export const scoreOfSum = (sum: number): number => sum / unit;
