// What a benchmark is given and what it gives back. Types only.

/** An archive's size as a person names it: `100k`. */
export interface Size {
  readonly label: string;
  readonly attachments: number;
}

export interface BenchContext {
  readonly seed: number;
  /** A file of queries in the form of ../shared/bench/queries.json; null for that one. */
  readonly queriesFile: string | null;
  /** Sizes of archives that were asked for; null for a benchmark's own. */
  readonly sizes: readonly Size[] | null;
  /** How often what can be repeated is repeated; null for a benchmark's own. */
  readonly rounds: number | null;
  /** The directory of shared material; `sharedPath()` looks into it. */
  readonly shared: string;
  /** Where archives and mails that were made are kept. */
  readonly kept: string;
  /** Tells a person what is being done. */
  readonly progress: (line: string) => void;
}

/** A value of the machine output. */
export type Figure =
  | number
  | string
  | boolean
  | null
  | readonly Figure[]
  | { readonly [name: string]: Figure | undefined };

export interface Report {
  /** Of the machine output; names of different benchmarks differ. */
  readonly figures: { readonly [name: string]: Figure };
  /** The same for people. */
  readonly lines: readonly string[];
  /** What could not be measured, and how it can: one line each. */
  readonly missing: readonly string[];
}

export interface Benchmark {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<(context: BenchContext) => Promise<Report>>;
}

/** Something a person can mend before the benchmark can run: one line. */
export class BenchError extends Error {}
