// Read units, calls, rounds and modelled milliseconds of every question on the shipped DynamoDB adapter, with an empty
// tail and with one of hundreds of mails.

import type { Archive } from '../../../lib/archive/archive.ts';
import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { openArchive } from '../../../lib/local/openArchive.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';
import { askWords, rankWords } from './askWords.ts';
import { dynamoTable } from './dynamoTable.ts';
import type { RightAnswer } from './exhaustive.ts';
import { compared, cpuOf } from './localFigures.ts';
import type { WordQuestion } from './questions.ts';
import { replayedReads } from './replayReads.ts';
import type { Unsealed } from './writeFigures.ts';

export interface WordUnits {
  readonly question: WordQuestion;
  readonly overlap: number;
  readonly isSameOrder: boolean;
  readonly isComplete: boolean;
  /** Read units of the ranking: the index and the blocks of words. */
  readonly ranking: number;
  /** With the look-up of which mails the first are. */
  readonly withPlaces: number;
  /** With the rows of those mails and the folders: all of a whole answer. */
  readonly whole: number;
  readonly calls: number;
  readonly rounds: number;
  /** Of a whole answer but the reading of contents, which lie in S3. */
  readonly modelMilliseconds: number;
  /** CPU of ranking and places beyond the store. */
  readonly cpu: number;
}

export async function dynamoFigures(
  data: string,
  unsealed: Unsealed | null,
  questions: readonly WordQuestion[],
  right: readonly RightAnswer[],
): Promise<readonly WordUnits[]> {
  const { partition, close } = dynamoTable(data, unsealed?.partitions);
  const { client, time, sent } = simulatedDynamo({ archive: partition });
  const store = dynamoStore({ client, table: 'bench', clock: time });
  const local = await openArchive(data, { create: false });
  const { blobs } = local;
  const get = async (key: string) => (await unsealed?.blobs.get(key)) ?? blobs.get(key);
  const asked: Archive = { store, blobs: { ...blobs, get } };
  const units: WordUnits[] = [];
  for (const [i, question] of questions.entries()) {
    const before = time.now();
    const answer = await askWords(asked, question);
    const modelMilliseconds = time.now() - before;
    const { recording, replaying } = replayedReads(store);
    const { ranking, withPlaces } = await rankWords(recording, question);
    const { overlap, isSameOrder } = compared(question, answer, right[i]);
    await rankWords(replaying, question);
    units.push({
      ...{ question, overlap, isSameOrder, modelMilliseconds, isComplete: answer.searchComplete },
      ranking: ranking.readUnits,
      withPlaces: withPlaces.readUnits,
      whole: answer.cost.readUnits,
      calls: answer.cost.calls,
      rounds: answer.cost.rounds,
      cpu: await cpuOf(() => rankWords(replaying, question)),
    });
    sent.length = 0;
  }
  close();
  await local.close();
  return units;
}
