import { wordBatchLength } from '../../../../lib/archive/keys.ts';
import { batchBlocks, checksumOf } from '../../../../lib/archive/words/batchBlocks.ts';
import { mailIndex } from '../../../../lib/archive/words/mailWords.ts';
import { readBlocks } from '../../../../lib/archive/words/readWords.ts';
import { bucketOf, findInBlock } from '../../../../lib/words/blockCodec.ts';
import { memoryStore } from '../../../doubles/memoryStore.ts';

const index = mailIndex('ann');
const batch = 'VNn31LV----1';
const positions = (count: number) => Array.from({ length: count }, (_, i) => i * 3);

/** Words that fall into the bucket of a word: what a hostile sender would write. */
function colliding(term: string, count: number): string[] {
  const found: string[] = [];
  for (let i = 0; found.length < count; i++) {
    const word = `${'x'.repeat(40)}${i}`;
    if (bucketOf(word) === bucketOf(term)) found.push(word);
  }
  return found;
}

describe('batchBlocks', () => {
  test('gives the same rows for the same documents, and none for empty ordinals', () => {
    const documents = [
      { words: [{ term: 'a', weight: 3, positions: [1] }] },
      null,
      { words: [{ term: 'a', weight: 4, positions: [2, 5] }] },
    ];
    const rows = batchBlocks(index, batch, documents);
    expect(rows).toEqual(batchBlocks(index, batch, documents));
    expect(rows).toHaveLength(1);
    const [row] = rows;
    expect(row?.sk).toBe(batch);
    expect(row?.data).toBe(checksumOf(row?.bytes ?? new Uint8Array()));
    const postings = findInBlock(row?.bytes ?? new Uint8Array(), 'a');
    expect([...(postings?.ordinals ?? [])]).toEqual([0, 2]);
    expect(batchBlocks(index, batch, [null, null])).toEqual([]);
  });

  test('puts a bucket that is too large for a row into parts, between words and within one', async () => {
    const words = colliding('common', 60);
    const documents = Array.from({ length: 1_400 }, (_, ordinal) => ({
      words: [
        { term: 'common', weight: 1 + (ordinal % 255), positions: positions(100).map(at => at * 100_000 + ordinal) },
        ...words.map(term => ({ term, weight: 9, positions: [ordinal, ordinal + 9] })),
      ],
    }));
    const rows = batchBlocks(index, batch, documents);
    expect(rows.length).toBeGreaterThan(3);
    for (const { bytes } of rows) expect(bytes?.length).toBeLessThanOrEqual(200 * 1024);
    expect(new Set(rows.map(({ pk }) => pk)).size).toBe(1);
    expect(rows.map(({ sk }) => sk)).toEqual(rows.map(({ sk }) => sk).toSorted());

    const store = memoryStore();
    const other = 'VNn31LV----0';
    await store.put([...rows, ...batchBlocks(index, other, documents.slice(0, 3))]);
    for (const mostBytes of [1, 300_000, 100_000_000]) {
      const seen = new Map<string, number[]>();
      let newest: string | undefined;
      for (let rest: string | null = ''; rest !== null; ) {
        const reading: Awaited<ReturnType<typeof readBlocks>> = await readBlocks(store, index, 'common', {
          mostBytes,
          ...(newest !== undefined && { newest }),
        });
        for (const block of reading.blocks) {
          const postings = findInBlock(block.bytes, 'common');
          seen.set(block.batch, [...(seen.get(block.batch) ?? []), ...(postings?.ordinals ?? [])]);
        }
        rest = reading.coveredTo;
        // What is older than what was covered.
        newest = rest === null ? undefined : `${rest.slice(0, wordBatchLength - 1)}${rest.endsWith('1') ? '0' : '-'}`;
      }
      expect([...seen.keys()]).toEqual([batch, other]);
      expect(seen.get(batch)?.toSorted((a, b) => a - b)).toEqual(documents.map((_, ordinal) => ordinal));
      expect(seen.get(other)).toEqual([0, 1, 2]);
    }
  });
});
