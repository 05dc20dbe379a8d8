import fc from 'fast-check';
import { encodePosition } from '../../../lib/archive/position.ts';
import { inDirection, measureOf } from '../../../lib/aws/direction.ts';
import { type Cutting, type Piece, stretchesOf } from '../../../lib/aws/stretches.ts';

const noon = Date.UTC(2024, 4, 17, 12);
const position = (at: number, i = 0): string =>
  encodePosition({ at: noon + at, id: `${i.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`, number: 1 });

const direction = fc.constantFrom('newestFirst' as const, 'oldestFirst' as const);

const cut = (changes: Partial<Cutting>, needed: number, allowed: number) =>
  stretchesOf(
    {
      ...{ direction: 'newestFirst', coveredTo: position(0), ahead: [], density: 1, pageRows: 100, most: 8 },
      ...changes,
    },
    needed,
    allowed,
  );

describe('stretchesOf', () => {
  test('what fits a page is one stretch, and so is what nothing is known of', () => {
    expect(cut({}, 100, 1e6)).toEqual([{ behind: position(0), until: undefined, rows: 100 }]);
    expect(cut({ density: undefined }, Number.POSITIVE_INFINITY, 900)).toEqual([
      { behind: position(0), until: undefined, rows: 900 },
    ]);
    expect(cut({ coveredTo: undefined }, 5_000, 900)).toEqual([{ behind: undefined, until: undefined, rows: 900 }]);
  });

  test('more is cut into stretches of about the same, the last to the end where all is wanted', () => {
    const some = cut({}, 300, 1e6);
    expect(some).toHaveLength(4);
    expect(some.at(-1)?.until).toBeDefined();
    const all = cut({}, Number.POSITIVE_INFINITY, 1_000);
    expect(all).toHaveLength(8);
    expect(all.at(-1)?.until).toBeUndefined();
    expect(all.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(1_000 + all.length);
  });

  test('a million rows of one instant are not cut, since no bound lies between them', () => {
    expect(cut({ density: 1e9, coveredTo: position(0, 500) }, Number.POSITIVE_INFINITY, 1_000)).toHaveLength(2);
    const [first] = cut({ density: 1e9, coveredTo: position(0, 500) }, Number.POSITIVE_INFINITY, 1_000);
    expect(first?.behind).toBe(position(0, 500));
  });

  test('together with what was read ahead, stretches hang together from what is covered on', () => {
    const property = fc.property(
      fc.record({
        direction,
        ends: fc.uniqueArray(fc.integer({ min: -5_000, max: 5_000 }), { minLength: 1, maxLength: 9 }),
        isOpen: fc.boolean(),
        density: fc.constantFrom(0.001, 0.1, 1, 50),
        pageRows: fc.constantFrom(31, 200),
        most: fc.integer({ min: 1, max: 8 }),
        needed: fc.constantFrom(10, 250, 3_000, Number.POSITIVE_INFINITY),
        allowed: fc.constantFrom(1, 40, 500, 50_000),
      }),
      ({ direction, ends, isOpen, needed, allowed, ...rest }) => {
        const [coveredTo = '', ...bounds] = ends
          .map(at => position(at))
          .toSorted((a, b) => inDirection(direction, a, b));
        // Some adjoin one another, some do not, and the last may go to the end of the range.
        const ahead: Piece<string>[] = [];
        for (let i = 0; i + 1 < bounds.length; i += i % 3 === 0 ? 1 : 2)
          ahead.push({ behind: bounds[i] ?? '', coveredTo: bounds[i + 1], rows: [] });
        const last = ahead.pop();
        if (last) ahead.push(isOpen ? { ...last, coveredTo: undefined } : last);
        const stretches = stretchesOf({ direction, coveredTo, ahead, ...rest }, needed, allowed);

        expect(stretches.length).toBeGreaterThan(0);
        expect(stretches.length).toBeLessThanOrEqual(rest.most);
        expect(stretches.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(allowed + stretches.length);
        let reached: string | undefined = coveredTo;
        const pieces = [...ahead];
        for (const { behind, until, rows } of stretches) {
          expect(rows).toBeGreaterThan(0);
          while (pieces[0] && pieces[0].behind === reached) reached = pieces.shift()?.coveredTo;
          expect(behind).toBe(reached);
          if (behind !== undefined && until !== undefined) {
            expect(inDirection(direction, behind, until)).toBeLessThan(0);
            expect(measureOf(until, direction)).toBeLessThanOrEqual(measureOf(behind, direction));
          }
          // Nothing is read twice.
          if (pieces[0]) expect(until !== undefined && inDirection(direction, until, pieces[0].behind) <= 0).toBe(true);
          reached = until;
        }
      },
    );
    fc.assert(property, { numRuns: 2_000 });
  });
});
