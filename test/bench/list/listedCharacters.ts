// Characters that an agent reads of list_emails: of the tool's description with its schemas, and of each listed mail.

import { storeMessages } from '../../../lib/archive/writer.ts';
import { toolListing } from '../../../lib/gateway/mcpServer.ts';
import { listEmailsTool } from '../../../lib/tools/listEmails.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';
import { readSampleMails } from './sampleMails.ts';

export interface ListedCharacters {
  /** Bytes of the tool in tools/list. */
  readonly toolBytes: number;
  /** Characters of JSON for each listed mail, freshness and cursor left out. */
  readonly eachMail: number;
}

/** Counts over the sample mails that the project ships. */
export async function listedCharacters(): Promise<ListedCharacters> {
  const archive = { store: memoryStore(), blobs: memoryBlobs() };
  const samples = await readSampleMails();
  await storeMessages(
    archive,
    samples.map(raw => ({ accountId: 'me', folderAlias: 'INBOX', raw, receivedAt: null, flags: null })),
    () => Date.UTC(2026, 9, 1),
  );
  const { result } = await listEmailsTool.call(
    {
      archive,
      cursorKeys: { current: new Uint8Array(32).fill(7), previous: [] },
      timeZone: 'UTC',
      servedAccounts: async () => ['me'],
      caller: { id: 'everyone', accounts: '*', library: true, scopes: new Set(['read']) },
    },
    { pageSize: 100 },
  );
  const listing = toolListing(new Map([[listEmailsTool.name, listEmailsTool]]));
  return {
    toolBytes: Buffer.byteLength(JSON.stringify(listing)),
    eachMail: JSON.stringify(result.emails).length / result.emails.length,
  };
}
