// Makes text that strangers wrote fit for a result: what would break a client, or hide from its reader, goes. Names of
// files come normalized already; this is for subjects, senders and media types.

const separators = /[\p{Cc}\u2028\u2029]+/gu;
/** Bidi embeddings, overrides and isolates, which show text in another order, and tags, which do not show at all. */
const unseen = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/**
 * One line of well-formed text: lone surrogates become U+FFFD, runs of control characters and line separators one
 * blank, bidi controls and tag characters nothing. Longer than `most` code points, it is cut and ends with an ellipsis.
 */
export function cleanText(text: string, most: number): string {
  // Twice as many code units as code points is all that can be shown: a longer rest is not read.
  const bounded = text.length > 4 * most ? text.slice(0, 4 * most) : text;
  const clean = bounded.toWellFormed().replace(separators, ' ').replace(unseen, '').trim();
  if (clean.length <= most && bounded === text) return clean;
  const characters = [...clean];
  return characters.length <= most && bounded === text
    ? clean
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}
