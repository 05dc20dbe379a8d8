// The partitions of the table that the function which reads documents writes to: seen in its own work on mails, on
// documents of the library that come, change and go, and on generations.

import { BatchWriteItemCommand, type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { Archive } from '../../../lib/archive/archive.ts';
import { librarySpace } from '../../../lib/archive/fileKeys.ts';
import { startFilesRebuild } from '../../../lib/archive/files/generations.ts';
import { sealFiles } from '../../../lib/archive/files/indexFiles.ts';
import type { FileSubject } from '../../../lib/archive/files/indexing.ts';
import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { handleFileTasks } from '../../../lib/aws/handleFileTasks.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';
import { mailWith, storeMails, textReader } from '../archive/files/material.ts';

const onFailure = () => (error: unknown) => {
  throw error;
};

export async function partitionsWritten(): Promise<string[]> {
  const { client } = simulatedDynamo();
  const written: string[] = [];
  const note = (command: unknown) => {
    if (command instanceof PutItemCommand) written.push(command.input.Item?.pk?.S ?? '');
    if (command instanceof BatchWriteItemCommand)
      for (const request of Object.values(command.input.RequestItems ?? {}).flat())
        written.push((request.PutRequest?.Item ?? request.DeleteRequest?.Key)?.pk?.S ?? '');
    return command;
  };
  const send = (command: never) => client.send(note(command) as never);
  const store = dynamoStore({ client: { send, destroy() {} } as unknown as DynamoDBClient, table: 't' });
  const archive: Archive = { store, blobs: memoryBlobs() };
  const { extract } = textReader();
  const mails = Array.from({ length: 3 }, (_, i) =>
    mailWith(i, [
      { name: 'contract.pdf', text: 'the same words' },
      { name: `n${i}.md`, text: `#tag ${i} locked` },
    ]),
  );
  const ids = await storeMails(archive, mails);
  written.splice(0);
  const put = (path: string, text: string) => archive.blobs.create(path, Buffer.from(text));
  const documents = ['library/a.md', 'library/deep/b ü.md'];
  await put(documents[0] ?? '', 'first #tag [](deep/b ü.md) ![](missing.png)');
  await put(documents[1] ?? '', 'second');
  const all: FileSubject[] = [
    ...ids.map(storedEmailId => ({ kind: 'mail' as const, accountId: 'ann', storedEmailId })),
    ...documents.map(path => ({ kind: 'library' as const, path })),
  ];
  const queue = { workOff: async () => {} };
  const handle = async (subjects: readonly FileSubject[], isWorkOff = false) => {
    const tasks = [
      ...subjects.map(subject => ({ kind: 'index' as const, subject })),
      ...(isWorkOff ? [{ kind: 'workOff' as const, stood: 0 }] : []),
    ];
    for (const answer of await handleFileTasks({ archive, extract, queue }, tasks, onFailure))
      if ('error' in answer) throw answer.error;
  };
  await handle(all);
  await handle([], true);
  for (const space of ['ann', librarySpace]) await sealFiles(store, space, { least: 1 });
  await archive.blobs.remove(documents[0] ?? '');
  await handle(all);
  await startFilesRebuild(archive);
  await handle([], true);
  return written;
}
