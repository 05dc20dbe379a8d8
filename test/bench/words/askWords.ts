// Questions of the benchmark as the shipped search is asked them: whole answers, and rankings alone.

import type { Archive } from '../../../lib/archive/archive.ts';
import type { Cost, Store } from '../../../lib/archive/ports.ts';
import { mailIndex, senderFilterTerm } from '../../../lib/archive/words/mailWords.ts';
import { planWords } from '../../../lib/search/planWords.ts';
import { rankDocuments } from '../../../lib/search/rankDocuments.ts';
import { type EmailMatches, searchEmails } from '../../../lib/search/searchEmails.ts';
import { parseQuery } from '../../../lib/words/parseQuery.ts';
import type { WordQuestion } from './questions.ts';
import { accountId } from './wordsArchive.ts';

/** As the tool has it where nothing is said. */
export const resultLimit = 20;

/** Whatever the machine is doing beside: only bytes end a call here. */
const milliseconds = 1e9;
const rows = 64_000;

export const askWords = (archive: Archive, { text, sender }: WordQuestion): Promise<EmailMatches> =>
  searchEmails(
    { archive, budget: { rows, milliseconds } },
    {
      accountIds: [accountId],
      folderAliases: null,
      filters: {
        senderAddress: sender,
        recipientAddress: null,
        subjectFragment: null,
        receivedFrom: null,
        receivedBefore: null,
        isRemotelySeen: null,
        hasAttachments: null,
      },
      query: parseQuery(text),
      limit: resultLimit,
    },
  );

export interface RankingCost {
  /** Of the index and the blocks: what the ranking needs. */
  readonly ranking: Cost;
  /** The same with the look-up of which mails the first are. */
  readonly withPlaces: Cost;
}

/** The ranking and the positions of the first matches, without their rows, contents and snippets. */
export async function rankWords(store: Store, { text, sender }: WordQuestion): Promise<RankingCost> {
  const cost: Cost = { calls: 0, rounds: 0, rows: 0, readUnits: 0, writeUnits: 0 };
  const plan = planWords(parseQuery(text), sender === null ? [] : [[senderFilterTerm(sender)]]);
  const ranked = await rankDocuments({
    ...{ store, plan, cost, indexes: [mailIndex(accountId)], dateFrom: null, dateBefore: null },
    deadline: performance.now() + milliseconds,
  });
  const ranking = { ...cost };
  await ranked.documents(0, resultLimit);
  return { ranking, withPlaces: cost };
}
