import fc from 'fast-check';
import { encodePosition } from '../../../../lib/archive/position.ts';
import { batchOfWordRow } from '../../../../lib/archive/rowFamily.ts';
import { wordBlockKey, wordDocumentsKey, wordTombstoneKey } from '../../../../lib/archive/wordKeys.ts';
import { packPlaces, unpackPlaces } from '../../../../lib/archive/words/documentPlaces.ts';
import { mailIndex } from '../../../../lib/archive/words/mailWords.ts';
import {
  addTombstones,
  batchKey,
  decodeManifest,
  decodeOrdinals,
  encodeManifest,
  encodeOrdinals,
  latestTombstones,
  newestOf,
  sealingOf,
} from '../../../../lib/archive/words/manifest.ts';
import { memoryStore } from '../../../doubles/memoryStore.ts';

const instant = fc.integer({ min: -(2 ** 47), max: 2 ** 47 - 1 });
const entry = fc.record({
  key: fc.tuple(instant, fc.nat(64 ** 4 - 1)).map(([newest, number]) => batchKey(newest, number)),
  oldest: instant,
  size: fc.nat(4095),
  blocks: fc.nat(64 ** 3 - 1),
  version: fc.nat(4095),
});

describe('the manifest', () => {
  test('gives back the batches it was given', () => {
    fc.assert(
      fc.property(fc.array(entry), entries => expect(decodeManifest(encodeManifest(entries))).toEqual(entries)),
    );
  });

  test('of another version, or cut, is told', () => {
    expect(() => decodeManifest('2')).toThrow('damaged');
    expect(() => decodeManifest(encodeManifest([]).concat('x'))).toThrow('damaged');
  });

  test('names batches by date first, and tells both', () => {
    fc.assert(
      fc.property(instant, instant, fc.nat(64 ** 4 - 1), fc.nat(64 ** 4 - 1), (a, b, m, n) => {
        const [one, other] = [batchKey(a, m), batchKey(b, n)];
        expect([newestOf(one), sealingOf(one)]).toEqual([a, m]);
        if (a !== b) expect(one < other).toBe(a < b);
      }),
    );
  });
});

describe('tombstones', () => {
  test('keep a set of ordinals', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4095)), ordinals =>
        expect(decodeOrdinals(encodeOrdinals(ordinals))).toEqual(new Set(ordinals)),
      ),
    );
  });

  test('of many who mark at once none is lost', async () => {
    const store = memoryStore();
    const index = mailIndex('ann');
    const added = await Promise.all([3, 1, 2, 3, 7].map(ordinal => addTombstones(store, index, 'batch', [ordinal])));
    expect(added.filter(Boolean)).toHaveLength(4);
    expect((await latestTombstones(store, index, ['batch'])).get('batch')).toEqual(new Set([1, 2, 3, 7]));
  });
});

test('places come back as they were packed, with folders, gaps and the rest', () => {
  const place = fc.record({
    position: fc.record({ at: instant, id: fc.uuid(), number: fc.nat(4095) }).map(position => encodePosition(position)),
    folder: fc.constantFrom('inbox', 'sent', 'a/b\u{1f600}', ''),
  });
  fc.assert(
    fc.property(fc.array(fc.option(place), { maxLength: 80 }), fc.jsonValue(), (places, rest) => {
      const kept = JSON.parse(JSON.stringify(rest)) as unknown;
      expect(unpackPlaces(packPlaces(places, rest))).toEqual({ places, rest: kept });
    }),
  );
});

test.each(['ann', 'a', '\u{1f601}'.repeat(256)])('rows of words name their batch and their index (%s)', accountId => {
  const batch = batchKey(1_700_000_000_000, 77);
  for (const kind of ['mail', 'file'] as const) {
    const index = { kind, accountId };
    for (const key of [
      wordBlockKey(index, 4095, batch, 0),
      wordBlockKey(index, 0, batch, 9),
      wordDocumentsKey(index, batch, 3),
      wordTombstoneKey(index, batch),
    ]) {
      const about = batchOfWordRow(key);
      expect(about?.batch).toBe(batch);
      expect(wordDocumentsKey(about?.index ?? index, batch, 3)).toEqual(wordDocumentsKey(index, batch, 3));
      expect(about?.index.kind).toBe(kind);
    }
  }
});
