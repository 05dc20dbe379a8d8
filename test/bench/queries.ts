// The questions that archives are asked.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchContext, BenchError } from './benchmark.ts';

export interface BenchQuery {
  readonly id: string;
  /** Class of the pattern, e.g. `sub-rare`. */
  readonly cls: string;
  readonly pattern: string;
  /** Inclusive, epoch milliseconds. */
  readonly after: number | null;
  /** Exclusive, epoch milliseconds. */
  readonly before: number | null;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

interface WrittenQuery extends Omit<BenchQuery, 'after' | 'before'> {
  readonly after: string | null;
  readonly before: string | null;
}

/** Reads the queries; days are UTC. */
export function readQueries({ queriesFile, shared }: BenchContext): readonly BenchQuery[] {
  const file = queriesFile ?? join(shared, 'bench', 'queries.json');
  const dayOf = (text: string | null | undefined): number | null => (text ? Date.parse(text) : null);
  let written: readonly WrittenQuery[];
  try {
    written = JSON.parse(readFileSync(file, 'utf8')) as readonly WrittenQuery[];
  } catch (error) {
    throw new BenchError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  if (!Array.isArray(written) || written.length === 0) throw new BenchError(`${file} holds no list of queries`);
  return written.map((query, i) => ({
    id: query.id ?? `q${i + 1}`,
    cls: query.cls ?? 'other',
    pattern: query.pattern,
    after: dayOf(query.after),
    before: dayOf(query.before),
    page: query.page ?? 1,
    limit: query.limit ?? 50,
  }));
}

/** The classes in the order in which they come. */
export const classesOf = (queries: readonly BenchQuery[]): readonly string[] => [
  ...new Set(queries.map(({ cls }) => cls)),
];
