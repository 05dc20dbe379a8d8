// search_emails by definition, for tests to compare with: every mail is read as words, every match scored by BM25F, all
// sorted. Shares the tokens, the weights and the formula with the program, and nothing of how it searches.

import type { Archive } from '../../lib/archive/archive.ts';
import { ownerKey } from '../../lib/archive/keys.ts';
import { readContent } from '../../lib/archive/readContent.ts';
import { decodeOwner, type MessageRow } from '../../lib/archive/rows.ts';
import { mailTailRow } from '../../lib/archive/words/mailWords.ts';
import { decodeDocument } from '../../lib/words/documentCodec.ts';
import type { DocumentWord } from '../../lib/words/documentWords.ts';
import type { QueryPhrase, QueryWord, WordQuery } from '../../lib/words/parseQuery.ts';
import { idfOf, scoreOf } from '../../lib/words/score.ts';

/** A mail as the model knows it. */
export interface ModelMail {
  readonly message: MessageRow;
  readonly text: string;
  readonly words: ReadonlyMap<string, DocumentWord>;
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

const has = (words: ModelMail['words'], element: QueryWord | QueryPhrase): boolean => {
  if (element.kind === 'word') return words.has(element.term);
  if (element.whole !== null && words.has(element.whole)) return true;
  const [head, ...rest] = element.terms.map(({ term, offset }) => ({ offset, at: words.get(term)?.positions ?? [] }));
  return (head?.at ?? []).some(start => rest.every(({ offset, at }) => at.includes(start + offset)));
};

/** Every match, in order. */
export function modelMatches(mails: readonly ModelMail[], { accountIds, query, passes }: ModelQuestion): ModelMatch[] {
  const searched = mails.filter(({ message }) => accountIds.includes(message.accountId));
  const scoring = new Set(
    query.required.flatMap(element =>
      element.kind === 'word'
        ? [element.term]
        : [...element.terms.map(({ term }) => term), ...(element.whole === null ? [] : [element.whole])],
    ),
  );
  const idfs = [...scoring].map(term => {
    const withWord = searched.filter(({ words }) => words.has(term)).length;
    return { term, idf: idfOf(searched.length, withWord) };
  });
  return searched
    .filter(
      mail =>
        query.required.every(element => has(mail.words, element)) &&
        !query.excluded.some(element => has(mail.words, element)) &&
        passes(mail),
    )
    .map(mail => ({
      mail,
      // In billionths, as the program adds, so that equal scores are equal.
      score:
        idfs.reduce(
          (sum, { term, idf }) => sum + Math.round(1e9 * scoreOf(idf, mail.words.get(term)?.weight ?? 0)),
          0,
        ) / 1e9,
    }))
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        b.mail.message.receivedAt - a.mail.message.receivedAt ||
        (a.mail.message.storedEmailId < b.mail.message.storedEmailId ? 1 : -1),
    );
}
