// The order of what a search by words found: best score first, within one score newest first, then by id descending.
// Within a segment the order of ordinals is that of positions, so of the many that tie hardly any has to be looked up.

import type { MatchList } from './matchList.ts';

/** What is known of where documents stand, and how more is learnt. Positions are those of position.ts, or any such. */
export interface Positions {
  /** A text above the position of every document of a segment. */
  boundOf(segment: number): string;
  /** Null where it was not loaded. */
  positionOf(segment: number, ordinal: number): string | null;
  /** Makes the positions of some matches known. */
  load(matches: readonly number[]): Promise<void>;
}

/** The first so many matches in order, as numbers of the list; their positions are loaded. */
export async function orderMatches(matches: MatchList, positions: Positions, count: number): Promise<number[]> {
  const { above, tied } = matches.best(count);
  const rest = count - above.length;
  const chosen = [...above, ...(tied.length > rest ? await newest(matches, positions, tied, rest) : tied)];
  const positionOf = (match: number) => positions.positionOf(matches.segmentOf(match), matches.ordinalOf(match));
  const unknown = chosen.filter(match => positionOf(match) === null);
  if (unknown.length > 0) await positions.load(unknown);
  return chosen
    .map(match => ({ match, score: matches.scoreOf(match), position: positionOf(match) ?? '' }))
    .sort((a, b) => b.score - a.score || (a.position < b.position ? 1 : -1))
    .map(({ match }) => match);
}

/** The matches of one segment that are not chosen yet: a stretch of a list, oldest first. */
interface Run {
  readonly from: number;
  /** Behind the next, which is the newest. */
  to: number;
  /** The position of the next, or a text above it. */
  bound: string;
  isKnown: boolean;
}

/** The newest so many of some matches, which are in the order of the list. */
async function newest(matches: MatchList, positions: Positions, some: Uint32Array, count: number): Promise<number[]> {
  const runs: Run[] = [];
  for (let to = some.length; to > 0; ) {
    const segment = matches.segmentOf(some[to - 1] ?? 0);
    let from = to - 1;
    while (from > 0 && matches.segmentOf(some[from - 1] ?? 0) === segment) from--;
    runs.push({ from, to, bound: positions.boundOf(segment), isKnown: false });
    to = from;
  }
  const nextOf = ({ to }: Run): number => some[to - 1] ?? 0;
  const look = (run: Run): void => {
    const next = nextOf(run);
    const position = positions.positionOf(matches.segmentOf(next), matches.ordinalOf(next));
    // Where it is not known, the one before it, or the segment's end, is above it.
    if (position !== null) run.bound = position;
    run.isKnown = position !== null;
  };
  for (const run of runs) look(run);
  const chosen: number[] = [];
  let order = inOrder(runs);
  while (chosen.length < count) {
    const first = order[0];
    if (!first) break;
    if (!first.isKnown) {
      // With it those that are likely to be next.
      const wanted = order.slice(0, count - chosen.length).filter(run => !run.isKnown);
      await positions.load(wanted.map(nextOf));
      for (const run of wanted) {
        look(run);
        // A document that is gone stands behind all others.
        if (!run.isKnown) Object.assign(run, { bound: '', isKnown: true });
      }
      order = inOrder(order);
      continue;
    }
    chosen.push(nextOf(first));
    first.to--;
    order.shift();
    if (first.to === first.from) continue;
    look(first);
    const at = order.findIndex(run => run.bound <= first.bound);
    order.splice(at < 0 ? order.length : at, 0, first);
  }
  return chosen;
}

const inOrder = (runs: readonly Run[]): Run[] => runs.toSorted((a, b) => (a.bound < b.bound ? 1 : -1));
