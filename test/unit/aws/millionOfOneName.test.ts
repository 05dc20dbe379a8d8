// A million attachments of one name in a simulated table, and the few that hide among them: what is asked of the name
// costs what it costs in a small archive, what is asked of the few ends within its budgets, and no row is lost.

import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { compileGlob, parsePattern } from '../../../lib/names/glob.ts';
import { planNames } from '../../../lib/search/plan.ts';
import { type AttachmentPage, searchAttachments } from '../../../lib/search/searchAttachments.ts';
import { namesArchive } from '../../doubles/namesArchive.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';

const timeout = 240_000;

const accountId = 'ann';
const count = 1_000_000;
const noon = Date.UTC(2024, 4, 17, 12);
const cursorKeys = { current: new Uint8Array(32).fill(1), previous: [] };

const nameOf = (i: number): string => {
  if (i % 199_999 === 70_000) return 'image001.png.png';
  if (i % 90_001 === 123) return 'image002.png';
  return 'image001.png';
};
// Three a message, a message a minute; a thousand of the newest in one instant.
const dateOf = (i: number): number => noon - (i < 1_000 ? 0 : Math.floor(i / 3) * 60_000);

const patterns = ['image001.png', 'IMAGE001*', '*.png', '*age00?.png', '*', '*image002*', '*png*png*', '*image003*'];

const archive = namesArchive({
  accountId,
  names: Buffer.from(Array.from({ length: count }, (_, i) => `${nameOf(i)}\n`).join('')),
  dates: Float64Array.from({ length: count }, (_, i) => dateOf(i)),
  terms: new Set(
    patterns.flatMap(pattern => planNames(parsePattern(pattern)).candidates.map(({ term }) => term(accountId))),
  ),
});
const { client, time } = simulatedDynamo({ archive: archive.partition });
const store = dynamoStore({ client, table: 'mail', clock: time });

const ask = (
  pattern: string,
  limit: number,
  place: { readonly cursor?: string | null; readonly offset?: number; readonly after?: number } = {},
) =>
  searchAttachments(
    { store, cursorKeys, budget: { rows: 64_000, milliseconds: 1e9 } },
    {
      ...{ pattern, accountIds: [accountId], binding: '*', requestedAccountIds: null, limit, cursor: null, offset: 0 },
      ...{ after: null, before: null, from: null, minSizeBytes: null, maxSizeBytes: null, includeInline: false },
      ...place,
    },
  );

/** Places of the first so many names that match, by looking at each. */
function placesOf(pattern: string, from: number, most: number): number[] {
  const matches = compileGlob(parsePattern(pattern.toLowerCase()));
  const places: number[] = [];
  for (let i = 0, passed = 0; i < count && places.length < most; i++) {
    if (!matches(nameOf(i)) || passed++ < from) continue;
    places.push(i);
  }
  return places;
}

const idsOf = ({ rows }: Pick<AttachmentPage, 'rows'>) => rows.map(({ messageId, number }) => `${messageId}/${number}`);
const idsAt = (places: readonly number[]) => idsOf({ rows: places.map(archive.attachment) });

test.each(patterns.slice(0, 5))(
  '%s is answered page by page, the cost of a page being that of a page',
  async pattern => {
    const walked: string[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < 25; page++) {
      const answer: AttachmentPage = await ask(pattern, 100, { cursor });
      walked.push(...idsOf(answer));
      expect(answer).toMatchObject({ hasMore: true, scanComplete: true });
      expect(answer.cost.readUnits).toBeLessThan(10);
      expect(answer.cost.rounds).toBe(1);
      cursor = answer.nextCursor;
    }
    expect(walked).toEqual(idsAt(placesOf(pattern, 0, 2_500)));
  },
);

test(
  'the ten thousandth of them is reached by an offset too',
  async () => {
    const { rows, hasMore } = await ask('image001.png', 50, { offset: 10_000 });
    expect(hasMore).toBe(true);
    expect(idsOf({ rows })).toEqual(idsAt(placesOf('image001.png', 10_000, 50)));
  },
  timeout,
);

test(
  'what is found by a gram of its own costs next to nothing',
  async () => {
    const page = await ask('*image002*', 50);
    expect(page).toMatchObject({ hasMore: false, scanComplete: true });
    expect(idsOf(page)).toEqual(idsAt(placesOf('*image002*', 0, count)));
    expect(page.cost.readUnits).toBeLessThan(20);
  },
  timeout,
);

test(
  'what is not there is known at once',
  async () => {
    expect(await ask('*image003*', 50)).toMatchObject({ rows: [], hasMore: false, scanComplete: true });
  },
  timeout,
);

test(
  'what no gram tells apart is found whole, each call within its budget',
  async () => {
    // The newest of them, so that it takes some calls and not many.
    const newest = 299_999;
    const walked: string[] = [];
    let cursor: string | null = null;
    let calls = 0;
    do {
      const page: AttachmentPage = await ask('*png*png*', 50, { cursor, after: dateOf(newest) });
      walked.push(...idsOf(page));
      // A round that began within the budget may end beyond it by no more than the probes of the others.
      expect(page.cost.rows).toBeLessThan(66_000);
      expect(page.scanComplete).toBe(page.nextCursor === null);
      cursor = page.nextCursor;
      calls++;
    } while (cursor !== null);
    expect(walked).toEqual(idsAt(placesOf('*png*png*', 0, count).filter(place => place <= newest)));
    expect(walked).toHaveLength(2);
    expect(calls).toBeGreaterThan(3);
  },
  timeout,
);
