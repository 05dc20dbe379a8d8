// Names of files that hold a text, newest first: of attachments and of documents of the library.

import { decodeFacts } from '../archive/names.ts';
import type { Cost, Found, Store } from '../archive/ports.ts';
import { anyRun, type Token } from '../names/glob.ts';
import type { FilePaging } from './filePaging.ts';
import { planNames } from './plan.ts';

export interface NamesQuestion {
  readonly store: Store;
  readonly spaces: readonly string[];
  /** What a name must hold, folded; every name holds an empty one. */
  readonly part: string;
  /** Asked of the position of each name. */
  readonly accept: (position: string) => boolean;
}

/** A name in the order of positions. */
export interface FoundName {
  readonly space: string;
  readonly position: string;
  /** Folded. */
  readonly name: string;
}

export interface NamesRange {
  /** Exclusive; the newest there is where left out. */
  readonly below?: string;
  /** Inclusive; the oldest there is where left out. */
  readonly from?: string;
  readonly limit: number;
}

export interface NamesReading {
  readonly names: readonly FoundName[];
  /** Down to this all names were read: exclusive bound to go on from; null where there are no further ones. */
  readonly coveredTo: string | null;
}

export async function readNames(
  { store, spaces, part, accept }: NamesQuestion,
  { below, from, limit }: NamesRange,
  paging: Pick<FilePaging, 'rows' | 'deadline' | 'cost'>,
): Promise<NamesReading> {
  if (spaces.length === 0) return { names: [], coveredTo: null };
  const tokens: readonly Token[] = part === '' ? [anyRun] : [anyRun, ...part, anyRun];
  const { candidates, apart } = planNames(tokens);
  const { found, coveredTo, cost } = await store.candidates({
    ...{ index: 'names', direction: 'newestFirst', limit, apart },
    anyOf: spaces.map(space => candidates.map(({ term }) => term(space))),
    ...(below !== undefined && { below }),
    ...(from !== undefined && { from }),
    accept: ({ text, facts, sk }) => text.includes(part) && !decodeFacts(facts).isInline && accept(sk),
    budget: { rows: Math.max(1, paging.rows), deadline: paging.deadline },
  });
  addCost(paging.cost, cost);
  paging.rows -= cost.rows;
  const last = found.at(-1);
  return {
    names: found.map(({ list, sk, text }: Found) => ({ space: spaces[list] ?? '', position: sk, name: text })),
    coveredTo: found.length >= limit && last ? last.sk : coveredTo,
  };
}

function addCost(sum: Cost, cost: Cost): void {
  sum.calls += cost.calls;
  sum.rounds += cost.rounds;
  sum.rows += cost.rows;
  sum.readUnits += cost.readUnits;
  sum.writeUnits += cost.writeUnits;
}
