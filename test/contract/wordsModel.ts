// Matching and scoring of words by definition (BM25F), for models of searches to share: every document is looked at.

import type { DocumentWord } from '../../lib/words/documentWords.ts';
import type { QueryPhrase, QueryWord, WordQuery } from '../../lib/words/parseQuery.ts';
import { idfOf, scoreOf } from '../../lib/words/score.ts';

/** The words of a document by their terms. */
export type Words = ReadonlyMap<string, DocumentWord>;

function hasElement(words: Words, element: QueryWord | QueryPhrase): boolean {
  if (element.kind === 'word') return words.has(element.term);
  if (element.whole !== null && words.has(element.whole)) return true;
  const [head, ...rest] = element.terms.map(({ term, offset }) => ({ offset, at: words.get(term)?.positions ?? [] }));
  return (head?.at ?? []).some(start => rest.every(({ offset, at }) => at.includes(start + offset)));
}

/** Whether a document has all that a query requires, and nothing that it excludes. */
export const hasWords = (words: Words, { required, excluded }: WordQuery): boolean =>
  required.every(element => hasElement(words, element)) && !excluded.some(element => hasElement(words, element));

/** @param searched all documents in scope, whose words tell how rare each is */
export function scorer(searched: readonly Words[], { required }: WordQuery): (words: Words) => number {
  const scoring = new Set(
    required.flatMap(element =>
      element.kind === 'word'
        ? [element.term]
        : [...element.terms.map(({ term }) => term), ...(element.whole === null ? [] : [element.whole])],
    ),
  );
  const idfs = [...scoring].map(term => {
    const withWord = searched.filter(words => words.has(term)).length;
    return { term, idf: idfOf(searched.length, withWord) };
  });
  // In billionths, as the program adds, so that equal scores are equal.
  return words =>
    idfs.reduce((sum, { term, idf }) => sum + Math.round(1e9 * scoreOf(idf, words.get(term)?.weight ?? 0)), 0) / 1e9;
}
