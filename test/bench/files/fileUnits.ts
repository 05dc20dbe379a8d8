// Read units, calls, rounds and modelled milliseconds of every question on the shipped DynamoDB adapter.

import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';
import { askFiles } from './askFiles.ts';
import type { FileQuestion } from './fileQuestions.ts';
import { fillArchive } from './filesArchive.ts';
import { type FilesCorpus, readMadeFiles } from './filesCorpus.ts';

export interface FileUnits {
  readonly question: FileQuestion;
  readonly readUnits: number;
  readonly calls: number;
  readonly rounds: number;
  readonly modelMilliseconds: number;
  /** Texts that are read from S3. */
  readonly texts: number;
}

export async function fileUnits(corpus: FilesCorpus): Promise<readonly FileUnits[]> {
  const { client, time, sent } = simulatedDynamo();
  let texts = 0;
  const memory = memoryBlobs();
  const blobs: typeof memory = {
    ...memory,
    get: key => {
      texts++;
      return memory.get(key);
    },
  };
  const archive = { store: dynamoStore({ client, table: 'bench', clock: time }), blobs };
  await fillArchive(archive, readMadeFiles(corpus));
  const units: FileUnits[] = [];
  for (const question of corpus.questions) {
    sent.length = 0;
    texts = 0;
    const before = time.now();
    const { cost } = await askFiles(archive, question);
    const { readUnits, calls, rounds } = cost;
    units.push({ question, readUnits, calls, rounds, modelMilliseconds: time.now() - before, texts });
  }
  return units;
}
