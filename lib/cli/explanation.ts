// What `search --explain` tells: which partitions a pattern could be looked for in, which of them were read and how far,
// and what that cost. Gathered from the steps of one or more calls; how it is shown is in explanationView.ts.

import type { RoundReading } from '../archive/ports.ts';
import { instantOf } from '../archive/position.ts';
import type { GramMeaning } from '../names/grams.ts';
import type { SearchStep } from '../search/searchAttachments.ts';

/** The machine form, as `--json` prints it. */
export interface Explanation {
  /** Best first; the same for every account. */
  readonly candidates: readonly GramMeaning[];
  readonly rounds: readonly ExplainedRound[];
  /** Rows that were looked up, since their data had not come with their postings. */
  readonly page: { readonly rows: number; readonly readUnits: number; readonly milliseconds: number };
  readonly calls: number;
  readonly rows: number;
  readonly readUnits: number;
  readonly milliseconds: number;
}

export interface ExplainedRound {
  readonly milliseconds: number;
  readonly reads: readonly ExplainedRead[];
}

export interface ExplainedRead {
  readonly accountId: string;
  /** Places of the candidates that were read; several were joined. */
  readonly candidates: readonly number[];
  /** Whether it was to get furthest; else it was tried beside. */
  readonly leads: boolean;
  readonly rows: number;
  readonly readUnits: number;
  /** Back to this message date everything was read (ISO 8601); null: back to the first mail, or to `--after`. */
  readonly backTo: string | null;
}

export interface Explainer {
  /** Takes in a step of a search. */
  readonly watch: (step: SearchStep) => void;
  /** What was taken in, of calls that cost so much together. */
  explain(cost: { readonly calls: number; readonly rows: number; readonly readUnits: number }): Explanation;
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000;

/** Begins to gather; milliseconds are counted from now. */
export function makeExplainer(): Explainer {
  const began = performance.now();
  let candidates: readonly GramMeaning[] = [];
  let accountIds: readonly string[] = [];
  const rounds: ExplainedRound[] = [];
  const page = { rows: 0, readUnits: 0, milliseconds: 0 };

  const explained = ({ milliseconds, reads }: RoundReading): ExplainedRound => ({
    milliseconds: rounded(milliseconds),
    reads: reads.map(({ list, terms, leads, rows, readUnits, coveredTo }) => ({
      accountId: accountIds[list] ?? '',
      candidates: terms,
      leads,
      rows,
      readUnits,
      backTo: coveredTo === null ? null : new Date(instantOf(coveredTo)).toISOString(),
    })),
  });

  return {
    watch(step) {
      if (step.step === 'plan') ({ candidates, accountIds } = step);
      if (step.step === 'round') rounds.push(explained(step));
      if (step.step !== 'page') return;
      page.rows += step.rows;
      page.readUnits += step.readUnits;
      page.milliseconds = rounded(page.milliseconds + step.milliseconds);
    },
    explain: ({ calls, rows, readUnits }) => ({
      candidates,
      rounds,
      page,
      calls,
      rows,
      readUnits,
      milliseconds: rounded(performance.now() - began),
    }),
  };
}
