// The folders that something reached, and with them the accounts of an archive without configuration.

import { foldersPk } from './keys.ts';
import type { Cost, Store } from './ports.ts';
import { readAll } from './readAll.ts';
import { decodeFolder, type FolderRow } from './rows.ts';

/** Every folder, by account and alias. */
export async function listFolders(store: Store, meter?: Cost): Promise<FolderRow[]> {
  const folders: FolderRow[] = [];
  for await (const row of readAll(store, foldersPk, meter ? { meter } : {})) folders.push(decodeFolder(row));
  return folders;
}

/** The accounts that hold mail. */
export async function listAccounts(store: Store): Promise<string[]> {
  return [...new Set((await listFolders(store)).map(folder => folder.accountId))];
}
