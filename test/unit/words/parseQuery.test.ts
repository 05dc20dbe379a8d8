import fc from 'fast-check';
import { limits } from '../../../lib/limits.ts';
import { parseQuery, type QueryPhrase, type QueryWord, termsOf } from '../../../lib/words/parseQuery.ts';
import { tokensOf } from '../../../lib/words/tokens.ts';
import { writtenText } from './writtenText.ts';

const word = (term: string): QueryWord => ({ kind: 'word', term });
const phrase = (terms: Record<string, number>, whole: string | null = null): QueryPhrase => ({
  kind: 'phrase',
  terms: Object.entries(terms).map(([term, offset]) => ({ term, offset })),
  whole,
});

/** Whether a text has what an element of a query asks for, tried at every position. */
function matches(element: QueryWord | QueryPhrase, text: string): boolean {
  const tokens = tokensOf(text);
  const stands = (term: string, position?: number): boolean =>
    tokens.some(token => token.term === term && (position === undefined || token.position === position));
  if (element.kind === 'word') return stands(element.term);
  if (element.whole !== null && stands(element.whole)) return true;
  return tokens.some(({ position }) => element.terms.every(({ term, offset }) => stands(term, position + offset)));
}

/** Whether a text has all that a query asks for and nothing that it excludes. */
function finds(query: string, text: string): boolean {
  const { required, excluded } = parseQuery(query);
  return required.every(element => matches(element, text)) && !excluded.some(element => matches(element, text));
}

