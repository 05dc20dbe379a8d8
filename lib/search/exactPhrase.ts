// A phrase that must stand in a text to the letter: case, Unicode form and runs of blanks apart. Tells whether it does,
// and which words every document with it must have together. Knows no index.

import { cutTerm } from '../words/documentWords.ts';
import { type QueryPhrase, type QueryWord, readElements } from '../words/parseQuery.ts';
import { type Token, tokensOf } from '../words/tokens.ts';

export interface ExactPhrase {
  /** As texts are compared. */
  readonly text: string;
  /**
   * What every document with the phrase has: its inner words together, since those at its ends may be parts of longer
   * ones, or more words than were kept. Null where it has no inner words.
   */
  readonly inner: QueryPhrase | null;
  /**
   * A test of texts as JSON in UTF-8, much quicker than reading them: false only where none of them holds the phrase.
   */
  readonly mayStandIn: (json: Buffer) => boolean;
  /** What is marked in a snippet: its words as a phrase; none where it has none. */
  readonly elements: readonly (QueryWord | QueryPhrase)[];
}

/** Terms that narrow a search, the longest, which are mostly the rarest; and words at its beginning that are marked. */
const mostTerms = 6;
const mostMarked = 12;

const blanks = /\s+/g;
const quotationMarks = /["“”„‟＂]/gu;
/** A mark of bytes' order has no width, and words go on behind it. */
const byteOrderMarks = /\ufeff/g;
const normalize = (text: string): string =>
  text.replace(byteOrderMarks, '').normalize('NFC').toLowerCase().replace(blanks, ' ');

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
  const marked = text
    .replace(quotationMarks, ' ')
    .split(' ')
    .slice(0, mostMarked)
    .join(' ')
    .slice(0, 40 * mostMarked);
  return { text, inner: innerPhrase(inner), mayStandIn: phraseFilter(text), elements: elementsOf(marked) };
}

function innerPhrase(inner: readonly Token[]): QueryPhrase | null {
  const byPosition = new Map<number, Token>();
  for (const token of inner) {
    // A whole stands where its first part does, and its parts are there: a longer text may go on with it.
    if (token.kind === 'whole') continue;
    const other = byPosition.get(token.position);
    if (!other || other.term.length < token.term.length) byPosition.set(token.position, token);
  }
  const chosen = [...byPosition.values()]
    .sort((a, b) => b.term.length - a.term.length)
    .slice(0, mostTerms)
    .sort((a, b) => a.position - b.position);
  const [first] = chosen;
  if (!first) return null;
  const terms = chosen.map(({ term, position }) => ({ term, offset: position - first.position }));
  return { kind: 'phrase', terms, whole: cutTerm };
}

function elementsOf(marked: string): ExactPhrase['elements'] {
  try {
    return readElements(`"${marked}"`, 'exact_phrase').required;
  } catch {
    return [];
  }
}

/** What stands for blanks, line ends and whatever is not ASCII in JSON as UTF-8. */
const gap = '(?:[\\s\\x80-\\xff]|\\\\[nrtf]|\\\\u000b)+';
/**
 * As UTF-8: the characters beyond ASCII of which normalizing or lower case makes such of ASCII (U+212A, U+0130, U+037E,
 * U+1FEF), or nothing (U+FEFF).
 */
const disguised = /\u00e2\u0084\u00aa|\u00c4\u00b0|\u00cd\u00be|\u00e1\u00bf\u00af|\u00ef\u00bb\u00bf/;

function phraseFilter(text: string): ExactPhrase['mayStandIn'] {
  if (!/^[ -~]+$/.test(text)) return () => true;
  const words = text.split(' ').map(word => JSON.stringify(word).slice(1, -1));
  const pattern = new RegExp(words.map(word => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join(gap), 'i');
  return json => {
    const bytes = json.toString('latin1');
    return pattern.test(bytes) || disguised.test(bytes);
  };
}

export const holdsPhrase = (text: string, phrase: ExactPhrase): boolean => normalize(text).includes(phrase.text);
