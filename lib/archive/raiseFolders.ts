// The freshness of folders: a row each, with the latest time that a mail came into it. In whatever order mails are
// told, and however often, the rows end the same.

import { folderKey, folderRowKey } from './keys.ts';
import { folderRow } from './messageRows.ts';
import type { Row, Store } from './ports.ts';
import { decodeFolder, type FolderRow } from './rows.ts';

export interface Arrival {
  readonly accountId: string;
  readonly folderAlias: string;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

/** Of two spellings at one time the higher stands. */
const isLater = (a: FolderRow, b: FolderRow): boolean =>
  a.lastStoredAt > b.lastStoredAt || (a.lastStoredAt === b.lastStoredAt && a.folderAlias > b.folderAlias);

const asFolder = ({ accountId, folderAlias, modifiedAt }: Arrival): FolderRow => ({
  accountId,
  folderAlias,
  lastStoredAt: modifiedAt,
});

export interface FolderChange<A extends Arrival> {
  readonly row: Row;
  /** What came last. */
  readonly arrival: A;
  /** Whether the folder has no row yet. */
  readonly isNew: boolean;
}

/** The rows of folders that are not as late as the mails that came into them. */
export async function folderChanges<A extends Arrival>(
  store: Store,
  arrivals: readonly A[],
): Promise<FolderChange<A>[]> {
  const latest = new Map<string, A>();
  for (const arrival of arrivals) {
    const name = `${arrival.accountId}\0${folderKey(arrival.folderAlias)}`;
    const known = latest.get(name);
    if (!known || isLater(asFolder(arrival), asFolder(known))) latest.set(name, arrival);
  }
  const last = [...latest.values()];
  if (last.length === 0) return [];
  const stored = await store.get(last.map(({ accountId, folderAlias }) => folderRowKey(accountId, folderAlias)));
  return last.flatMap((arrival, i) => {
    const known = stored[i];
    if (known && !isLater(asFolder(arrival), decodeFolder(known))) return [];
    const row = folderRow(arrival.accountId, arrival.folderAlias, arrival.modifiedAt);
    return [{ row, arrival, isNew: !known }];
  });
}

/** Notes that mails came into their folders. */
export async function raiseFolders(store: Store, arrivals: readonly Arrival[]): Promise<void> {
  const changes = await folderChanges(store, arrivals);
  if (changes.length > 0) await store.put(changes.map(({ row }) => row));
}
