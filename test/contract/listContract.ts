// What listEmails() promises over any store: exactly the brute-force answer, in either direction, page by page, under
// any budget, by whichever way the messages are read, while mail arrives and goes between the pages.

import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { messageKey } from '../../lib/archive/keys.ts';
import { folderRow } from '../../lib/archive/messageRows.ts';
import { peopleRow } from '../../lib/archive/people.ts';
import type { Row, RowKey, Store } from '../../lib/archive/ports.ts';
import { encodeMessage, type MessageRow } from '../../lib/archive/rows.ts';
import { type EmailPage, type EmailQuery, listEmails } from '../../lib/search/listEmails.ts';
import { type ContractOptions, ownCursorKeys, present, scaled, sharedBy } from './contractOptions.ts';

const accounts = ['ann', 'bob', 'Zoë 見'];
/** Two spellings of one folder among them. */
const folders = ['INBOX', 'Inbox', 'Archive/2024', 'Entwürfe', '見積'];
const addresses = ['ann@example.com', 'Bob@Example.org', 'list@example.net', 'zoë@exämple.com'];
const subjects = ['Invoice 12', 'Re: invoice 7', 'ΟΔΟΣ', 'İstanbul', 'a*b?c%_.\\', 'e\u0301t\u00e9', ''];
const fragments = ['invoice', 'VOICE 1', 'οδος', 'istanbul', '*', '?', '%', '.', 'ÉTÉ', ' ', ''];
const noon = 1_700_000_000_000;
/** Few, so that ties are common; one before 1970, one far off, and the last that a position can hold. */
const instants = [-5000, 0, noon, noon + 1, noon + 500, noon + 86_400_000, 9_000_000_000_000, 2 ** 47 - 1];

const message: fc.Arbitrary<MessageRow> = fc
  .record({
    accountId: fc.constantFrom(...accounts),
    folderAlias: fc.constantFrom(...folders),
    storedEmailId: fc.uuid(),
    receivedAt: fc.oneof(fc.constantFrom(...instants), fc.integer({ min: noon - 1e7, max: noon + 1e7 })),
    subject: fc.constantFrom(...subjects),
    senderAddress: fc.constantFrom(null, '', ...addresses),
    toAddresses: fc.subarray(addresses),
    ccAddresses: fc.subarray(addresses),
    crowd: fc.constantFrom(0, 0, 0, 0, 49, 60),
    seen: fc.constantFrom(null, true, false),
    count: fc.constantFrom(null, 0, 0, 1, 3),
  })
  .map(({ crowd, seen, count, ...row }) => ({
    ...row,
    toAddresses: [...Array.from({ length: crowd }, (_, i) => `crowd${i}@example.com`), ...row.toAddresses],
    sentAt: null,
    messageDate: row.receivedAt,
    messageId: null,
    senderDisplayName: null,
    sizeBytes: 1000,
    attachments: count === null ? null : { ...noParts, attachmentCount: count, inlineResourceCount: 2 },
    remoteFlags: seen === null ? null : { ...noFlags, isSeen: seen },
    contentAvailability: 'available',
  }));
const noParts = { totalSizeBytes: 0, isEncrypted: false, hasUnverifiedSignature: false, hasUnexpandedTnef: false };
const noFlags = { observedAt: 1, isAnswered: false, isFlagged: false, isDraft: false, keywords: [] };

const rarely = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { freq: 3 });
const question = fc.record({
  accountIds: fc.subarray(accounts),
  folderAliases: fc.option(fc.subarray(['inbox', 'INBOX', 'ARCHIVE/2024', 'entwürfe', 'nothing'], { minLength: 1 })),
  filters: fc.record({
    senderAddress: rarely('ANN@example.com', 'bob@example.org', 'Zoe\u0308@EXÄMPLE.com', 'nobody@example.com'),
    recipientAddress: rarely('ANN@example.com', 'bob@example.org', 'crowd7@example.com', 'nobody@example.com'),
    subjectFragment: rarely(...fragments),
    receivedFrom: rarely(-10_000, noon, noon + 1),
    receivedBefore: rarely(noon + 1, noon + 5e6, 2 ** 47, 8.64e15),
    isRemotelySeen: rarely(true, false),
    hasAttachments: rarely(true, false),
  }),
  direction: fc.constantFrom('newestFirst' as const, 'oldestFirst' as const),
  /** Whether an account has so many folders that they are not read one by one. */
  hasManyFolders: fc.boolean(),
  budgetRows: fc.constantFrom(1, 2, 5, 20, 1e6),
  pageSizes: fc.array(fc.constantFrom(1, 2, 3, 7, 100), { minLength: 1, maxLength: 4 }),
});
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;

