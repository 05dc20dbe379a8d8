import fc from 'fast-check';
import { type PhraseTerms, segmentScorer, type TermPostings } from '../../../lib/search/scoreSegment.ts';

/** A document: positions and a weight by number of term. */
type Doc = ReadonlyMap<number, { readonly weight: number; readonly positions: readonly number[] }>;

const terms = [0, 1, 2, 3, 4];
const doc = fc
  .array(
    fc.tuple(
      fc.constantFrom(...terms),
      fc.integer({ min: 1, max: 255 }),
      fc.uniqueArray(fc.nat(12), { minLength: 1, maxLength: 6 }),
    ),
    { maxLength: 5 },
  )
  .map(
    (some): Doc =>
      new Map(
        some.map(([term, weight, positions]) => [term, { weight, positions: positions.toSorted((a, b) => a - b) }]),
      ),
  );
const phrase = fc
  .tuple(fc.array(fc.constantFrom(...terms), { minLength: 1, maxLength: 3 }), fc.option(fc.constantFrom(...terms)))
  .map(([some, whole]): PhraseTerms => {
    const parts = some.map((term, offset) => ({ term, offset, before: 0, after: 0 }));
    return { terms: some, offsets: some.map((_, i) => i), parts, whole };
  });
const question = fc.record({
  required: fc.uniqueArray(fc.constantFrom(...terms), { maxLength: 3 }),
  optional: fc.uniqueArray(fc.constantFrom(...terms), { maxLength: 2 }),
  phrases: fc.array(phrase, { maxLength: 1 }),
  excludedTerms: fc.uniqueArray(fc.constantFrom(...terms), { maxLength: 1 }),
  excludedPhrases: fc.array(phrase, { maxLength: 1 }),
  oneOf: fc.array(fc.uniqueArray(fc.constantFrom(...terms), { minLength: 1, maxLength: 2 }), { maxLength: 1 }),
});

function postingsOf(docs: readonly Doc[], term: number): TermPostings | null {
  const own = docs.flatMap((one, ordinal) => {
    const word = one.get(term);
    return word ? [{ ordinal, ...word }] : [];
  });
  return own.length === 0
    ? null
    : {
        ordinals: Uint16Array.from(own, ({ ordinal }) => ordinal),
        weights: Uint8Array.from(own, ({ weight }) => weight),
        positionsAt: i => own[i]?.positions ?? [],
        isApart: false,
      };
}

const stands = (one: Doc, { terms: some, offsets, whole }: PhraseTerms): boolean =>
  (whole !== null && one.has(whole)) ||
  Array.from({ length: 13 }, (_, start) => start).some(start =>
    some.every((term, i) => one.get(term)?.positions.includes(start + (offsets[i] ?? 0))),
  );

it('finds exactly the documents that match, with the sum of what their terms add', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.array(doc, { maxLength: 20 }), fc.infiniteStream(fc.boolean())), {
        minLength: 1,
        maxLength: 3,
      }),
      question,
      fc.boolean(),
      fc.boolean(),
      (segments, q, someOut, isSealed) => {
        const optional = q.optional.filter(term => !q.required.includes(term));
        const adds = terms.map(term => Float64Array.from({ length: 256 }, (_, weight) => weight * 300 ** term));
        const score = segmentScorer({ ...q, optional }, adds);
        for (const [docs, coins] of segments) {
          const isOut = someOut ? Uint8Array.from(docs, () => (coins.next().value ? 1 : 0)) : null;
          const found: [number, number][] = [];
          const postings = terms.map(term => postingsOf(docs, term));
          score({ size: docs.length, isSealed, postings, isOut }, (sum, ordinal) => found.push([ordinal, sum]));
          const expected = docs.flatMap((one, ordinal) => {
            const isFound =
              isOut?.[ordinal] !== 1 &&
              q.required.every(term => one.has(term)) &&
              q.phrases.every(some => stands(one, some)) &&
              !q.excludedTerms.some(term => one.has(term)) &&
              !q.excludedPhrases.some(some => stands(one, some)) &&
              q.oneOf.every(some => some.some(term => one.has(term)));
            const scored = [...q.required, ...optional];
            const sum = scored.reduce((all, term) => all + (one.get(term)?.weight ?? 0) * 300 ** term, 0);
            return isFound ? [[ordinal, sum] as [number, number]] : [];
          });
          expect(found).toEqual(expected);
        }
      },
    ),
    { numRuns: 1000 },
  );
});
