// What searchAttachments() promises over any store: exactly the brute-force answer, in order, page by page, by cursor
// and by offset, under any budget, while mail arrives between the pages.

import fc from 'fast-check';
import { attachmentRow } from '../../lib/archive/names.ts';
import type { Store } from '../../lib/archive/ports.ts';
import { encodePosition } from '../../lib/archive/position.ts';
import type { AttachmentRow } from '../../lib/archive/rows.ts';
import { fold } from '../../lib/names/fold.ts';
import { compileGlob, parsePattern } from '../../lib/names/glob.ts';
import { type AttachmentQuery, searchAttachments } from '../../lib/search/searchAttachments.ts';
import { type ContractOptions, ownCursorKeys, scaled, sharedBy } from './contractOptions.ts';

const accounts = ['ann', 'bob', 'Zoë 見'];
const stems = [
  'rxd2',
  'RXD2-0417 noise test',
  'Budget Q3',
  'image001',
  '見積書',
  'Übersicht',
  'a',
  '😁',
  'IMG_1234',
  'x.y.z',
  '20240131',
];
const endings = ['.pdf', '.PDF', '.xlsx', '.jpg', '', '.tar.gz'];
const senders = ['ann@example.com', 'Bob@Example.org', ''];

const attachment = fc
  .record({
    accountId: fc.constantFrom(...accounts),
    messageId: fc.uuid(),
    number: fc.integer({ min: 1, max: 40 }),
    // Few instants, so that ties are common; one before 1970 and one far off.
    date: fc.oneof(
      fc.constantFrom(-5000, 0, 1_700_000_000_000, 1_700_000_000_001, 1_700_000_000_500, 9_000_000_000_000),
      fc.integer({ min: 1_699_000_000_000, max: 1_701_000_000_000 }),
    ),
    filename: fc.tuple(fc.constantFrom(...stems), fc.constantFrom('', ' rev A', '_2'), fc.constantFrom(...endings)),
    sizeBytes: fc.constantFrom(0, 10, 1000, 5_000_000),
    isInline: fc.boolean(),
    from: fc.constantFrom(...senders),
  })
  .map(
    (row): AttachmentRow => ({
      ...row,
      filename: row.filename.join(''),
      subject: 'About it',
      contentType: 'application/octet-stream',
    }),
  );

const pattern = fc.oneof(
  fc.constantFrom(
    '*',
    '*.pdf',
    '?',
    'r*',
    '*noise*test*',
    '*001*',
    '見*',
    '*積*',
    '*書.xlsx',
    '????.???',
    '*a*',
    'übersicht*',
    '*z',
    '*nothing*',
    '*0240*',
  ),
  fc.tuple(fc.constantFrom(...stems), fc.constantFrom(...endings)).map(pair => pair.join('')),
  fc
    .tuple(fc.constantFrom(...stems), fc.nat(6), fc.constantFrom('*', '?*', '*?'))
    .map(([stem, cut, wild]) => stem.slice(0, cut).toWellFormed() + wild),
);

const question = fc.record({
  pattern,
  accountIds: fc.subarray(accounts),
  limit: fc.constantFrom(1, 2, 3, 7, 100),
  offset: fc.constantFrom(0, 0, 0, 1, 4, 50),
  after: fc.option(fc.constantFrom(-10_000, 1_700_000_000_000, 1_700_000_000_001)),
  before: fc.option(fc.constantFrom(1_700_000_000_001, 1_700_500_000_000)),
  from: fc.option(fc.constantFrom('ann@example.com', 'BOB@example.org'), { freq: 3 }),
  minSizeBytes: fc.option(fc.constantFrom(1, 1000), { freq: 3 }),
  maxSizeBytes: fc.option(fc.constantFrom(10, 1000), { freq: 3 }),
  includeInline: fc.boolean(),
  budgetRows: fc.constantFrom(1, 2, 5, 1000),
  pageSizes: fc.array(fc.constantFrom(1, 2, 5), { minLength: 1, maxLength: 4 }),
});
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;

const position = (row: AttachmentRow) => encodePosition({ at: row.date, id: row.messageId, number: row.number });
const nameOf = (row: AttachmentRow) => `${row.accountId} ${position(row)} ${row.filename}`;

/** What tells which rows answer a question. */
export type AskedRows = Pick<
  AttachmentQuery,
  'pattern' | 'accountIds' | 'after' | 'before' | 'from' | 'minSizeBytes' | 'maxSizeBytes' | 'includeInline'
>;

/** The answer by definition: every row that matches, newest first. */
export function bruteForce(rows: readonly AttachmentRow[], q: AskedRows): AttachmentRow[] {
  const matches = compileGlob(parsePattern(q.pattern));
  return rows
    .filter(
      row =>
        q.accountIds.includes(row.accountId) &&
        (q.after === null || row.date >= q.after) &&
        (q.before === null || row.date < q.before) &&
        (q.from === null || row.from.toLowerCase() === q.from.toLowerCase()) &&
        row.sizeBytes >= (q.minSizeBytes ?? 0) &&
        row.sizeBytes <= (q.maxSizeBytes ?? Number.POSITIVE_INFINITY) &&
        (q.includeInline || !row.isInline) &&
        matches(fold(row.filename)),
    )
    .toSorted(
      (a, b) =>
        b.date - a.date || (a.messageId < b.messageId ? 1 : a.messageId > b.messageId ? -1 : a.number - b.number),
    );
}