describe('parseQuery', () => {
  test.each([
    ['words', ' Invoices  may ', [word('invoic'), word('may')]],
    ['a word twice', 'invoice Invoices', [word('invoic')]],
    ['words that stand together', '"due date"', [phrase({ due: 0, date: 1 })]],
    ['typographic quotation marks', '“due date” „due day“', [phrase({ due: 0, date: 1 }), phrase({ due: 0, day: 1 })]],
    ['one quoted word', '"invoice"', [word('invoic')]],
    ['a quotation right behind a word', 'pay"due date"', [word('pay'), phrase({ due: 0, date: 1 })]],
    ['an empty quotation beside a word', '"" " " x', [word('x')]],
    ['a code', 'RXD2-1234', [phrase({ rxd2: 0, '1234x': 1 }, 'rxd2-1234')]],
    ['words with hyphens', 'well-known', [phrase({ well: 0, known: 1 })]],
    ['a path', 'docs/invoice', [phrase({ doc: 0, invoic: 1 })]],
    ['a domain', 'www.Example.com', [phrase({ www: 0, exampl: 1, com: 2 }, 'www.example.com')]],
    ['an address as it is', '<Jane.Doe@example.com>', [word('jane.doe@example.com')]],
    ['one character', '東', [word('東')]],
    ['two characters', '東京', [word('東京')]],
    ['an odd run of characters', '東京都', [phrase({ 東京: 0, 京都: 1 })]],
    ['an even run of characters', '大阪府庁', [phrase({ 大阪: 0, 府庁: 2 })]],
    ['scripts together', '第3回iPhone', [phrase({ 第: 0, '3x': 1, 回: 2, iphon: 3 })]],
    ['signs between words as nothing', 'a – b & 😀', [word('a'), word('b')]],
    ['a minus by itself as nothing', 'a - b -', [word('a'), word('b')]],
  ])('reads %s', (_, text, expected) => {
    // Keys that are numbers would come first.
    const plain = JSON.parse(JSON.stringify(expected).replaceAll(/("\d+)x"/g, '$1"'));
    expect(parseQuery(text)).toEqual({ required: plain, excluded: [] });
  });

  test('reads what must not match', () => {
    expect(parseQuery('invoice -draft -"due date" --old co-op')).toEqual({
      required: [word('invoic'), phrase({ co: 0, op: 1 })],
      excluded: [word('draft'), phrase({ due: 0, date: 1 }), word('old')],
    });
  });

  test.each([
    ['blank', ' \u3000 ', /at least one word, of letters or digits/],
    ['of signs alone', '— 😀 ** ""', /at least one word, of letters or digits/],
    ['of excluded words alone', '-draft -"due date"', /without a minus/],
    ['with a quotation mark alone', 'invoice "due date', /quotation mark without its partner/],
    ['with three of them', '"a b" c"', /quotation mark without its partner/],
    ['with a minus before one', 'a -"', /quotation mark without its partner/],
    ['of too many words', Array.from({ length: 33 }, (_, i) => `w${i}`).join(' '), /at most 32 words/],
    ['of too many that are excluded', `a ${Array.from({ length: 32 }, (_, i) => `-w${i}`).join(' ')}`, /at most 32/],
    [
      'of one-letter words',
      Array.from({ length: 256 }, (_, i) => String.fromCodePoint(0x400 + i)).join(' '),
      /at most 32/,
    ],
    [
      'of a long run of characters',
      Array.from({ length: 90 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join(''),
      /at most 32/,
    ],
  ])('refuses a query %s', (_, text, message) => {
    expect(() => parseQuery(text)).toThrow(
      expect.objectContaining({ code: 51002, message: expect.stringMatching(message) }),
    );
  });

  test('never repeats what it refuses', () => {
    const secret = 'zanzibar';
    for (const text of [`-${secret}`, `"${secret}`, Array.from({ length: 40 }, (_, i) => secret + i).join(' ')]) {
      expect(() => parseQuery(text)).toThrow(expect.objectContaining({ message: expect.not.stringContaining(secret) }));
    }
  });

  test('takes as many words as the limit says, however long', () => {
    const most = limits.queryWords.value;
    const text = Array.from({ length: most }, (_, i) => String.fromCharCode(0x61 + (i % 26)).repeat(1 + i)).join(' ');
    expect(termsOf(parseQuery(text))).toHaveLength(most);
    expect(parseQuery('q'.repeat(500)).required).toEqual([word('q'.repeat(limits.wordCharacters.value))]);
  });

  test('finds every word of a text by itself, and as it stands among others', () => {
    fc.assert(
      fc.property(writtenText, text => {
        for (const { start, end } of tokensOf(text)) {
          const written = text.slice(start, end).replaceAll(/["“”„‟＂]/g, '');
          if (/^-/.test(written)) continue;
          expect(finds(written, text)).toBe(true);
        }
      }),
    );
  });

  test('finds a text by any quotation of it', () => {
    fc.assert(
      fc.property(writtenText, fc.nat(), fc.nat(), (text, from, count) => {
        const words = tokensOf(text).filter(({ kind }) => kind === 'word' || kind === 'character');
        const first = words[from % Math.max(1, words.length)];
        const last = words[Math.min(words.length - 1, (from % Math.max(1, words.length)) + (count % 8))];
        if (!first || !last || last.end <= first.start) return;
        const quoted = text.slice(first.start, last.end);
        // Of an address a part is another address.
        if (/["“”„‟＂@＠]/.test(quoted)) return;
        expect(finds(`"${quoted}"`, text)).toBe(true);
      }),
    );
  });

  test.each([
    ['INV_2024_077', 'see Copy_of_INV_2024_077_final.pdf', true],
    ['RXD2-1234', 'the RXD2 1234 board', true],
    ['RXD2-1234', 'RXD2 and 1234', false],
    ['example.com', 'write to jane@mail.example.com', true],
    ['jane@example.com', 'Jane (jane@example.com).', true],
    ['jane@example.com', 'mary.jane@example.com.au', false],
    ['jane@example', 'mary.jane@example.com.au', true],
    ['@example.com', 'jane@example.com', true],
    ['O\u2019Brien', "Mr O'Brien", true],
    ['entreprise', "l'entreprise", true],
    ['京都', '東京都に行く', true],
    ['都京', '東京都に行く', false],
    ['서울', '서울에서 만나요', true],
    ['ปี', 'สวัสดีปีใหม่', true],
    ['ใหม่', 'สวัสดีปีใหม่', true],
    ['ガス', 'ｶﾞｽ会社', true],
    ['"date due"', 'due date', false],
    ['invoice -draft', 'the invoice, a draft', false],
    ['invoice -"first draft"', 'the invoice, a draft', true],
  ])('%s in %j: %s', (query, text, expected) => {
    expect(finds(query, text)).toBe(expected);
  });
});
