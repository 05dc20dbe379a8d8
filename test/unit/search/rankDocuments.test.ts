import type { Row } from '../../../lib/archive/ports.ts';
import { mailIndex, mailTailRow } from '../../../lib/archive/words/mailWords.ts';
import { sealTail } from '../../../lib/archive/words/sealTail.ts';
import { storeMessages } from '../../../lib/archive/writer.ts';
import { limits } from '../../../lib/limits.ts';
import { searchEmails } from '../../../lib/search/searchEmails.ts';
import { parseQuery } from '../../../lib/words/parseQuery.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { type MemoryStore, memoryStore } from '../../doubles/memoryStore.ts';

const noFilters = {
  ...{ senderAddress: null, recipientAddress: null, subjectFragment: null, receivedFrom: null },
  ...{ receivedBefore: null, isRemotelySeen: null, hasAttachments: null },
};

/** An archive of short mails, a day apart, the first so many of them sealed. */
async function archiveOf(texts: readonly string[], sealed: number) {
  const archive = { store: memoryStore(), blobs: memoryBlobs() };
  const incoming = texts.map((text, n) => ({
    ...{ accountId: 'me', folderAlias: 'INBOX', receivedAt: n * 86_400_000, flags: null },
    raw: Buffer.from(`From: ann@example.com\r\nSubject: ${n}\r\n\r\n${text}\r\n`),
  }));
  await storeMessages(archive, incoming.slice(0, sealed), Date.now);
  await sealTail(archive.store, mailIndex('me'), { least: 1 });
  await storeMessages(archive, incoming.slice(sealed), Date.now);
  const ask = async (queryText: string) => {
    const search = { accountIds: ['me'], folderAliases: null, filters: noFilters, limit: 500 };
    const answer = await searchEmails({ archive }, { ...search, query: parseQuery(queryText) });
    return { ...answer, subjects: answer.matches.map(({ message }) => message.subject) };
  };
  return { ...archive, ask };
}

/** Changes the bytes of the rows of a family. */
function spoil({ rows }: MemoryStore, family: string, change: (bytes: Uint8Array) => Uint8Array): number {
  const own = [...rows].filter(([, { pk, bytes }]) => pk.startsWith(`${family}\u001f`) && bytes);
  for (const [name, row] of own) rows.set(name, { ...row, bytes: change(row.bytes ?? new Uint8Array()) } as Row);
  return own.length;
}

describe('words that cannot be read', () => {
  it.each(['cut', 'of another version'])('of a batch cost the others nothing where they are %s', async how => {
    const { store, ask } = await archiveOf(['word', 'word', 'word', 'word'], 2);
    expect(await ask('word')).toMatchObject({ subjects: ['3', '2', '1', '0'], searchComplete: true });
    const damaged = spoil(store, 'w', bytes =>
      how === 'cut' ? bytes.slice(0, 3) : Uint8Array.of(99, ...bytes.slice(1)),
    );
    expect(damaged).toBeGreaterThan(1);
    expect(await ask('word')).toMatchObject({
      ...{ subjects: ['3', '2'], searchComplete: false, trouble: expect.any(Error) },
    });
  });

  it('of a mail that is not sealed cost the others nothing', async () => {
    const { store, ask } = await archiveOf(['word', 'word', 'word', 'word'], 2);
    expect(spoil(store, 't', () => Uint8Array.of(99))).toBe(2);
    expect(await ask('word')).toMatchObject({
      ...{ subjects: ['1', '0'], searchComplete: false, trouble: expect.any(Error) },
    });
  });
});

describe('a tail of very many mails', () => {
  it('is read from both ends within a bound, and the answer says so', async () => {
    const { store, ask } = await archiveOf(['word', 'word'], 1);
    const [message] = (await ask('word')).matches.map(match => match.message);
    if (!message) throw new Error('not found');
    const content = { subject: 'word', participants: [], parts: [], plainText: { text: 'word', isWhole: true } };
    // Rows of words alone, each as large as a row may be: of mails that are removed meanwhile nothing else is there.
    const count = Math.ceil((2 * limits.tailBytes.value) / 250_000) + 20;
    const bulk = Array.from({ length: count }, (_, i): Row => {
      const row = mailTailRow({ ...message, receivedAt: (i + 2) * 86_400_000 }, content as never);
      return { ...row, bytes: Buffer.concat([row.bytes ?? new Uint8Array(), Buffer.alloc(250_000)]) };
    });
    await store.put(bulk);
    const { subjects, searchComplete } = await ask('word');
    expect([subjects, searchComplete]).toEqual([['1', '0'], false]);
    await store.delete(bulk.slice(40));
    expect((await ask('word')).searchComplete).toBe(true);
  });
});

describe('words that stand in many mails many times', () => {
  const mailCount = 120;
  /** What each mail says, every fifth of them otherwise, the last after the sealing. */
  const lineOf = (n: number) => ['gamma delta', 'delta gamma', 'gamma of delta', 'delta to be gamma', 'gamma'][n % 5];
  const texts = Array.from({ length: mailCount }, (_, n) => `${`${lineOf(n)}. `.repeat(30)}${n === 7 ? 'seven' : ''}`);
  const of = (...kinds: number[]) =>
    Array.from({ length: mailCount }, (_, n) => n)
      .filter(n => kinds.includes(n % 5))
      .toReversed()
      .map(String);
  const newestFirst = (subjects: readonly string[]) => subjects.toSorted((a, b) => Number(b) - Number(a));

  it('have their places apart, which are read for phrases alone', async () => {
    const { store, ask } = await archiveOf(texts, mailCount - 3);
    const apart = [...store.rows.values()].filter(({ pk }) => pk.startsWith('w\u001f') && pk.endsWith('p'));
    expect(apart.length).toBeGreaterThan(1);
    const found = async (query: string) => newestFirst((await ask(query)).subjects);
    expect(await found('gamma')).toEqual(of(0, 1, 2, 3, 4));
    // Lines follow each other, so that the last word of one stands before the first of the next.
    expect(await found('"gamma delta"')).toEqual(of(0, 1, 3));
    expect(await found('"gamma delta gamma"')).toEqual(of(0, 1));
    expect(await found('"gamma of delta"')).toEqual(of(2));
    expect(await found('"of delta"')).toEqual(of(2));
    expect(await found('"to be gamma delta"')).toEqual(of(3));
    expect(await found('"to be"')).toEqual(of(3));
    expect(await found('gamma -"gamma delta"')).toEqual(of(2, 4));
    expect(await found('seven "delta gamma"')).toEqual(['7']);
    expect(await found('seven "gamma to"')).toEqual([]);

    const [plain, phrase, within] = [
      await ask('gamma delta'),
      await ask('"gamma delta"'),
      await ask('seven "delta gamma"'),
    ];
    expect(phrase.cost.rounds).toBe(plain.cost.rounds + 1);
    expect(phrase.searchComplete).toBe(true);
    expect(within.searchComplete).toBe(true);
    await store.delete(apart);
    expect((await ask('"gamma delta"')).searchComplete).toBe(false);
    expect((await ask('gamma')).searchComplete).toBe(true);
  });
});
