// How a phrase is found in sealed batches: which terms are looked for where, so that the places of stop words, which are
// most of what there is, are hardly ever read.

import type { PhraseTerm } from '../words/parseQuery.ts';
import { pairTerm, stopCode } from '../words/stopWords.ts';

/** A term of the index that stands at a distance from the first of the phrase. */
export interface PhrasePart<Term> {
  readonly term: Term;
  readonly offset: number;
  /** Codes of the stop words that stand right before it and right after it; 0 for any word. */
  readonly before: number;
  readonly after: number;
}

/** Parts that a document has, all at their distances from one place, if and only if it has the phrase. */
export function phraseParts(terms: readonly PhraseTerm[]): PhrasePart<string>[] {
  const at = new Map(terms.map(({ term, offset }) => [offset, term]));
  if (at.size < terms.length) return terms.map(one => ({ ...one, before: 0, after: 0 }));
  const codeAt = (offset: number): number => stopCode(at.get(offset) ?? '');
  const isOther = (offset: number): boolean => at.has(offset) && codeAt(offset) === 0;
  const parts: PhrasePart<string>[] = [];
  // The last stop word that a pair stands for.
  let paired = -1;
  for (const { term, offset } of terms) {
    const code = stopCode(term);
    if (code === 0) {
      parts.push({ term, offset, before: codeAt(offset - 1), after: codeAt(offset + 1) });
      continue;
    }
    // What a word beside it tells, or the pair before.
    if (isOther(offset - 1) || isOther(offset + 1) || paired === offset) continue;
    const [before, after] = [codeAt(offset - 1), codeAt(offset + 1)];
    if (after > 0) {
      parts.push({ term: pairTerm(term, at.get(offset + 1) ?? ''), offset, before: 0, after: 0 });
      paired = offset + 1;
    } else if (before > 0)
      parts.push({ term: pairTerm(at.get(offset - 1) ?? '', term), offset: offset - 1, before: 0, after: 0 });
    else parts.push({ term, offset, before: 0, after: 0 });
  }
  return parts;
}
