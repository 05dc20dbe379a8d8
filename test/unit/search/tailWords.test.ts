import fc from 'fast-check';
import { encodePosition } from '../../../lib/archive/position.ts';
import { limits } from '../../../lib/limits.ts';
import { tailReader } from '../../../lib/search/tailWords.ts';
import { encodeDocument } from '../../../lib/words/documentCodec.ts';
import { compareTerms } from '../../../lib/words/documentWords.ts';

const terms = ['invoice', 'the', 'of', 'rxd2-1234', '見積', 'ann@example.com', '\u{20000}', '\uff5e', 'x'];
const position = (n: number) => encodePosition({ at: n, id: '00000000-0000-4000-8000-000000000001', number: 0 });

const documentOf = (n: number, own: ReadonlyMap<string, number>) => ({
  ...{ position: position(n), folder: 'inbox' },
  bytes: encodeDocument({
    words: [...own.keys()].toSorted(compareTerms).map(term => ({
      ...{ term, weight: own.get(term) ?? 1 },
      positions: [own.get(term) ?? 1, 300],
    })),
  }),
});

it('tells the words of a document as it is now, remembered or not', () => {
  const words = fc.subarray(terms).map(own => own.map(term => [term, 1 + ((term.length * 37) % 250)] as const));
  fc.assert(
    fc.property(
      // The words of a position change from search to search, and many are too many to be taken in at once.
      fc.array(fc.tuple(fc.nat(150), words, fc.nat(2)), { maxLength: 200, size: 'max' }),
      fc.subarray(terms, { minLength: 1 }),
      (documents, asked) => {
        const read = tailReader(asked);
        for (const [n, own, more] of documents) {
          const weights = new Map(own.map(([term, weight]) => [term, weight + more] as const));
          const expected = asked.map(term => {
            const weight = weights.get(term);
            return weight === undefined ? null : [weight, [weight, 300]];
          });
          const told = read(documentOf(n, weights))?.map(word => word && [word.weight, word.positions()]);
          expect(told ?? asked.map(() => null)).toEqual(expected);
        }
      },
    ),
  );
});

it('forgets what it remembered first', () => {
  const own = new Map([['x', 7]]);
  const count = limits.rememberedDocuments.value + 100;
  for (let n = 0; n < count; n += 50) {
    const read = tailReader(['x', 'y']);
    for (let i = n; i < n + 50; i++) expect(read(documentOf(1000 + i, own))?.[0]?.weight).toBe(7);
  }
  expect(tailReader(['x'])(documentOf(1000, own))?.[0]?.positions()).toEqual([7, 300]);
});

it('tells of bytes that are no words, each time', () => {
  const broken = { position: position(9999), folder: 'inbox', bytes: Uint8Array.of(250, 1, 2) };
  expect(() => tailReader(['x'])(broken)).toThrow();
  expect(() => tailReader(['x'])(broken)).toThrow();
});
