import fc from 'fast-check';
import { exactPhrase, holdsPhrase } from '../../../lib/search/exactPhrase.ts';
import { cutTerm, fileBounds, wordsOfDocument } from '../../../lib/words/documentWords.ts';

const innerTerms = (written: string) => exactPhrase(written).inner?.terms.map(({ term, offset }) => [term, offset]);

it('narrows by words that every text with the phrase has together, and only by those', () => {
  expect(innerTerms('Twelve months from delivery')).toEqual([
    ['month', 0],
    ['from', 1],
  ]);
  expect(exactPhrase('Twelve months from delivery').inner?.whole).toBe(cutTerm);
  expect(exactPhrase('warranty clause').inner).toBeNull();
  expect(innerTerms('保証期間は')).toEqual([
    ['証期', 0],
    ['期間', 1],
    ['間', 2],
  ]);
  expect(exactPhrase('***')).toMatchObject({ text: '***', inner: null, elements: [] });
});

/** Texts of few words and of whatever joins, splits and disguises them. */
const pieces = [
  ...[
    'of',
    'the',
    'Rate',
    'rates',
    'RXD2-1234',
    'INV_2024_077',
    'a@b.example',
    "don't",
    'x',
    '12.5',
    'e\u0301',
    'É',
    'ς',
  ],
  ...[
    'Σ',
    '保証',
    '期',
    'ไทย',
    '\u212aelvin',
    'kelvin',
    '\u0130stanbul',
    'i\u0307s',
    '\u037e',
    ';',
    '"',
    '\\',
    '/',
    '*',
    '(',
    '[',
    '-',
  ],
  ...[
    '.',
    ' ',
    ' ',
    ' ',
    '  ',
    '\n',
    '\r\n',
    '\t',
    '\f',
    '\v',
    '\u00a0',
    '\u3000',
    '\ufeff',
    '> ',
    '-- \n',
    '\u200b',
    '\ud83d\ude00',
    '\u0001',
  ],
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map(some => some.join(''));
/** A part of a text, in some form that is compared as the same. */
const asked = fc
  .tuple(text, fc.nat(40), fc.nat(40), fc.constantFrom('as it is', 'upper', 'composed'))
  .map(([own, from, length, form]) => {
    const part = own.slice(from % Math.max(1, own.length)).slice(0, length);
    return [own, form === 'upper' ? part.toUpperCase() : form === 'composed' ? part.normalize('NFC') : part] as const;
  });

it('never passes over a text that holds the phrase', () => {
  fc.assert(
    fc.property(asked, text, ([own, part], other) => {
      const phrase = exactPhrase(part);
      if (phrase.text === '') return;
      for (const one of [own, own + other, other]) {
        if (!holdsPhrase(one, phrase)) continue;
        expect(phrase.mayStandIn(Buffer.from(JSON.stringify(['txt', [['x', one]]])))).toBe(true);
        const { words } = wordsOfDocument(
          { subject: '', people: [], fileNames: [], body: one, filterTerms: [] },
          fileBounds,
        );
        const places = new Map(words.map(({ term, positions }) => [term, positions]));
        const [first, ...others] = phrase.inner?.terms ?? [];
        if (first)
          expect(
            places
              .get(first.term)
              ?.some(at => others.every(({ term, offset }) => places.get(term)?.includes(at + offset))),
          ).toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
});

it('passes over texts without it unread, whatever stands between its words', () => {
  const { mayStandIn } = exactPhrase('Twelve "months" of\\n');
  const json = (one: string) => Buffer.from(JSON.stringify([one]));
  expect(mayStandIn(json('twelve\n\t "MONTHS"\u00a0of\\n'))).toBe(true);
  expect(mayStandIn(json('twelve x "months" of\\n'))).toBe(false);
  expect(mayStandIn(json('twelve months of\\n'))).toBe(false);
  expect(exactPhrase('zwölf').mayStandIn(json('elf'))).toBe(true);
});

it('tells of documents of which something was left out', () => {
  const fields = { subject: '', people: [], fileNames: [], body: 'one two three two', filterTerms: [] };
  const isCut = (bounds: Partial<typeof fileBounds>) =>
    wordsOfDocument(fields, { ...fileBounds, ...bounds }).words.some(({ term }) => term === cutTerm);
  expect(isCut({})).toBe(false);
  expect(isCut({ characters: fields.body.length })).toBe(false);
  expect(isCut({ positions: 4, words: 3 })).toBe(false);
  expect(isCut({ characters: fields.body.length - 1 })).toBe(true);
  expect(isCut({ positions: 3 })).toBe(true);
  expect(isCut({ words: 2 })).toBe(true);
  expect(isCut({ termBytes: 8 })).toBe(true);
});