/** Rows whose position no other row has: what one archive can hold. */
const distinct = (rows: readonly AttachmentRow[]) => [...new Map(rows.map(row => [position(row), row])).values()];

export function searchContract(name: string, open: () => Promise<Store>, options: ContractOptions = {}): void {
  describe(`searchAttachments over ${name}`, () => {
    const cursorKeys = ownCursorKeys();
    const opened = sharedBy(open);
    // Each case has accounts of its own, so that cases share a store without meeting.
    let cases = 0;

    const put = (rows: readonly AttachmentRow[]) => opened().put(rows.map(row => attachmentRow(row, row.from)));

    const ask = (q: Question, changes: Partial<AttachmentQuery>, budgetRows = 100_000) =>
      searchAttachments(
        { store: opened(), cursorKeys, budget: { rows: budgetRows, milliseconds: 60_000 } },
        { ...q, binding: '*', requestedAccountIds: null, offset: 0, cursor: null, ...changes },
      );

    const timeout = Math.max(60_000, 60_000 * (options.scale ?? 1));

    test(
      'is the brute-force answer, by one page, by offset and by cursor under any budget',
      async () => {
        await fc.assert(
          fc.asyncProperty(fc.array(attachment, { maxLength: 40 }), question, async (raw, asked) => {
            const own = `${cases++}`;
            const rows = distinct(raw).map(row => ({ ...row, accountId: row.accountId + own }));
            const q = { ...asked, accountIds: asked.accountIds.map(id => id + own) };
            await put(rows);
            const all = bruteForce(rows, q);
            const page = await ask(q, { offset: q.offset });
            expect(page.rows).toEqual(all.slice(q.offset, q.offset + q.limit));
            expect(page.hasMore).toBe(all.length > q.offset + q.limit);
            expect(page.scanComplete).toBe(true);
            expect(page.nextCursor !== null).toBe(page.hasMore);

            const walked: AttachmentRow[] = [];
            let cursor: string | null = null;
            for (let i = 0; ; i++) {
              const limit = q.pageSizes[i % q.pageSizes.length] ?? 1;
              const next = await ask(q, { limit, cursor, offset: cursor === null ? q.offset : 0 }, q.budgetRows);
              expect(next.rows.length).toBeLessThanOrEqual(limit);
              walked.push(...next.rows);
              if (next.scanComplete && next.hasMore) expect(next.rows).toHaveLength(limit);
              expect(next.nextCursor !== null).toBe(next.hasMore);
              cursor = next.nextCursor;
              if (cursor === null) break;
              expect(i).toBeLessThan(500);
            }
            expect(walked).toEqual(all.slice(q.offset));
          }),
          { numRuns: scaled(300, options, 20) },
        );
      },
      timeout,
    );

    test(
      'neither repeats nor skips a row that was there, whatever arrives or goes between pages',
      async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.array(attachment, { minLength: 4, maxLength: 30 }),
            fc.array(fc.tuple(attachment, fc.boolean()), { maxLength: 10 }),
            question,
            async (raw, changes, asked) => {
              const own = `${cases++}`;
              const taken = new Set<string>();
              const fresh = (row: AttachmentRow) => !taken.has(position(row)) && Boolean(taken.add(position(row)));
              const rows = raw.filter(fresh).map(row => ({ ...row, accountId: row.accountId + own }));
              const arriving = changes.flatMap(([row]) =>
                fresh(row) ? [{ ...row, accountId: row.accountId + own }] : [],
              );
              const going = rows.filter((_, i) => changes[i]?.[1] === true);
              const q = { ...asked, accountIds: asked.accountIds.map(id => id + own) };
              await put(rows);
              const walked: string[] = [];
              let cursor: string | null = null;
              do {
                const page = await ask(q, { limit: 2, cursor }, q.budgetRows);
                walked.push(...page.rows.map(nameOf));
                cursor = page.nextCursor;
                const arrived = arriving.pop();
                if (arrived) await put([arrived]);
                const gone = going.pop();
                if (gone) {
                  const { pk, sk, posting } = attachmentRow(gone, gone.from);
                  await opened().delete([posting ? { pk, sk, posting } : { pk, sk }]);
                }
              } while (cursor !== null);
              expect(new Set(walked).size).toBe(walked.length);
              const lasting = rows.filter((_, i) => changes[i]?.[1] !== true);
              const expected = bruteForce(lasting, q).map(nameOf);
              const held = new Set(expected);
              expect(walked.filter(one => held.has(one))).toEqual(expected);
            },
          ),
          { numRuns: scaled(100, options, 10) },
        );
      },
      timeout,
    );
  });
}
