// How much of each body a call returns: so many characters of one representation, so many of all. A cut falls between
// two characters as a reader sees them.

import type { Representation } from '../content/content.ts';

/** Unicode code points. */
export interface CharacterLimits {
  /** Of one representation of one body. */
  readonly representation: number;
  /** Of all bodies of one call. */
  readonly call: number;
}

export const truncations = ['none', 'bodyCharacterLimit', 'readCharacterBudget'] as const;

export interface ShownText {
  readonly text: string;
  /** Code points of the whole, as far as it was read. */
  readonly originalCharacterCount: number;
  readonly truncatedBy: (typeof truncations)[number];
}

export type TextKind = 'plain' | 'html';

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** Code points of a well-formed text. */
function countCharacters(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) if (isHighSurrogate(text.charCodeAt(i))) count--;
  return count;
}

/** Where the first `most` code points end. */
function endOf(text: string, most: number): number {
  let at = 0;
  for (let count = 0; count < most && at < text.length; count++) at += isHighSurrogate(text.charCodeAt(at)) ? 2 : 1;
  return at;
}

let segmenter: Intl.Segmenter | undefined;

/** Made when something is cut for the first time: it is dear to load. */
function graphemes(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter;
}

/** At most so many code points, whole graphemes of them (UAX 29). */
function cutText(text: string, most: number): string {
  const end = endOf(text, most);
  if (end >= text.length) return text;
  // One character more tells whether the last one goes on.
  const around = graphemes()
    .segment(text.slice(0, end + 2))
    .containing(end);
  return text.slice(0, around?.index ?? end);
}

/** The same of sanitized HTML, in which `<`, `>` and `&` are never text: no tag and no reference is cut. */
function cutHtml(html: string, most: number): string {
  const cut = cutText(html, most);
  const tag = cut.lastIndexOf('<');
  if (tag > cut.lastIndexOf('>')) return cut.slice(0, tag);
  const reference = cut.lastIndexOf('&');
  return reference > cut.lastIndexOf(';') ? cut.slice(0, reference) : cut;
}

/** Spends the characters of one call on the representations it is handed, in that order. */
export function characterBudget(limits: CharacterLimits): (whole: Representation, kind: TextKind) => ShownText {
  let left = limits.call;
  return ({ text: whole, isWhole }, kind) => {
    const originalCharacterCount = countCharacters(whole);
    const most = Math.min(limits.representation, left);
    if (originalCharacterCount <= most) {
      left -= originalCharacterCount;
      return { text: whole, originalCharacterCount, truncatedBy: isWhole ? 'none' : 'bodyCharacterLimit' };
    }
    const text = kind === 'html' ? cutHtml(whole, most) : cutText(whole, most);
    const truncatedBy = left < limits.representation ? 'readCharacterBudget' : 'bodyCharacterLimit';
    left -= countCharacters(text);
    return { text, originalCharacterCount, truncatedBy };
  };
}
