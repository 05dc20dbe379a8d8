import fc from 'fast-check';
import { addDocument, newBatchWords } from '../../../lib/words/batchWords.ts';
import { decodeDocument, encodeDocument } from '../../../lib/words/documentCodec.ts';
import {
  type DocumentFields,
  fileBounds,
  filterTerm,
  mailBounds,
  type WordBounds,
  wordsOfDocument,
} from '../../../lib/words/documentWords.ts';
import { wordFinder } from '../../../lib/words/wordFinder.ts';
import { wordDocument } from './documents.ts';

const fields = (body: string): DocumentFields => ({
  subject: '',
  people: [],
  fileNames: [],
  body,
  filterTerms: [filterTerm('s12345678'), filterTerm('r12345678')],
});

const mail = `Hello Maria,

thank you for your quotation RXD2-1234 of last week. We would like to order forty pieces of the small pump at the price
that you gave us, to be delivered to our warehouse in Rotterdam before the end of November. Could you please confirm the
delivery date and send the invoice to our accounting department? If anything is not clear, give me a call on Tuesday or
Wednesday morning; I am out of the office for the rest of the week, and Jonas will answer questions about the drawings.

The gasket of the earlier series does not fit the new housing, as your technician found, so we need the wider one. I have
attached the drawing of the flange again with the corrected bore. Please have a look at it before you start with the
tooling, since the supplier of the castings needs three weeks for a change.

Best regards,
Tom
`;

describe('encodeDocument', () => {
  test('keeps every word, weight and position', () => {
    fc.assert(
      fc.property(wordDocument, document => {
        expect(decodeDocument(encodeDocument(document))).toEqual(document);
      }),
    );
  });

  test('makes little of the words of a mail', () => {
    const document = wordsOfDocument(fields(mail));
    expect(document.words.length).toBeGreaterThan(100);
    expect(encodeDocument(document).length / document.words.length).toBeLessThan(4);
  });

  test('makes the same bytes of the same words', () => {
    const document = wordsOfDocument(fields(mail));
    expect(encodeDocument(wordsOfDocument(fields(mail)))).toEqual(encodeDocument(document));
  });

  test.each<[string, WordBounds, string]>([
    // Letters of three bytes that fold to themselves, in words that share nothing.
    ['a mail of long words', mailBounds, words(3_000, 20, 0xab00)],
    ['a mail of short words', mailBounds, words(70_000, 2, 0x1200)],
    ['a file of long words', fileBounds, words(20_000, 20, 0xab00)],
    ['a file of short words', fileBounds, words(300_000, 2, 0x1200)],
    ['a file of Han', fileBounds, han(1_000_000)],
  ])('fits into one row, whatever is in %s', (_, bounds, body) => {
    const document = wordsOfDocument(fields(body), bounds);
    const bytes = encodeDocument(document);
    expect(document.words.length).toBeGreaterThan(100);
    expect(bytes.length).toBeLessThan(290_000);
    expect(Buffer.compare(encodeDocument(decodeDocument(bytes)), bytes)).toBe(0);
  });
});

function words(count: number, length: number, from: number): string {
  let seed = 7;
  const letter = (): string => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return String.fromCharCode(from + ((seed >>> 8) % 0x28));
  };
  return Array.from({ length: count }, () => Array.from({ length }, letter).join('')).join(' ');
}

function han(count: number): string {
  let seed = 7;
  return Array.from({ length: count }, () => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return String.fromCharCode(0x4e00 + ((seed >>> 8) % 5000));
  }).join('');
}

describe('wordFinder', () => {
  test('finds what decoding finds', () => {
    fc.assert(
      fc.property(
        fc.array(wordDocument, { minLength: 1, maxLength: 3 }),
        fc.array(fc.nat({ max: 200 }), { maxLength: 8 }),
        fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }),
        (documents, picks, strangers) => {
          const all = documents.flatMap(({ words: own }) => own.map(({ term }) => term));
          const terms = [...picks.flatMap(pick => all[pick % Math.max(1, all.length)] ?? []), ...strangers];
          const find = wordFinder(terms);
          for (const document of documents) {
            const expected = terms.map(term => document.words.find(word => word.term === term) ?? null);
            expect(find(encodeDocument(document))).toEqual(expected);
          }
        },
      ),
    );
  });
});

describe('damaged bytes', () => {
  test('of another version are told', () => {
    const bytes = encodeDocument({ words: [] });
    bytes[0] = 99;
    expect(() => decodeDocument(bytes)).toThrow('another version');
    expect(() => wordFinder(['x'])(bytes)).toThrow('another version');
  });

  test('that say of positions further than any text has are told, and make nobody take memory for them', () => {
    const bytes = encodeDocument({ words: [{ term: 'the', weight: 1, positions: [2 ** 27] }] });
    for (const read of [decodeDocument, wordFinder(['the']), (all: Uint8Array) => addDocument(newBatchWords(), all)])
      expect(() => read(bytes)).toThrow('damaged');
  });

  test('are read in bounded time, or told', () => {
    const version = encodeDocument({ words: [] })[0] ?? 0;
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), wordDocument, fc.nat(), (noise, document, at) => {
        const bytes = encodeDocument(document);
        const cut = bytes.slice(0, at % bytes.length);
        const spoilt = Uint8Array.of(...bytes.slice(0, at % bytes.length), ...noise);
        for (const damaged of [Uint8Array.of(version, ...noise), cut, spoilt]) {
          for (const read of [decodeDocument, wordFinder(['the', 'zebra'])]) {
            try {
              read(damaged);
            } catch (error) {
              expect(String(error)).toMatch(/^Error: words are/);
            }
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
