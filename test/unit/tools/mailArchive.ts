// Archives of some mails in memory, and what a tool is called with over them.

import type { Archive } from '../../../lib/archive/archive.ts';
import type { IncomingMessage } from '../../../lib/archive/prepareMail.ts';
import { storeMessages } from '../../../lib/archive/writer.ts';
import type { Caller } from '../../../lib/tools/caller.ts';
import type { ToolContext, ToolEnvironment } from '../../../lib/tools/tool.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';
import { everyone, sampleEnvironment } from '../../doubles/toolService.ts';

export const day = 86_400_000;
/** When they are stored. */
export const start = Date.UTC(2024, 0, 1, 12);

export async function archiveOfMails(messages: readonly IncomingMessage[]): Promise<Archive> {
  const archive = { store: memoryStore(), blobs: memoryBlobs(() => start) };
  await storeMessages(archive, messages, () => start);
  return archive;
}

/** @param fields what differs, another archive say */
export const contextOver = async (
  messages: readonly IncomingMessage[],
  fields: Partial<ToolEnvironment> = {},
  caller: Caller = everyone,
): Promise<ToolContext> => ({
  ...(await sampleEnvironment({ archive: await archiveOfMails(messages), ...fields })),
  caller,
});
