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
  if (printableAscii.test(text)) return text.toLowerCase().replace(/ {2,}/g, ' ');
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
export const fold = (name: string): string => foldRun(name).replace(/^ | $/g, '');
