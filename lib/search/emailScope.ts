// Which folders a listing reads, and how fresh each is. A folder that was asked for by name and that nothing ever
// reached is told too.

import { folderKey } from '../archive/keys.ts';
import type { FolderRow } from '../archive/rows.ts';

export interface FolderFreshness {
  readonly accountId: string;
  /** As it was stored last; as it was asked for where nothing ever reached it. */
  readonly folderAlias: string;
  /** Epoch milliseconds; null where nothing ever reached it. */
  readonly lastStoredAt: number | null;
}

/** A folder that holds, or held, mail. */
export interface ScopedFolder {
  readonly accountId: string;
  readonly folderKey: string;
}

export interface EmailScope {
  readonly folders: readonly ScopedFolder[];
  /** Every folder of the scope, account by account. */
  readonly freshness: readonly FolderFreshness[];
}

/**
 * @param stored every folder that something reached
 * @param folderAliases null for all of the accounts' folders
 */
export function emailScope(
  stored: readonly FolderRow[],
  accountIds: readonly string[],
  folderAliases: readonly string[] | null,
): EmailScope {
  const named = folderAliases && firstSpellings(folderAliases);
  const byAccount = Map.groupBy(stored, folder => folder.accountId);
  const folders: ScopedFolder[] = [];
  const freshness: FolderFreshness[] = [];
  for (const accountId of accountIds) {
    const missing = new Map(named ?? []);
    for (const { folderAlias, lastStoredAt } of byAccount.get(accountId) ?? []) {
      const key = folderKey(folderAlias);
      if (named && !named.has(key)) continue;
      missing.delete(key);
      folders.push({ accountId, folderKey: key });
      freshness.push({ accountId, folderAlias, lastStoredAt });
    }
    for (const folderAlias of missing.values()) freshness.push({ accountId, folderAlias, lastStoredAt: null });
  }
  return { folders, freshness };
}

/** Aliases by their keys, each as it is spelled first. */
function firstSpellings(aliases: readonly string[]): ReadonlyMap<string, string> {
  const spellings = new Map<string, string>();
  for (const alias of aliases) if (!spellings.has(folderKey(alias))) spellings.set(folderKey(alias), alias);
  return spellings;
}
