import fc from 'fast-check';
import { type MatchList, matchList } from '../../../lib/search/matchList.ts';
import { orderMatches, type Positions } from '../../../lib/search/orderMatches.ts';

interface Doc {
  readonly score: number;
  readonly at: number;
}

/** Positions of segments whose documents ascend; counts those that had to be loaded. */
function archive(segments: readonly (readonly Doc[])[]) {
  const sorted = segments.map(segment => segment.toSorted((a, b) => a.at - b.at));
  const text = (segment: number, ordinal: number) =>
    `${String(sorted[segment]?.[ordinal]?.at).padStart(3, '0')} ${segment} ${String(ordinal).padStart(3, '0')}`;
  const matches: MatchList = matchList();
  for (const [segment, docs] of sorted.entries())
    for (const [ordinal, { score }] of docs.entries()) matches.add(score, segment, ordinal);
  const known = new Set<string>();
  const loads: number[] = [];
  const positions: Positions = {
    boundOf: segment => `${String((sorted[segment]?.at(-1)?.at ?? 0) + 1).padStart(3, '0')}`,
    positionOf: (segment, ordinal) => (known.has(`${segment} ${ordinal}`) ? text(segment, ordinal) : null),
    load: async some => {
      loads.push(some.length);
      for (const match of some) known.add(`${matches.segmentOf(match)} ${matches.ordinalOf(match)}`);
    },
  };
  const nameOf = (match: number) => text(matches.segmentOf(match), matches.ordinalOf(match));
  const expected = sorted
    .flatMap((docs, segment) => docs.map(({ score }, ordinal) => ({ score, name: text(segment, ordinal) })))
    .toSorted((a, b) => b.score - a.score || (a.name < b.name ? 1 : -1))
    .map(({ name }) => name);
  return { matches, positions, loads, known, nameOf, expected };
}

const doc = fc.record({ score: fc.constantFrom(1, 1, 1, 2, 2.5, 7), at: fc.nat(30) });

it('is by score, then by position, whatever segments overlap', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(doc, { maxLength: 30 }), { maxLength: 6 }),
      fc.integer({ min: 1, max: 40 }),
      async (segments, count) => {
        const { matches, positions, nameOf, expected } = archive(segments);
        expect((await orderMatches(matches, positions, count)).map(nameOf)).toEqual(expected.slice(0, count));
      },
    ),
  );
});

it('looks up hardly more than it answers with where thousands tie', async () => {
  const segments = Array.from({ length: 50 }, (_, i) =>
    Array.from({ length: 100 }, (_, j) => ({ score: 1, at: 10 * i + (j % 5) })),
  );
  const { matches, positions, loads, known, nameOf, expected } = archive(segments);
  expect((await orderMatches(matches, positions, 20)).map(nameOf)).toEqual(expected.slice(0, 20));
  expect(known.size).toBeLessThan(60);
  expect(loads.length).toBeLessThan(30);
});

it('puts a document that is gone behind all others', async () => {
  const { matches, positions, nameOf } = archive([[{ score: 1, at: 1 }], [{ score: 1, at: 2 }], [{ score: 1, at: 3 }]]);
  const load = async (some: readonly number[]) => positions.load(some.filter(match => matches.segmentOf(match) !== 2));
  expect((await orderMatches(matches, { ...positions, load }, 2)).map(nameOf)).toEqual(['002 1 000', '001 0 000']);
});

it('grows with what is added, and knows its best', () => {
  const matches = matchList();
  for (let i = 0; i < 5000; i++) matches.add((i * 7919) % 5000, i % 7, i);
  expect(matches).toHaveLength(5000);
  expect([matches.scoreOf(4999), matches.segmentOf(4999), matches.ordinalOf(4999)]).toEqual([
    (4999 * 7919) % 5000,
    1,
    4999,
  ]);
  expect([1, 2, 100].map(count => matches.best(count).above.length)).toEqual([0, 1, 99]);
  expect([...matches.best(3).tied].map(match => matches.scoreOf(match))).toEqual([4997]);
  expect(matches.best(9999).above).toHaveLength(4999);
  expect(matchList().best(3)).toEqual({ above: [], tied: new Uint32Array() });
});