const fold = (text: string) => text.normalize('NFC').toLowerCase();
const foldSubject = (text: string) => fold(text).replaceAll('ς', 'σ').replaceAll('i\u0307', 'i').normalize('NFC');
const isOneOf = (address: string | null, some: readonly (string | null)[]) =>
  address === null || some.some(own => own !== null && fold(own) === fold(address));

/** The answer by definition. */
function bruteForce(rows: readonly MessageRow[], { accountIds, folderAliases, filters, direction }: Question) {
  const f = filters;
  const matching = rows.filter(
    row =>
      accountIds.includes(row.accountId) &&
      (folderAliases?.some(alias => fold(alias) === fold(row.folderAlias)) ?? true) &&
      isOneOf(f.senderAddress, [row.senderAddress]) &&
      isOneOf(f.recipientAddress, [...row.toAddresses, ...row.ccAddresses]) &&
      (f.subjectFragment === null || foldSubject(row.subject).includes(foldSubject(f.subjectFragment))) &&
      (f.receivedFrom === null || row.receivedAt >= f.receivedFrom) &&
      (f.receivedBefore === null || row.receivedAt < f.receivedBefore) &&
      (f.isRemotelySeen === null || (row.remoteFlags !== null && row.remoteFlags.isSeen === f.isRemotelySeen)) &&
      (f.hasAttachments === null ||
        (row.attachments !== null && row.attachments.attachmentCount > 0 === f.hasAttachments)),
  );
  const newestFirst = matching.toSorted(
    (a, b) => b.receivedAt - a.receivedAt || (a.storedEmailId < b.storedEmailId ? 1 : -1),
  );
  return direction === 'newestFirst' ? newestFirst : newestFirst.toReversed();
}

const rowsOf = (row: MessageRow): readonly Row[] => [
  { ...messageKey(row.accountId, row.folderAlias, row.receivedAt, row.storedEmailId), data: encodeMessage(row) },
  peopleRow(row),
];
const keysOf = (row: MessageRow): readonly RowKey[] =>
  rowsOf(row).map(({ pk, sk, posting }) => (posting ? { pk, sk, posting } : { pk, sk }));
const idOf = (row: MessageRow): string => `${row.accountId} ${row.storedEmailId}`;
/** What one archive can hold: an id is of one message. */
const distinct = (rows: readonly MessageRow[]) => [...new Map(rows.map(row => [row.storedEmailId, row])).values()];

