// The words of messages that were stored before: put where they are missing, taken away where the message lay before
// it was received at another date.

import type { Row, Store } from '../ports.ts';
import type { OwnerRow } from '../rows.ts';
import { mailIndex, mailPosition } from './mailWords.ts';
import { addMissingWords, removeWords } from './removeWords.ts';

export interface WordsChange {
  readonly accountId: string;
  /** The message as its owner row has it; null where that cannot be read. */
  readonly before: OwnerRow | null;
  /** Its words as they should be. */
  readonly words: Row;
}

/** Brings the words of messages to what they should be; tells how many rows it wrote. Their owner rows are written after. */
export async function replaceWords(store: Store, changes: readonly WordsChange[]): Promise<number> {
  let added = 0;
  for (const [accountId, own] of Map.groupBy(changes, change => change.accountId)) {
    const index = mailIndex(accountId);
    added += await addMissingWords(
      store,
      index,
      own.map(({ words }) => words),
    );
    const left = own.flatMap(({ before, words }) =>
      before === null || mailPosition(before) === words.sk ? [] : [before],
    );
    await removeWords(store, index, left.map(mailPosition));
  }
  return added;
}
