import { attachmentRow } from '../../../lib/archive/names.ts';
import type { Store } from '../../../lib/archive/ports.ts';
import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { type Explanation, makeExplainer } from '../../../lib/cli/explanation.ts';
import { explanationLines, inWords } from '../../../lib/cli/explanationView.ts';
import { textWidth } from '../../../lib/cli/fitText.ts';
import { searchAttachments } from '../../../lib/search/searchAttachments.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';

const cursorKeys = { current: new Uint8Array(32).fill(1), previous: [] };
const day = (instant: string) => instant.slice(0, 10);

function open(): Store {
  const { client, time } = simulatedDynamo();
  return dynamoStore({ client, table: 'mail', clock: time });
}

/** A row an hour, the newest last. */
const rowsOf = (accountId: string, names: readonly string[]) =>
  names.map((filename, i) =>
    attachmentRow(
      {
        ...{ accountId, number: 1, filename, subject: '', from: '', sizeBytes: 1, contentType: 'a/b', isInline: false },
        messageId: `${i.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`,
        date: Date.UTC(2024, 0, 1) + i * 3_600_000,
      },
      '',
    ),
  );

async function explained(store: Store, pattern: string, accountIds: readonly string[]): Promise<Explanation> {
  const { watch, explain } = makeExplainer();
  const page = await searchAttachments(
    { store, cursorKeys, watch },
    {
      ...{ pattern, accountIds, binding: '*', requestedAccountIds: null, limit: 50, offset: 0, cursor: null },
      ...{ after: null, before: null, from: null, minSizeBytes: null, maxSizeBytes: null, includeInline: false },
    },
  );
  return explain(page.cost);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

describe('an explanation of a search of DynamoDB', () => {
  // Thousands that hold one part of the pattern or the other, few that hold both.
  const names = Array.from({ length: 4_000 }, (_, i) =>
    i % 900 === 7 ? `zebra walrus ${i}.txt` : i % 2 === 0 ? `zebra ${i}.txt` : `walrus ${i}.txt`,
  );
  let explanation: Explanation;
  beforeAll(async () => {
    const store = open();
    await store.put([...rowsOf('ann', names), ...rowsOf('bob', names.slice(0, 30))]);
    explanation = await explained(store, '*zebra*walrus*', ['ann', 'bob']);
  });

  it('accounts for every row and unit that was read', () => {
    const reads = explanation.rounds.flatMap(round => round.reads);
    expect(explanation.rounds.length).toBeGreaterThan(1);
    expect(sum(reads.map(read => read.rows)) + explanation.page.rows).toBe(explanation.rows);
    expect(sum(reads.map(read => read.readUnits)) + explanation.page.readUnits).toBe(explanation.readUnits);
    expect(explanation.page.rows).toBe(6);
  });

  it('names one leader an account and round, and the account', () => {
    for (const { reads } of explanation.rounds)
      for (const [accountId, own] of Map.groupBy(reads, read => read.accountId)) {
        expect(['ann', 'bob']).toContain(accountId);
        expect(own.filter(read => read.leads)).toHaveLength(1);
      }
  });

  it('goes back further with every round, and to the end', () => {
    const furthest = explanation.rounds.map(({ reads }) =>
      reads
        .filter(read => read.accountId === 'ann')
        .map(read => read.backTo ?? '')
        .toSorted(),
    );
    for (const [i, [back = '']] of furthest.entries()) expect(back < (furthest[i - 1]?.[0] ?? '9')).toBe(true);
    expect(furthest.at(-1)?.[0]).toBe('');
  });

  it('is shown with the partitions in words, which led, and the sums', () => {
    const lines = explanationLines(explanation, day, null);
    expect(lines[0]).toMatch(/^THE NAME +ROUNDS +ROWS +UNITS$/);
    expect(lines.some(line => /^contains "(zeb|ebr|bra)" +led in /.test(line))).toBe(true);
    expect(lines.some(line => /^ROUND +ACCOUNT +LED BY +TRIED +ROWS +UNITS +MS +BACK TO$/.test(line))).toBe(true);
    expect(lines.some(line => /^page +looking up rows +6 +3 /.test(line))).toBe(true);
    expect(lines.at(-1)).toMatch(/^\d+ calls, \d+ rounds, [\d,]+ rows, [\d.]+ read units, [\d.,]+ ms$/);
  });

  test.each([40, 60, 80, 200])('fits a terminal of %i columns', width => {
    for (const line of explanationLines(explanation, day, width)) expect(textWidth(line)).toBeLessThanOrEqual(width);
  });
});

test('an explanation of what no account could hold is short', async () => {
  const explanation = await explained(open(), '*x*', []);
  expect(explanation).toMatchObject({ rounds: [], page: { rows: 0 }, calls: 0, rows: 0, readUnits: 0 });
  expect(explanationLines(explanation, day, 80).at(-1)).toMatch(/^0 calls, 0 rounds, 0 rows, [\d.]+ ms$/);
});

test('a pattern cannot draw on the terminal by its explanation', async () => {
  const store = open();
  await store.put(rowsOf('ann', ['a.txt']));
  const lines = explanationLines(await explained(store, '*\u{202e}abc*\u{9b}2Jdef*', ['ann']), day, 80);
  expect(lines.join('')).not.toMatch(/[\p{Cc}\u{202e}]/u);
});

test.each([
  [{ asks: 'is', text: 'a.pdf' }, 'is "a.pdf"'],
  [{ asks: 'length', text: '1' }, 'has 1 character'],
  [{ asks: 'length', text: '12' }, 'has 12 characters'],
  [{ asks: 'anything', text: '' }, 'is any name'],
  [{ asks: 'endsWith', text: 'df' }, 'ends with "df"'],
] as const)('%j is %s', (meaning, words) => {
  expect(inWords(meaning)).toBe(words);
});
