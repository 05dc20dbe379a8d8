// What an archive holds, counted from its message rows.

import { listFolders } from './folders.ts';
import { messagePk, quarantinePk } from './keys.ts';
import type { Store } from './ports.ts';
import { readAll } from './readAll.ts';
import { decodeMessage, decodeQuarantine, type FolderRow, type QuarantineRow } from './rows.ts';

export interface FolderStatus {
  readonly folderAlias: string;
  readonly messages: number;
  /** Attachments proper. */
  readonly attachments: number;
  /** ISO 8601. */
  readonly lastStoredAt: string;
}

export interface Status {
  readonly accounts: readonly { readonly accountId: string; readonly folders: readonly FolderStatus[] }[];
  readonly messages: number;
  readonly attachments: number;
  /** Raw bytes of all messages. */
  readonly bytes: number;
  readonly damaged: number;
  /** Objects that could not be taken in and wait to be looked at. */
  readonly quarantined: number;
}

interface Count {
  messages: number;
  attachments: number;
  bytes: number;
  damaged: number;
}

async function countFolder(store: Store, { accountId, folderAlias }: FolderRow): Promise<Count> {
  const count: Count = { messages: 0, attachments: 0, bytes: 0, damaged: 0 };
  for await (const row of readAll(store, messagePk(accountId, folderAlias))) {
    const message = decodeMessage(row);
    count.messages++;
    count.attachments += message.attachments?.attachmentCount ?? 0;
    count.bytes += message.sizeBytes;
    if (message.contentAvailability === 'damaged') count.damaged++;
  }
  return count;
}

/** Objects that could not be taken in, by their keys. */
export async function listQuarantine(store: Store): Promise<readonly QuarantineRow[]> {
  const rows: QuarantineRow[] = [];
  for await (const row of readAll(store, quarantinePk)) rows.push(decodeQuarantine(row));
  return rows;
}

async function countQuarantine(store: Store): Promise<number> {
  let count = 0;
  for await (const _ of readAll(store, quarantinePk)) count++;
  return count;
}

/** Counts the whole archive: one pass over its message rows. */
export async function readStatus(store: Store): Promise<Status> {
  const accounts = new Map<string, FolderStatus[]>();
  const sum: Count = { messages: 0, attachments: 0, bytes: 0, damaged: 0 };
  for (const folder of await listFolders(store)) {
    const count = await countFolder(store, folder);
    for (const key of ['messages', 'attachments', 'bytes', 'damaged'] as const) sum[key] += count[key];
    const folders = accounts.get(folder.accountId) ?? [];
    accounts.set(folder.accountId, folders);
    folders.push({
      folderAlias: folder.folderAlias,
      messages: count.messages,
      attachments: count.attachments,
      lastStoredAt: new Date(folder.lastStoredAt).toISOString(),
    });
  }
  return {
    accounts: [...accounts].map(([accountId, folders]) => ({ accountId, folders })),
    ...sum,
    quarantined: await countQuarantine(store),
  };
}
