// Puts together what the tools are handed on this machine: one caller who may read every account.

import type { Archive } from '../archive/archive.ts';
import { startFilesRebuild } from '../archive/files/generations.ts';
import { listAccounts } from '../archive/folders.ts';
import type { LocalConfig } from '../config.ts';
import type { Caller } from '../tools/caller.ts';
import type { ToolEnvironment } from '../tools/tool.ts';
import { localCursorKey } from './localCursorKey.ts';

/** Whoever can read the data directory. */
export const localCaller: Caller = { id: 'local', accounts: '*', library: true, scopes: new Set(['read', 'admin']) };

/** Every account that holds mail is served. */
export async function localEnvironment(archive: Archive, config: LocalConfig): Promise<ToolEnvironment> {
  return {
    archive,
    cursorKeys: { current: await localCursorKey(archive), previous: [] },
    timeZone: config.timeZone,
    characters: config.characters,
    // Whoever serves keeps indexing: it is built beside the answers.
    rebuildFiles: async () => {
      await startFilesRebuild(archive);
    },
    servedAccounts: () => listAccounts(archive.store),
  };
}
