// Folding: the one form in which names are stored for matching and patterns are compared. Names that a person would
// call the same fold alike; accents count. Nothing here knows wildcards.

/** White space as Unicode has it, with the control characters that separate. */
const blanks = /[\t-\r \u001c-\u001f\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;
const dropped = /\u00ad|\u200c|\u200d|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
const printableAscii = /^[ -~]*$/;

/**
 * Folds a run of text without trimming it: NFKC, lower case, NFC, then ς as σ, i with a dot above as i, soft hyphens,
 * joiners and variation selectors dropped, runs of blanks as one.
 */
export function foldRun(text: string): string {
  if (printableAscii.test(text)) {
    const lower = text.toLowerCase();
    return lower.includes('  ') ? lower.replace(/ {2,}/g, ' ') : lower;
  }
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replaceAll('ς', 'σ')
    .replaceAll('i\u0307', 'i')
    .replace(dropped, '')
    .replace(blanks, ' ');
}

/** Folds a whole name: foldRun(), trimmed at both ends. */
export const fold = (name: string): string => withoutBlank(foldRun(name), true, true);

/** A text without a blank that it begins or ends with. */
export function withoutBlank(text: string, atStart: boolean, atEnd: boolean): string {
  const from = atStart && text.startsWith(' ') ? 1 : 0;
  const to = atEnd && text.endsWith(' ') ? text.length - 1 : text.length;
  return from === 0 && to === text.length ? text : text.slice(from, to);
}
