// How somebody who may ask for it has a deployment index all files anew: a row says that a generation is being built, and
// a message sets the function going that builds it. Apart from the query function, which hardly ever does it.

import type { Archive } from '../archive/archive.ts';
import { startFilesRebuild } from '../archive/files/generations.ts';
import { sqsClient } from './clients.ts';
import { fileQueue } from './fileQueue.ts';

/** Started twice, or after a start whose message was lost, it goes on. @param url of the extract queue */
export async function startRebuildOnStack(
  archive: Archive,
  url: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const client = sqsClient(environment);
  try {
    await startFilesRebuild(archive);
    await fileQueue({ client, url }).workOff();
  } finally {
    client.destroy();
  }
}
