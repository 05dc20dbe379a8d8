import fc from 'fast-check';
import { fold, foldRun } from '../../../lib/names/fold.ts';
import { compileGlob, parsePattern } from '../../../lib/names/glob.ts';
import { odd } from './oddText.ts';

const matches = (pattern: string, name: string) => compileGlob(parsePattern(pattern))(fold(name));

/** Plain dynamic programming over code points: slow, and independent of the matcher. */
function reference(pattern: string, name: string): boolean {
  const parts = pattern.split(/([*?])/);
  const tokens = parts.flatMap((part, i): { literal?: string; star?: boolean }[] => {
    if (part === '*') return [{ star: true }];
    if (part === '?') return [{}];
    let run = foldRun(part);
    if (i === 0) run = run.trimStart();
    if (i === parts.length - 1) run = run.trimEnd();
    return [...run].map(literal => ({ literal }));
  });
  const points = [...fold(name)];
  let row = [true, ...points.map(() => false)];
  for (const token of tokens) {
    const next = [row[0] === true && token.star === true];
    for (const [j, point] of points.entries()) {
      const here = token.star
        ? row[j + 1] === true || next[j] === true
        : row[j] === true && (token.literal === undefined || token.literal === point);
      next.push(here);
    }
    row = next;
  }
  return row.at(-1) === true;
}

describe('glob', () => {
  test.each([
    ['RXD2*.pdf', 'RXD2_SCH.PDF', true],
    ['RXD2*.pdf', 'xRXD2_SCH.PDF', false],
    ['*noise test*', 'RXD2-0417 noise test.pdf', true],
    ['*noise test*', 'noisetest.pdf', false],
    ['budget *', 'budget.xlsx', false],
    ['budget *', 'budget 2024.xlsx', true],
    ['Übersicht.pdf', 'U\u0308bersicht.pdf', true],
    ['istanbul*', 'İstanbul.pdf', true],
    ['resume*', 'résumé.doc', false],
    ['?.pdf', '😁.pdf', true],
    ['??.pdf', '😁.pdf', false],
    ['？.pdf', '?.pdf', true],
    ['？.pdf', 'a.pdf', false],
    ['[a]{b}!%_.\\', '[a]{b}!%_.\\', true],
    ['[ab]', 'a', false],
    ['REV_???.pdf', 'rev_00a.pdf', true],
    ['a*a', 'a', false],
    ['*.pdf', 'Continental PDF Invoice: 12345678 v. 29.03.2024.pdf', true],
    ['*', '', true],
    ['?*', '', false],
    ['*?', 'x', true],
  ])('%j on %j: %j', (pattern, name, expected) => {
    expect(matches(pattern, name)).toBe(expected);
    expect(reference(pattern, name)).toBe(expected);
  });

  const small = fc.stringMatching(/^[ab *?.😁é]{1,10}$/u);
  test('agrees with the reference on names made of the same few characters', () => {
    fc.assert(
      fc.property(small, fc.stringMatching(/^[ab .😁é]{0,12}$/u), (pattern, name) => {
        expect(matches(pattern, name)).toBe(reference(pattern, name));
      }),
      { numRuns: 5000 },
    );
  });

  test('agrees with the reference on odd text', () => {
    fc.assert(
      fc.property(odd, odd, fc.nat(24), fc.nat(24), (name, noise, cut, end) => {
        const pattern = `${noise.slice(0, 3)}*${name.slice(cut, end)}${cut % 2 ? '?' : ''}*`.toWellFormed();
        expect(matches(pattern, name)).toBe(reference(pattern, name));
        const own = name.slice(cut).toWellFormed();
        expect(matches(`*${own}`, name)).toBe(reference(`*${own}`, name));
      }),
      { numRuns: 3000 },
    );
  });

  test('never tries a placement again, however many stars', () => {
    // The number of comparisons is what is bounded, not a time: a pattern of 256 characters on a name of 200.
    const name = 'a'.repeat(200);
    expect(matches(`${'*a'.repeat(127)}*b`, name)).toBe(false);
    expect(matches(`${'?*'.repeat(128)}`, name)).toBe(true);
    expect(matches('*'.repeat(256), name)).toBe(true);
    expect(parsePattern('*'.repeat(256))).toHaveLength(1);
  });
});
