import fc from 'fast-check';
import { nameGrams } from '../../../lib/names/grams.ts';
import { isPageGram } from '../../../lib/names/pageGrams.ts';

const start = '\u0001';
const end = '\u0002';

test.each([
  ['every name', ''],
  ['a whole name', '\u0004smime.p7s'],
  ['a length', '\u00037'],
  ['beginnings', `${start}${start}r`, `${start}re`],
  ['an ending', `df${end}`],
  ['a pair of ideographs', '報告', '𠮷野'],
  ['windows about the commonest of three characters', 'rep', 'zeb', 'x.p', '見e積', '😀a😀'],
])('%s holds data', (_, ...grams) => {
  for (const gram of grams) expect([gram, isPageGram(gram)]).toEqual([gram, true]);
});

test.each([
  ['a single ideograph', '報', '𠮷'],
  ['four digits', '2021'],
  ['windows about a rarer character', 'nvo', 'eze', '.pd', 'a見b', 'a😀b', 'aab'],
])('%s does not', (_, ...grams) => {
  for (const gram of grams) expect([gram, isPageGram(gram)]).toEqual([gram, false]);
});

test('words of six letters and more have windows of both kinds, wherever they stand', () => {
  const words = ['report', 'invoice', 'zeppelin', 'tarragon', 'schematic', 'protokoll', 'rechnung', 'équipement'];
  for (const word of words) {
    const windows = nameGrams(word).filter(gram => /^[^\u0001-\u0004]{3}$/u.test(gram));
    expect([word, new Set(windows.map(isPageGram)).size]).toEqual([word, 2]);
  }
});

test('of two neighbouring windows at most one holds data', () => {
  const text = fc.string({ unit: 'binary', minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.oneof(text, fc.string({ unit: fc.constantFrom(...'ae.zq1見😀𠮷'), minLength: 4, maxLength: 4 })),
      four => {
        const points = [...four];
        fc.pre(points.length === 4 && !/[\u0001-\u0004]/.test(four));
        const [first, second] = [points.slice(0, 3).join(''), points.slice(1).join('')];
        expect(isPageGram(first) && isPageGram(second)).toBe(false);
      },
    ),
    { numRuns: 2000 },
  );
});
