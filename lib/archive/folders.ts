// The folders that something reached, and with them the accounts of an archive without configuration.

import { foldersPk } from './keys.ts';
import type { Cost, Store } from './ports.ts';
import { decodeFolder, type FolderRow } from './rows.ts';

const pageSize = 1000;

/** Every folder, by account and alias. */
export async function listFolders(store: Store, meter?: Cost): Promise<FolderRow[]> {
  const folders: FolderRow[] = [];
  let above: string | undefined;
  for (;;) {
    const range = { pk: foldersPk, direction: 'ascending', limit: pageSize } as const;
    const page = await store.read(above === undefined ? range : { ...range, above }, meter);
    folders.push(...page.rows.map(decodeFolder));
    above = page.rows.at(-1)?.sk;
    if (!page.hasMore || above === undefined) return folders;
  }
}

/** The accounts that hold mail. */
export async function listAccounts(store: Store): Promise<string[]> {
  return [...new Set((await listFolders(store)).map(folder => folder.accountId))];
}
