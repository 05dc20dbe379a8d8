// Which generation of the files' rows and words answers, and which is being built. A generation holds everything that is
// known of files; a new one is made beside the old, which answers until the new one is whole.

import { fileStateKey, librarySpace, pendingFilesPk } from '../fileKeys.ts';
import { listAccounts } from '../folders.ts';
import type { Cost, Row, Store } from '../ports.ts';
import { wordsVersion } from '../words/wordsVersion.ts';

/** How far generations got. */
export interface Generations {
  /** The one that answers; null before the first is whole. */
  readonly complete: number | null;
  /** The one that is being made; null where none is. */
  readonly building: number | null;
  /** Whether everything that it lacks stands among what is pending for it. */
  readonly isListed: boolean;
  /** Those that are being taken away. */
  readonly dropping: readonly number[];
}

export const noGenerations: Generations = { complete: null, building: null, isListed: false, dropping: [] };

/** Versions of words that the two live generations were begun with; 0 for none. */
interface WordVersions {
  readonly completeWords: number;
  readonly buildingWords: number;
}

export interface StoredGenerations extends Generations, WordVersions {
  /** The row that says so; null where there is none yet. */
  readonly row: Row | null;
}

export async function readGenerations(store: Store, meter?: Cost): Promise<StoredGenerations> {
  const [row] = await store.get([fileStateKey], meter);
  if (!row) return { ...noGenerations, completeWords: 0, buildingWords: 0, row: null };
  const {
    complete,
    building,
    isListed,
    dropping,
    completeWords = 0,
    buildingWords = 0,
  } = JSON.parse(row.data) as Generations & Partial<WordVersions>;
  return { complete, building, isListed, dropping, completeWords, buildingWords, row };
}

/** Puts another state in the place of the one that was read; false where somebody else changed it since. */
export async function changeGenerations(store: Store, before: StoredGenerations, after: Generations): Promise<boolean> {
  const wordsOf = (generation: number | null): number => {
    if (generation === null) return 0;
    if (generation === before.complete) return before.completeWords;
    return generation === before.building ? before.buildingWords : wordsVersion;
  };
  const { complete, building, isListed, dropping } = after;
  const versions: WordVersions = { completeWords: wordsOf(complete), buildingWords: wordsOf(building) };
  const row = {
    ...fileStateKey,
    data: JSON.stringify({ complete, building, isListed, dropping, ...versions }),
  };
  return before.row ? store.replace(row, before.row.data) : store.putIfAbsent(row);
}

/** The generations that arrivals and removals go to. */
export const liveGenerations = ({ complete, building }: Generations): number[] =>
  [complete, building].filter(one => one !== null);

/** The generation that was begun last; 0 before the first. */
export const latestGeneration = ({ complete, building }: Generations): number => building ?? complete ?? 0;

export interface FileState {
  /** The generation that is whole; null where none is, and only a direct scan finds anything. */
  readonly complete: number | null;
  /** Whether its words can be searched: they may be of another version, until a rebuild made them anew. */
  readonly isSearchable: boolean;
  /** The one that is being built; null where none is. */
  readonly building: number | null;
  /** Files that are to be indexed still: those that came, and while one is built those that it lacks; as far as counted. */
  readonly pending: number;
}

/** Pending rows that are counted of one space; where there are more, so many are told. */
const mostCounted = 20_000;
const pageRows = 5_000;

/**
 * What can be told of the files of some spaces.
 * @param spaces accounts, and `librarySpace`
 */
export async function readFileState(store: Store, spaces: readonly string[], meter?: Cost): Promise<FileState> {
  const { complete, building, completeWords } = await readGenerations(store, meter);
  const counts = await Promise.all(
    spaces.map(async space => {
      // One that came while a generation is built is pending twice.
      const subjects = new Map<string, number>();
      await notePending(store, space, null, subjects, meter);
      if (building !== null) await notePending(store, space, building, subjects, meter);
      return subjects.values().reduce((sum, files) => sum + files, 0);
    }),
  );
  const isSearchable = complete !== null && completeWords === wordsVersion;
  return { complete, building, isSearchable, pending: counts.reduce((sum, one) => sum + one, 0) };
}

/** What a pending row says besides its key. */
export interface PendingFiles {
  /** Its storedEmailId, or the path of a document of the library. */
  readonly subject: string;
  readonly files: number;
  /** Tells later rows of the same subject from earlier ones. */
  readonly mark: number;
}

export const encodePending = ({ subject, files, mark }: PendingFiles): string => JSON.stringify([files, subject, mark]);
export function decodePending({ data }: Pick<Row, 'data'>): PendingFiles {
  const [files, subject, mark] = JSON.parse(data) as [number, string, number];
  return { files, subject, mark };
}

/** The same of data that may be anything; null where it is none. */
export function readPending(row: Pick<Row, 'data'>): PendingFiles | null {
  try {
    const pending = decodePending(row);
    return typeof pending.subject === 'string' && Number.isSafeInteger(pending.files) ? pending : null;
  } catch {
    return null;
  }
}

/** Notes how many files of each subject are pending. */
async function notePending(
  store: Store,
  space: string,
  generation: number | null,
  subjects: Map<string, number>,
  meter?: Cost,
): Promise<void> {
  const pk = pendingFilesPk(space, generation);
  let rows = 0;
  for (let above: string | undefined; rows < mostCounted; ) {
    const range = { pk, direction: 'ascending', limit: pageRows } as const;
    const page = await store.read(above === undefined ? range : { ...range, above }, meter);
    for (const row of page.rows)
      subjects.set(row.sk, Math.max(subjects.get(row.sk) ?? 0, readPending(row)?.files ?? 0));
    rows += page.rows.length;
    above = page.rows.at(-1)?.sk;
    if (!page.hasMore || above === undefined) return;
  }
}

/** Every space there is: those of the accounts that hold mail, and the library. */
export const listSpaces = async (store: Store): Promise<string[]> => [...(await listAccounts(store)), librarySpace];
