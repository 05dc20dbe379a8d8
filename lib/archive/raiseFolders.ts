// The freshness of folders: a row each, with the latest time that a mail came into it. In whatever order mails are
// told, and however often, the rows end the same.

import { folderKey, folderRowKey } from './keys.ts';
import { folderRow } from './messageRows.ts';
import type { Store } from './ports.ts';
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

/** Notes that mails came into their folders. */
export async function raiseFolders(store: Store, arrivals: readonly Arrival[]): Promise<void> {
  const latest = new Map<string, FolderRow>();
  for (const { accountId, folderAlias, modifiedAt } of arrivals) {
    const name = `${accountId}\0${folderKey(folderAlias)}`;
    const folder = { accountId, folderAlias, lastStoredAt: modifiedAt };
    const known = latest.get(name);
    if (!known || isLater(folder, known)) latest.set(name, folder);
  }
  const folders = [...latest.values()];
  if (folders.length === 0) return;
  const stored = await store.get(folders.map(folder => folderRowKey(folder.accountId, folder.folderAlias)));
  const raised = folders.filter((folder, i) => {
    const row = stored[i];
    return !row || isLater(folder, decodeFolder(row));
  });
  if (raised.length > 0)
    await store.put(raised.map(folder => folderRow(folder.accountId, folder.folderAlias, folder.lastStoredAt)));
}
