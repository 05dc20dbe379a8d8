// search_emails by definition, for tests to compare with: every mail is read as words, every match scored by BM25F, all
// sorted. Shares the tokens, the weights and the formula with the program, and nothing of how it searches.

import type { Archive } from '../../lib/archive/archive.ts';
import { ownerKey } from '../../lib/archive/keys.ts';
import { readContent } from '../../lib/archive/readContent.ts';
import { decodeOwner, type MessageRow } from '../../lib/archive/rows.ts';
import { mailTailRow } from '../../lib/archive/words/mailWords.ts';
import { decodeDocument } from '../../lib/words/documentCodec.ts';
import type { WordQuery } from '../../lib/words/parseQuery.ts';
import { hasWords, scorer, type Words } from './wordsModel.ts';

/** A mail as the model knows it. */
export interface ModelMail {
  readonly message: MessageRow;
  readonly text: string;
  readonly words: Words;
}

export interface ModelQuestion {
  readonly accountIds: readonly string[];
  readonly query: WordQuery;
  /** Whether a mail passes the filters. */
  readonly passes: (mail: ModelMail) => boolean;
}

export interface ModelMatch {
  readonly mail: ModelMail;
  readonly score: number;
}

/** A stored mail as the model knows it: its row, its text, and every word of it. */
export async function readModelMail(archive: Archive, storedEmailId: string): Promise<ModelMail> {
  const [row] = await archive.store.get([ownerKey(storedEmailId)]);
  const accounts = new Set(row ? [decodeOwner(row).accountId] : []);
  const [reading] = await readContent(archive, [storedEmailId], accounts);
  if (reading?.kind !== 'content') throw new Error('a mail that was stored cannot be read');
  const { message, content } = reading;
  const { bytes = new Uint8Array() } = mailTailRow(message, content);
  return {
    ...{ message, text: content.plainText.text },
    words: new Map(decodeDocument(bytes).words.map(word => [word.term, word])),
  };
}

/** Every match, in order. */
export function modelMatches(mails: readonly ModelMail[], { accountIds, query, passes }: ModelQuestion): ModelMatch[] {
  const searched = mails.filter(({ message }) => accountIds.includes(message.accountId));
  const scoreOf = scorer(
    searched.map(({ words }) => words),
    query,
  );
  return searched
    .filter(mail => hasWords(mail.words, query) && passes(mail))
    .map(mail => ({ mail, score: scoreOf(mail.words) }))
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        b.mail.message.receivedAt - a.mail.message.receivedAt ||
        (a.mail.message.storedEmailId < b.mail.message.storedEmailId ? 1 : -1),
    );
}
