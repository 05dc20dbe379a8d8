// Whether documents of a segment have a phrase: its terms at their distances, or the one term that stands for all.

import type { PhraseTerms, SegmentWords, TermPostings } from './scoreSegment.ts';

/** A term of the phrase, and how far its documents were looked through. */
interface Walk {
  readonly postings: TermPostings;
  readonly offset: number;
  readonly before: number;
  readonly after: number;
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
  { postings, isSealed }: Pick<SegmentWords, 'postings' | 'isSealed'>,
  { terms, offsets, parts, whole }: PhraseTerms,
): (ordinal: number) => boolean {
  const sought = isSealed ? parts : terms.map((term, i) => ({ term, offset: offsets[i] ?? 0, before: 0, after: 0 }));
  const walks = sought.flatMap(({ term, ...part }): Walk[] => {
    const own = postings[term];
    return own ? [{ ...part, postings: own, at: 0 }] : [];
  });
  // Places of the rarest are read first: those of the others only where it has some.
  walks.sort((a, b) => a.postings.ordinals.length - b.postings.ordinals.length);
  const standsTogether = walks.length < sought.length ? never : isSealed ? partsTest(walks) : together(walks);
  const all = whole === null ? null : postings[whole];
  if (!all) return standsTogether;
  const own: Walk = { postings: all, offset: 0, before: 0, after: 0, at: 0 };
  return ordinal => walkTo(own, ordinal) || standsTogether(ordinal);
}

function partsTest(walks: readonly Walk[]): (ordinal: number) => boolean {
  const [only] = walks;
  // A pair of stop words alone, which no document has without a place.
  if (only && walks.length === 1 && only.before === 0 && only.after === 0) return ordinal => walkTo(only, ordinal);
  return together(walks);
}

function together(walks: readonly Walk[]): (ordinal: number) => boolean {
  return ordinal => {
    for (const walk of walks) if (!walkTo(walk, ordinal)) return false;
    // Places where the phrase may begin: those of the first term, fewer with each further one.
    let starts: readonly number[] | null = null;
    for (const { postings, offset, before, after, at } of walks) {
      const positions = postings.positionsAt(at, before, after);
      starts = starts === null ? shifted(positions, offset) : kept(starts, positions, offset);
      if (starts.length === 0) return false;
    }
    return true;
  };
}

const shifted = (positions: readonly number[], offset: number): readonly number[] =>
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
