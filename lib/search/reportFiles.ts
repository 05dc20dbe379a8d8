// The report on files: what is wrong with those of some spaces, out of what was noted as they were indexed. Knows no tool.

import type { Archive } from '../archive/archive.ts';
import { mapAtOnce } from '../archive/atOnce.ts';
import { type FileDiagnostic, type FileDiagnosticKind, readDiagnostics } from '../archive/files/fileDiagnostics.ts';
import type { FileRow } from '../archive/files/fileRow.ts';
import { readFileState } from '../archive/files/fileState.ts';
import { readFileRows } from '../archive/files/readFiles.ts';
import type { Cost } from '../archive/ports.ts';
import { instantOf } from '../archive/position.ts';
import { limits } from '../limits.ts';
import { countIndexed, type FilesIndex } from './filesIndex.ts';

/** Some of what there is to tell of one kind, and how much there is. */
export interface Told<T> {
  readonly total: number;
  /** Files that were modified last first. */
  readonly rows: readonly T[];
}

export interface BrokenReference {
  readonly file: FileRow;
  /** As the document has it. */
  readonly reference: string;
}

/** Files that hold the same bytes. */
export interface SameContent {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly count: number;
  /** Of some of them. */
  readonly paths: readonly string[];
}

export interface FilesReport {
  readonly empty: Told<FileRow>;
  readonly duplicates: Told<SameContent>;
  readonly brokenReferences: Told<BrokenReference>;
  /** Files of the library that no document refers to, older than a day. */
  readonly unreferenced: Told<FileRow>;
  readonly unreadable: Told<FileRow>;
  readonly index: FilesIndex;
  readonly cost: Cost;
}

const day = 86_400_000;
const spacesAtOnce = 32;

/** @param spaces accounts and the library, as far as the caller may read them; distinct */
export async function reportFiles(
  { store }: Pick<Archive, 'store'>,
  spaces: readonly string[],
  now: () => number = Date.now,
): Promise<FilesReport> {
  const cost: Cost = { calls: 0, rounds: 0, rows: 0, readUnits: 0, writeUnits: 0 };
  const state = await readFileState(store, spaces, cost);
  cost.rounds++;
  const generation = state.complete ?? state.building;
  const most = limits.fileReportRows.value;

  /** All of one kind, those modified last first. */
  async function told(kind: FileDiagnosticKind): Promise<FileDiagnostic[]> {
    if (generation === null) return [];
    const found = await mapAtOnce(spaces, spacesAtOnce, space => readDiagnostics(store, space, kind, cost));
    cost.rounds++;
    return found.flat().sort((a, b) => (a.position < b.position ? 1 : a.position > b.position ? -1 : 0));
  }

  async function rowsOf(some: readonly FileDiagnostic[]): Promise<(FileRow | null)[]> {
    if (generation === null || some.length === 0) return [];
    // One document may have several broken references: its row is read once.
    const places = [...new Map(some.map(one => [one.position, one])).values()];
    const rows = await readFileRows(store, generation, places, cost);
    cost.rounds++;
    const rowOf = new Map(places.map(({ position }, i) => [position, rows[i] ?? null]));
    return some.map(({ position }) => rowOf.get(position) ?? null);
  }

  async function files(all: readonly FileDiagnostic[]): Promise<Told<FileRow>> {
    const rows = await rowsOf(all.slice(0, most));
    return { total: all.length, rows: rows.filter(row => row !== null) };
  }

  async function references(): Promise<Told<BrokenReference>> {
    const all = await told('brokenReference');
    const shown = all.slice(0, most);
    const rows = await rowsOf(shown);
    return {
      total: all.length,
      rows: rows.flatMap((file, i) => (file ? [{ file, reference: shown[i]?.detail ?? '' }] : [])),
    };
  }

  async function duplicates(): Promise<Told<SameContent>> {
    // Of a file whose like is in another's account there is one alone: it is the same as none.
    const groups = [...Map.groupBy(await told('duplicate'), ({ detail }) => detail)].filter(
      ([, own]) => own.length > 1,
    );
    const shown = groups
      .slice(0, most)
      .map(([sha256, own]) => ({ sha256, own, some: own.slice(0, limits.fileReportPaths.value) }));
    const rows = await rowsOf(shown.flatMap(({ some }) => some));
    const rowOf = new Map(rows.flatMap(row => (row ? [[row.position, row] as const] : [])));
    return {
      total: groups.length,
      rows: shown.flatMap(({ sha256, own, some }) => {
        const known = some.flatMap(({ position }) => rowOf.get(position) ?? []);
        const sizeBytes = known[0]?.sizeBytes;
        if (sizeBytes === undefined) return [];
        return [{ sha256, sizeBytes, count: own.length, paths: known.map(({ path }) => path) }];
      }),
    };
  }

  const empty = await files(await told('empty'));
  const same = await duplicates();
  const brokenReferences = await references();
  const old = now() - day;
  const unreferenced = await files((await told('unreferenced')).filter(({ position }) => instantOf(position) <= old));
  const unreadable = await files(await told('unreadable'));
  const indexed = await countIndexed(store, spaces, generation, cost);
  return {
    ...{ empty, duplicates: same, brokenReferences, unreferenced, unreadable, cost },
    index: {
      isBuilding: state.building !== null || !state.isSearchable,
      isScanned: !state.isSearchable,
      ...{ ignored: [], indexed, pending: state.pending },
    },
  };
}
