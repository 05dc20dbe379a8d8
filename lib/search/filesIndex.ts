// What is told of the index of files beside what it was asked for.

import { mapAtOnce } from '../archive/atOnce.ts';
import { fileIndex } from '../archive/fileKeys.ts';
import type { Cost, Store } from '../archive/ports.ts';
import { readWordIndex } from '../archive/words/readWords.ts';

/** Filters that a direct scan passes over. */
export type IgnoredFilter = 'tags' | 'dateFrom' | 'dateBefore' | 'modifiedFrom' | 'modifiedBefore' | 'phrase';

export interface FilesIndex {
  /** Whether one is being built; what answers meanwhile is the one before, or a direct scan. */
  readonly isBuilding: boolean;
  /** Whether none is whole, so that files were scanned. */
  readonly isScanned: boolean;
  readonly ignored: readonly IgnoredFilter[];
  /** Files of the spaces asked that are indexed, and that are to be. */
  readonly indexed: number;
  readonly pending: number;
}

const spacesAtOnce = 32;

/** Files of some spaces that a generation has. */
export async function countIndexed(
  store: Store,
  spaces: readonly string[],
  generation: number | null,
  cost: Cost,
): Promise<number> {
  if (generation === null) return 0;
  const readings = await mapAtOnce(spaces, spacesAtOnce, space =>
    readWordIndex(store, fileIndex(space, generation), cost),
  );
  cost.rounds++;
  return readings.reduce((sum, { documents }) => sum + documents, 0);
}