export function listContract(name: string, open: () => Promise<Store>, options: ContractOptions = {}): void {
  describe(`listEmails over ${name}`, () => {
    const cursorKeys = ownCursorKeys();
    const opened = sharedBy(open);
    // Each case has accounts of its own, so that cases share a store without meeting.
    const run = randomBytes(3).toString('hex');
    let cases = 0;

    async function put(rows: readonly MessageRow[], alsoFolders: readonly Row[] = []): Promise<void> {
      await opened().put([
        ...alsoFolders,
        ...rows.flatMap(rowsOf),
        ...rows.map(row => folderRow(row.accountId, row.folderAlias, noon)),
      ]);
    }

    /** The same question and messages, of accounts that no other case has. */
    function ownCase(raw: readonly MessageRow[], asked: Question) {
      const own = ` ${run} ${cases++}`;
      const accountIds = asked.accountIds.map(id => id + own);
      const rows = distinct(raw).map(row => ({ ...row, accountId: row.accountId + own }));
      const more = asked.hasManyFolders
        ? accountIds.slice(0, 1).flatMap(id => Array.from({ length: 30 }, (_, i) => folderRow(id, `more ${i}`, noon)))
        : [];
      return { rows, more, q: { ...asked, accountIds } };
    }

    const ask = (q: Question, changes: Pick<EmailQuery, 'pageSize' | 'cursor'>, budgetRows: number) =>
      listEmails(
        { store: opened(), cursorKeys, budget: { rows: budgetRows, milliseconds: 60_000 } },
        { ...q, binding: '*', requestedAccountIds: null, ...changes },
      );

    /** Walks all pages, each under the budget; `between` may change what is stored. */
    async function walk(q: Question, between: () => Promise<void> = async () => {}): Promise<MessageRow[]> {
      const walked: MessageRow[] = [];
      let cursor: string | null = null;
      for (let i = 0; ; i++) {
        const pageSize = q.pageSizes[i % q.pageSizes.length] ?? 1;
        const page: EmailPage = await ask(q, { pageSize, cursor }, q.budgetRows);
        expect(page.emails.length).toBeLessThanOrEqual(pageSize);
        walked.push(...page.emails);
        cursor = page.nextCursor;
        if (cursor === null) return walked;
        expect(i).toBeLessThan(500);
        await between();
      }
    }

    test('is the brute-force answer, in one page and page by page under any budget', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(message, { maxLength: 40 }), question, async (raw, asked) => {
          const { rows, more, q } = ownCase(raw, asked);
          await put(rows, more);
          const all = bruteForce(rows, q);
          const whole = await ask(q, { pageSize: 100, cursor: null }, 1e6);
          expect(whole.emails).toEqual(all);
          expect(whole.nextCursor).toBeNull();
          expect(await walk(q)).toEqual(all);
          // With all the budget that it needs a page is full unless it is the last, and the last is known for it.
          const exact = await ask(q, { pageSize: 3, cursor: null }, 1e6);
          expect(exact.emails).toEqual(all.slice(0, 3));
          expect(exact.nextCursor !== null).toBe(all.length > 3);
        }),
        { numRuns: scaled(300, options, 20) },
      );
    });

    test('is the brute-force answer of a sender with a recipient, among mails to so many that none is told', async () => {
      const one = fc.record({ raw: message, isToMany: fc.boolean(), isAsked: fc.boolean() });
      await fc.assert(
        fc.asyncProperty(fc.array(one, { minLength: 3, maxLength: 12 }), question, async (some, asked) => {
          const raw = some.map(({ raw: row, isToMany, isAsked }) => ({
            ...{ ...row, accountId: 'ann', senderAddress: isAsked ? 'ann@example.com' : null },
            toAddresses: [
              ...(isToMany ? Array.from({ length: 60 }, (_, i) => `crowd${i}@example.com`) : []),
              ...(isAsked ? ['bob@example.org'] : []),
            ],
          }));
          const { direction, budgetRows, pageSizes } = asked;
          const senderAndRecipient = { senderAddress: 'ann@example.com', recipientAddress: 'bob@example.org' };
          const filters = { ...asked.filters, ...senderAndRecipient, subjectFragment: null, hasAttachments: null };
          const { rows, more, q } = ownCase(raw, {
            ...{ accountIds: ['ann'], folderAliases: null, hasManyFolders: false, direction, budgetRows, pageSizes },
            filters: { ...filters, receivedFrom: null, receivedBefore: null, isRemotelySeen: null },
          });
          await put(rows, more);
          const all = bruteForce(rows, q);
          expect((await ask(q, { pageSize: 100, cursor: null }, 1e6)).emails).toEqual(all);
          expect(await walk(q)).toEqual(all);
        }),
        { numRuns: scaled(60, options, 10) },
      );
    });

    test('oldest first is exactly the reverse of newest first', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(message, { maxLength: 40 }), question, async (raw, asked) => {
          const { rows, more, q } = ownCase(raw, asked);
          await put(rows, more);
          const oldest = await walk({ ...q, direction: 'oldestFirst' });
          expect(oldest.toReversed()).toEqual(await walk({ ...q, direction: 'newestFirst' }));
        }),
        { numRuns: scaled(50, options, 5) },
      );
    });

    test('neither repeats nor skips a message that was there, whatever arrives or goes between pages', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(message, { minLength: 4, maxLength: 30 }),
          fc.array(fc.tuple(message, fc.boolean()), { maxLength: 10 }),
          question,
          async (raw, changes, asked) => {
            const { rows: all, more, q } = ownCase([...raw, ...changes.map(([row]) => row)], asked);
            const late = new Set(changes.map(([row]) => row.storedEmailId));
            const rows = all.filter(row => !late.has(row.storedEmailId));
            const arriving = all.filter(row => late.has(row.storedEmailId));
            const going = rows.filter((_, i) => changes[i]?.[1] === true);
            const gone = new Set(going.map(idOf));
            await put(rows, more);
            const walked = await walk(q, async () => {
              const arrived = arriving.pop();
              if (arrived) await put([arrived]);
              const leaving = going.pop();
              if (leaving) await opened().delete(keysOf(leaving));
            });
            const ids = walked.map(idOf);
            expect(new Set(ids).size).toBe(ids.length);
            const expected = bruteForce(rows, q).map(idOf);
            const lasting = expected.filter(id => !gone.has(id));
            const held = new Set(lasting);
            expect(ids.filter(id => held.has(id))).toEqual(lasting);
          },
        ),
        { numRuns: scaled(150, options, 10) },
      );
    });

    test('tells how fresh every folder of the scope is, those that nothing reached among them', async () => {
      const own = ` ${run} ${cases++}`;
      const [ann, bob] = [`ann${own}`, `bob${own}`];
      await opened().put([folderRow(ann, 'Inbox', 5000), folderRow(ann, 'Sent', 7000), folderRow(bob, 'INBOX', 9000)]);
      const fresh = async (accountIds: readonly string[], folderAliases: readonly string[] | null) => {
        const filters = present(fc.sample(question, { numRuns: 1, seed: 1 })[0]).filters;
        const page = await listEmails(
          { store: opened(), cursorKeys },
          {
            ...{ accountIds, folderAliases, filters, binding: '*', requestedAccountIds: null },
            ...{ direction: 'newestFirst', pageSize: 1, cursor: null },
          },
        );
        expect(page.emails).toEqual([]);
        return page.freshness.map(({ accountId, folderAlias, lastStoredAt }) => [accountId, folderAlias, lastStoredAt]);
      };
      const inbox = [ann, 'Inbox', 5000];
      expect(await fresh([ann], null)).toEqual([inbox, [ann, 'Sent', 7000]]);
      expect(await fresh([ann, bob], ['INBOX', 'inbox', 'Nothing'])).toEqual([
        ...[inbox, [ann, 'Nothing', null]],
        ...[
          [bob, 'INBOX', 9000],
          [bob, 'Nothing', null],
        ],
      ]);
      expect(await fresh([], ['INBOX'])).toEqual([]);
      expect(await fresh([`eve${own}`], null)).toEqual([]);
    });

    test('a cursor is good for its own question alone, whatever the page size', async () => {
      const base: Question = {
        accountIds: accounts.map(id => `${id} ${run} cursor`),
        folderAliases: ['INBOX', 'sent'],
        filters: {
          senderAddress: null,
          recipientAddress: null,
          subjectFragment: 'inv',
          receivedFrom: null,
          receivedBefore: null,
          isRemotelySeen: null,
          hasAttachments: null,
        },
        ...{ direction: 'newestFirst', hasManyFolders: false, budgetRows: 1e6, pageSizes: [1] },
      };
      const rows = Array.from({ length: 5 }, (_, i) => {
        const [row] = fc.sample(message, { numRuns: 1, seed: i });
        return {
          ...present(row),
          ...{ accountId: present(base.accountIds[0]), folderAlias: 'Inbox', subject: 'Invoice', receivedAt: noon + i },
        };
      });
      await put(rows);
      const { nextCursor: cursor } = await ask(base, { pageSize: 2, cursor: null }, 1e6);
      expect(cursor).toMatch(/^[\w-]{1,512}$/);
      const again = (q: Question, binding = '*', requestedAccountIds: readonly string[] | null = null) =>
        listEmails({ store: opened(), cursorKeys }, { ...q, binding, requestedAccountIds, pageSize: 100, cursor });
      expect((await again(base)).emails).toHaveLength(3);
      expect((await again({ ...base, folderAliases: ['SENT', 'inbox', 'Inbox'] })).emails).toHaveLength(3);
      expect((await again({ ...base, filters: { ...base.filters, subjectFragment: 'INV' } })).emails).toHaveLength(3);
      const others: Partial<Question['filters']>[] = [
        { senderAddress: 'a@example.com' },
        { recipientAddress: 'a@example.com' },
        { subjectFragment: 'invo' },
        { receivedFrom: 0 },
        { receivedBefore: 2 ** 46 },
        { isRemotelySeen: false },
        { hasAttachments: false },
      ];
      for (const filters of others)
        await expect(again({ ...base, filters: { ...base.filters, ...filters } })).rejects.toMatchObject({
          code: 52002,
        });
      await expect(again({ ...base, direction: 'oldestFirst' })).rejects.toMatchObject({ code: 52002 });
      await expect(again({ ...base, folderAliases: null })).rejects.toMatchObject({ code: 52002 });
      await expect(again(base, '["ann"]')).rejects.toMatchObject({ code: 52002 });
      await expect(again(base, '*', base.accountIds)).rejects.toMatchObject({ code: 52002 });
    });
  });
}
