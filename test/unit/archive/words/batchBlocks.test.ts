import { wordBatchLength, wordBlocksPk, wordPositionsPk } from '../../../../lib/archive/wordKeys.ts';
import { batchBlocks, checksumOf } from '../../../../lib/archive/words/batchBlocks.ts';
import { mailIndex } from '../../../../lib/archive/words/mailWords.ts';
import { type BlockKind, type BlocksReading, readBlocks } from '../../../../lib/archive/words/readWords.ts';
import { bucketOf, positionLookup } from '../../../../lib/words/blockCodec.ts';
import { pairTerm, stopCode } from '../../../../lib/words/stopWords.ts';
import { type MemoryStore, memoryStore } from '../../../doubles/memoryStore.ts';
import { gathered } from '../../words/documents.ts';
import { findInBlock } from '../../words/findInBlock.ts';

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
    const rows = batchBlocks(index, batch, gathered(documents));
    expect(rows).toEqual(batchBlocks(index, batch, gathered(documents)));
    expect(rows).toHaveLength(1);
    const [row] = rows;
    expect(row?.sk).toBe(batch);
    expect(row?.data).toBe(checksumOf(row?.bytes ?? new Uint8Array()));
    const postings = findInBlock(row?.bytes ?? new Uint8Array(), 'a');
    expect([...(postings?.ordinals ?? [])]).toEqual([0, 2]);
    expect(batchBlocks(index, batch, gathered([null, null]))).toEqual([]);
  });

  test('puts a bucket that is too large for a row into parts, and the places of its words', async () => {
    const words = colliding('common', 150);
    const documents = Array.from({ length: 1_400 }, (_, ordinal) => ({
      words: [
        { term: 'common', weight: 1 + (ordinal % 255), positions: positions(100).map(at => at * 100_000 + ordinal) },
        ...words.map(term => ({ term, weight: 9, positions: [ordinal, ordinal + 9] })),
      ],
    }));
    const rows = batchBlocks(index, batch, gathered(documents));
    const kinds = Map.groupBy(rows, ({ pk }) => pk);
    expect([...kinds.keys()]).toEqual([
      wordBlocksPk(index, bucketOf('common')),
      wordPositionsPk(index, bucketOf('common')),
    ]);
    for (const { bytes } of rows) expect(bytes?.length).toBeLessThanOrEqual(200 * 1024);
    for (const own of kinds.values()) {
      expect(own.length).toBeGreaterThan(1);
      expect(own.map(({ sk }) => sk)).toEqual(own.map(({ sk }) => sk).toSorted());
    }

    const store = memoryStore();
    const other = 'VNn31LV----0';
    await store.put([...rows, ...batchBlocks(index, other, gathered(documents.slice(0, 3)))]);
    for (const mostBytes of [1, 300_000, 100_000_000])
      for (const kind of ['words', 'positions'] as const) {
        const seen = await readAll(store, kind, mostBytes);
        expect([...seen.keys()]).toEqual([batch, other]);
        expect(seen.get(batch)).toHaveLength(kinds.get([...kinds.keys()][kind === 'words' ? 0 : 1] ?? '')?.length ?? 0);
        const blocks = seen.get(batch) ?? [];
        if (kind === 'words') {
          const found = blocks.flatMap(bytes => findInBlock(bytes, 'common') ?? []);
          expect(found.map(({ df }) => df)).toEqual([1400]);
          expect([...(findInBlock(seen.get(other)?.[0] ?? new Uint8Array(), 'common')?.ordinals ?? [])]).toEqual([
            0, 1, 2,
          ]);
        } else {
          const positionsAt = positionLookup('common')(blocks);
          for (const ordinal of [0, 1, 700, 1399])
            expect(positionsAt?.(ordinal)).toEqual(documents[ordinal]?.words[0]?.positions);
        }
      }
  });

  test('finds pairs of stop words, and the stop words beside a word', () => {
    const words = ['rule', 'of', 'the', 'road'].map((term, at) => ({ term, weight: 5, positions: [at, at + 10] }));
    const rows = batchBlocks(index, batch, gathered([null, { words }, { words: words.slice(1, 2) }]));
    const find = (term: string) => rows.flatMap(({ bytes }) => (bytes && findInBlock(bytes, term)) ?? [])[0];
    const pair = find(pairTerm('of', 'the'));
    expect([[...(pair?.ordinals ?? [])], pair?.positionsAt(0)]).toEqual([[1], [1, 11]]);
    expect(find(pairTerm('the', 'of'))).toBeUndefined();
    const road = find('road');
    expect(road?.positionsAt(0, stopCode('the'))).toEqual([3, 13]);
    expect(road?.positionsAt(0, stopCode('of'))).toEqual([]);
    expect(find('rule')?.positionsAt(0, 0, stopCode('of'))).toEqual([0, 10]);
  });
});

/** All blocks of a term by batch, read as far as a budget goes, again and again. */
async function readAll(store: MemoryStore, of: BlockKind, mostBytes: number): Promise<Map<string, Uint8Array[]>> {
  const seen = new Map<string, Uint8Array[]>();
  let newest: string | undefined;
  for (let rest: string | null = ''; rest !== null; ) {
    const reading: BlocksReading = await readBlocks(store, index, 'common', {
      ...{ mostBytes, of },
      ...(newest !== undefined && { newest }),
    });
    for (const block of reading.blocks) seen.set(block.batch, [...(seen.get(block.batch) ?? []), block.bytes]);
    rest = reading.coveredTo;
    // What is older than what was covered.
    newest = rest === null ? undefined : `${rest.slice(0, wordBatchLength - 1)}${rest.endsWith('1') ? '0' : '-'}`;
  }
  return seen;
}
