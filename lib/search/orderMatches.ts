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
  const least = matches.scoreReachedBy(count);
  const above: number[] = [];
  const tied: number[] = [];
  for (let match = 0; match < matches.length; match++) {
    const score = matches.scoreOf(match);
    if (score > least) above.push(match);
    else if (score === least) tied.push(match);
  }
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

/** A segment's matches that are not chosen yet. */
interface Run {
  /** Oldest first: the last is the next. */
  readonly matches: number[];
  /** The position of the next, or a text above it. */
  bound: string;
  isKnown: boolean;
}

/** The newest so many of some matches, which are in the order of the list. */
async function newest(
  matches: MatchList,
  positions: Positions,
  some: readonly number[],
  count: number,
): Promise<number[]> {
  const bySegment = Map.groupBy(some, match => matches.segmentOf(match));
  const runs = [...bySegment].map(
    ([segment, own]): Run => ({ matches: own, bound: positions.boundOf(segment), isKnown: false }),
  );
  const look = (run: Run): void => {
    const next = run.matches.at(-1);
    const position = next === undefined ? null : positions.positionOf(matches.segmentOf(next), matches.ordinalOf(next));
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
      await positions.load(wanted.flatMap(run => run.matches.at(-1) ?? []));
      for (const run of wanted) {
        look(run);
        // A document that is gone stands behind all others.
        if (!run.isKnown) Object.assign(run, { bound: '', isKnown: true });
      }
      order = inOrder(order);
      continue;
    }
    const match = first.matches.pop();
    if (match !== undefined) chosen.push(match);
    order.shift();
    if (first.matches.length === 0) continue;
    look(first);
    const at = order.findIndex(run => run.bound <= first.bound);
    order.splice(at < 0 ? order.length : at, 0, first);
  }
  return chosen;
}

const inOrder = (runs: readonly Run[]): Run[] => runs.toSorted((a, b) => (a.bound < b.bound ? 1 : -1));
