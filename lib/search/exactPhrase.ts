// A phrase that must stand in a text to the letter: case, Unicode form and runs of blanks apart. Tells whether it does,
// and which words every document with it must have. Knows no index.

import { type QueryPhrase, type QueryWord, readElements } from '../words/parseQuery.ts';
import { tokensOf } from '../words/tokens.ts';

export interface ExactPhrase {
  /** As texts are compared. */
  readonly text: string;
  /** Terms that every text with the phrase has, of its inner words: those at its ends may be parts of longer ones. */
  readonly terms: readonly string[];
  /** What is marked in a snippet: its words as a phrase; none where it has none. */
  readonly elements: readonly (QueryWord | QueryPhrase)[];
}

/** Terms that narrow a search, the longest, which are mostly the rarest; and words at its beginning that are marked. */
const mostTerms = 6;
const mostMarked = 12;

const blanks = /\s+/g;
const quotationMarks = /["“”„‟＂]/gu;
const normalize = (text: string): string => text.normalize('NFC').toLowerCase().replace(blanks, ' ');

export function exactPhrase(written: string): ExactPhrase {
  const text = normalize(written).trim();
  const from = text.indexOf(' ') + 1;
  const to = text.lastIndexOf(' ');
  const inner = tokensOf(text).filter(({ kind, start, end }) =>
    kind === 'word' || kind === 'whole'
      ? from > 0 && start >= from && end <= to
      : // Of scripts without blanks a character stands alone: only what comes after the last may change it.
        start > 0 && end < text.length,
  );
  const terms = [...new Set(inner.map(({ term }) => term))].toSorted((a, b) => b.length - a.length);
  const marked = text
    .replace(quotationMarks, ' ')
    .split(' ')
    .slice(0, mostMarked)
    .join(' ')
    .slice(0, 40 * mostMarked);
  return { text, terms: terms.slice(0, mostTerms), elements: elementsOf(marked) };
}

function elementsOf(marked: string): ExactPhrase['elements'] {
  try {
    return readElements(`"${marked}"`, 'exact_phrase').required;
  } catch {
    return [];
  }
}

export const holdsPhrase = (text: string, phrase: ExactPhrase): boolean => normalize(text).includes(phrase.text);
