import fc from 'fast-check';
import { fold } from '../../../lib/names/fold.ts';
import { compileGlob, parsePattern } from '../../../lib/names/glob.ts';
import { everyName, nameGrams, patternGrams, prefixOf } from '../../../lib/names/grams.ts';
import { rarityOf } from '../../../lib/names/rarity.ts';
import { odd } from './oddText.ts';

const gramsOf = (pattern: string) => patternGrams(parsePattern(pattern)).map(gram => gram.gram);

/** A name and a pattern made from it by putting wildcards in place of some of its characters: it matches by making. */
const matching = fc
  .tuple(odd.map(fold), fc.array(fc.nat(5), { minLength: 24, maxLength: 24 }))
  .map(([name, choices]) => {
    const pattern = [...name].map((c, i) => (choices[i] === 0 ? '?' : choices[i] === 1 ? '*' : c)).join('');
    return { name, pattern };
  })
  .filter(({ name, pattern }) => name !== '' && compileGlob(parsePattern(pattern))(name));

describe('grams', () => {
  test('of a name are every window with marked ends, digits, ideographs, length, whole and the one of every name', () => {
    expect(nameGrams('a1.c')).toEqual([
      everyName,
      '\u0004a1.c',
      '\u00034',
      '\u0001\u0001a',
      '\u0001a1',
      'a1.',
      '1.c',
      '.c\u0002',
    ]);
    expect(nameGrams('20240')).toEqual(expect.arrayContaining(['2024', '0240', '\u00035']));
    expect(nameGrams('見積.pdf')).toEqual(expect.arrayContaining(['見', '積', '見積', '見積.']));
    expect(nameGrams('한글')).toEqual(expect.arrayContaining(['한', '글', '한글']));
    expect(nameGrams('a'.repeat(16)).some(gram => gram.startsWith('\u0003'))).toBe(false);
  });

  test('are distinct, and bounded by the length of the name', () => {
    fc.assert(
      fc.property(odd, text => {
        const name = fold(text);
        const grams = nameGrams(name);
        expect(new Set(grams).size).toBe(grams.length);
        expect(grams.length).toBeLessThanOrEqual(4 * [...name].length + 6);
      }),
    );
  });

  test('of a name without ideographs are made as those of one with some are', () => {
    const characters = fc.constantFrom(...'aé .-_0123456789Ж\u10ff');
    fc.assert(
      fc.property(fc.string({ unit: characters, minLength: 1, maxLength: 30 }), name => {
        const within = (grams: readonly string[]) => grams.filter(gram => !/[\u0002-\u0004見]/.test(gram));
        expect(within(nameGrams(name))).toEqual(within(nameGrams(`${name}見`)));
      }),
      { numRuns: 1000 },
    );
  });

  test('of a pattern are all among those of each name it matches', () => {
    fc.assert(
      fc.property(matching, ({ name, pattern }) => {
        const grams = new Set(nameGrams(name));
        for (const gram of gramsOf(pattern)) expect(grams).toContain(gram);
      }),
      { numRuns: 5000 },
    );
  });

  test.each([
    ['r*', ['\u0001\u0001r', everyName]],
    ['*.c', ['.c\u0002', everyName]],
    ['?.pdf', ['\u00035', '.pd', 'pdf', 'df\u0002', everyName]],
    ['*noise*', ['noi', 'ois', 'ise', everyName]],
    ['*報告*', ['報告', '報', '告', everyName]],
    ['*12345*', ['123', '1234', '234', '2345', '345', everyName]],
    ['*', [everyName]],
    ['*ab*', [everyName]],
  ])('of %j', (pattern, expected) => {
    expect(gramsOf(pattern)).toEqual(expected);
  });

  test('the prefix is three code points, never half of one', () => {
    fc.assert(
      fc.property(odd, text => {
        expect(prefixOf(text)).toBe([...text].slice(0, 3).join(''));
      }),
    );
  });

  test('rarity puts a whole name before digits before common endings before every name', () => {
    const rarity = (pattern: string) => patternGrams(parsePattern(pattern)).map(rarityOf);
    expect(rarity('abc.pdf')[0]).toBeGreaterThan(Math.max(...rarity('*300130*')));
    expect(Math.max(...rarity('*300130*'))).toBeGreaterThan(Math.max(...rarity('*.pdf')));
    expect(rarity('*.pdf').at(-1)).toBe(0);
    for (const gram of patternGrams(parsePattern('*qzx*'))) if (gram.gram) expect(rarityOf(gram)).toBeGreaterThan(8);
  });
});
