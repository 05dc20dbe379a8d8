// Whether documents of a segment have a phrase: its terms at their distances, or the one term that stands for all.

import type { PhraseTerms, TermPostings } from './scoreSegment.ts';

/** A term of the phrase, and how far its documents were looked through. */
interface Walk {
  readonly postings: TermPostings;
  readonly offset: number;
  at: number;
}

/** Whether a document stands there; documents are asked for in ascending order. */
function walkTo(walk: Walk, ordinal: number): boolean {
  const { ordinals } = walk.postings;
  let { at } = walk;
  while (at < ordinals.length && (ordinals[at] ?? 0) < ordinal) at++;
  walk.at = at;
  return at < ordinals.length && ordinals[at] === ordinal;
}

const never = () => false;

/** The test of a segment's documents, asked in ascending order of ordinals. */
export function phraseTest(
  postings: readonly (TermPostings | null | undefined)[],
  { terms, offsets, whole }: PhraseTerms,
): (ordinal: number) => boolean {
  const walks: Walk[] = [];
  for (const [i, term] of terms.entries()) {
    const own = postings[term];
    if (own) walks.push({ postings: own, offset: offsets[i] ?? 0, at: 0 });
  }
  const standsTogether = walks.length < terms.length ? never : together(walks);
  const all = whole === null ? null : postings[whole];
  if (!all) return standsTogether;
  const own: Walk = { postings: all, offset: 0, at: 0 };
  return ordinal => walkTo(own, ordinal) || standsTogether(ordinal);
}

function together(walks: readonly Walk[]): (ordinal: number) => boolean {
  return ordinal => {
    for (const walk of walks) if (!walkTo(walk, ordinal)) return false;
    // Places where the phrase may begin: those of the first term, fewer with each further one.
    let starts: readonly number[] | null = null;
    for (const { postings, offset, at } of walks) {
      starts =
        starts === null ? before(postings.positionsAt(at), offset) : kept(starts, postings.positionsAt(at), offset);
      if (starts.length === 0) return false;
    }
    return true;
  };
}

const before = (positions: readonly number[], offset: number): readonly number[] =>
  offset === 0 ? positions : positions.map(position => position - offset);

/** The starts at whose distance a position stands; both ascend. */
function kept(starts: readonly number[], positions: readonly number[], offset: number): readonly number[] {
  const found: number[] = [];
  let at = 0;
  for (const start of starts) {
    const wanted = start + offset;
    while (at < positions.length && (positions[at] ?? 0) < wanted) at++;
    if (at === positions.length) break;
    if (positions[at] === wanted) found.push(start);
  }
  return found;
}
