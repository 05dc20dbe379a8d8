import fc from 'fast-check';
import { limits } from '../../../lib/limits.ts';
import { foldRun } from '../../../lib/names/fold.ts';
import { stemOf } from '../../../lib/words/stem.ts';
import { forEachToken, initialsOf, type Token, tokensOf } from '../../../lib/words/tokens.ts';
import { writtenText } from './writtenText.ts';

/** Terms with their positions, wholes and pairs among them. */
const termsOf = (text: string): string[] => tokensOf(text).map(({ term, position }) => `${term}@${position}`);
const words = (text: string): string[] =>
  tokensOf(text)
    .filter(({ kind }) => kind === 'word' || kind === 'character')
    .map(({ term }) => term);

describe('tokensOf', () => {
  test.each([
    ['words between anything else', 'Dear Ms. Smith,\n\tpay (now)!', ['dear', 'ms', 'smith', 'pay', 'now']],
    ['English inflections', 'invoices Invoice invoicing', ['invoic', 'invoic', 'invoic']],
    [
      'English inflections of words with accents',
      "cafés façades naïvely naïve Müller’s MÜLLER'S müller",
      ['café', 'façad', 'naïv', 'naïv', 'müller', 'müller', 'müller'],
    ],
    ['irregular and short words', 'dying skies is as', ['die', 'sky', 'is', 'as']],
    ['contractions', "John's dogs' don't we’ll IT'S", ['john', 'dog', "don't", "we'll", 'it']],
    [
      'elisions and names as two words',
      "l'entreprise d’accord O'Brien",
      ['l', 'entrepris', 'd', 'accord', 'o', 'brien'],
    ],
    ['words of letters and digits', 'Q3 rxd2 4th MP3s', ['q3', 'rxd2', '4th', 'mp3s']],
    ['accents, which count', 'résumé resume Größe', ['résumé', 'resum', 'größe']],
    ['either form of an accent', 're\u0301sume\u0301', ['résumé']],
    ['Greek, of whichever sigma', 'Σίσυφος ΣΊΣΥΦΟΣ', ['σίσυφοσ', 'σίσυφοσ']],
    ['Cyrillic', 'Счёт-фактура оплачена', ['счёт', 'фактура', 'оплачена']],
    ['Turkish', 'İstanbul ISTANBUL', ['istanbul', 'istanbul']],
    ['Arabic and Hebrew', 'فاتورة رقم חשבונית', ['فاتورة', 'رقم', 'חשבונית']],
    ['Devanagari with its marks', 'चालान संख्या', ['चालान', 'संख्या']],
    ['wide letters and ligatures', 'ＡＢＣ ﬁle １２３', ['abc', 'file', '123']],
    ['letters beyond the first plane', '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𐐷𐐲', ['unicod', '𐐷𐐲']],
    ['no mark as the first of a word', '\u0301abc 東\u0bbea', ['abc', '東', 'a']],
    ['soft hyphens and joiners', 'in\u00advoice in\u200bvoice', ['invoic', 'invoic']],
    ['no words in signs', '— … € 😀 👩‍💻 ** == \u200d', []],
    ['Han by characters', '東京', ['東', '京']],
    ['kana with its marks, wide or not', 'ガス ｶﾞｽ か\u3099', ['ガ', 'ス', 'ガ', 'ス', 'が']],
    ['long vowels', 'ケース', ['ケ', 'ー', 'ス']],
    ['Hangul, composed or not', '서울 \u1109\u1165', ['서', '울', '서']],
    ['Han beyond the first plane', '𠮷野家', ['𠮷', '野', '家']],
    ['what folding makes two words of', '㈱ ½', ['株', '1', '2']],
    ['them apart from what they touch', '5㎏ 3½', ['5', 'kg', '3', '1', '2']],
    ['trade marks as none', 'Lambda™ Acme®', ['lambda', 'acm']],
  ])('reads %s', (_, text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  test('has pairs of what is written without blanks, beside its characters', () => {
    expect(termsOf('東京都 x')).toEqual(['東@0', '東京@0', '京@1', '京都@1', '都@2', 'x@3']);
    expect(termsOf('ปีใหม่').filter(term => [...term].length === 4)).toEqual(['ปี@0', 'ีใ@1', 'ให@2', 'หม@3', 'ม่@4']);
    expect(termsOf('ກັບ')).toContain('ກັ@0');
    expect(termsOf('ភាសា')).toContain('សា@2');
    expect(termsOf('မြန်')).toContain('မြ@0');
  });

  test('makes no pair over a blank or another script', () => {
    expect(termsOf('東 京a都')).toEqual(['東@0', '京@1', 'a@2', '都@3']);
  });

  test.each([
    ['RXD2-1234', ['rxd2@0', 'rxd2-1234@0', '1234@1']],
    ['INV_2024_077', ['inv@0', 'inv_2024_077@0', '2024@1', '077@2']],
    ['2024-01-15', ['2024@0', '2024-01-15@0', '01@1', '15@2']],
    ['1,234.56', ['1@0', '1,234.56@0', '234@1', '56@2']],
    ['www.example.com', ['www@0', 'www.example.com@0', 'exampl@1', 'com@2']],
    [
      'Jane.Doe+x@mail.example.com',
      ['jane@0', 'jane.doe+x@mail.example.com@0', 'doe@1', 'x@2', 'mail@3', 'mail.example.com@3', 'exampl@4', 'com@5'],
    ],
    ['ＡＢ－１２', ['ab@0', 'ab-12@0', '12@1']],
    ['A\u20111', ['a@0', 'a‐1@0', '1@1']],
    ['Größe_7', ['größe@0', 'größe_7@0', '7@1']],
  ])('has %s whole and by part', (text, expected) => {
    expect(termsOf(text)).toEqual(expected);
    expect(tokensOf(text).find(({ kind }) => kind === 'whole')).toMatchObject({ start: 0, end: text.length });
  });

  test.each([
    ['words with hyphens alone', 'well-known follow-up', ['well@0', 'known@1', 'follow@2', 'up@3']],
    ['joiners at ends', '_x_ -y- .z. w@', ['x@0', 'y@1', 'z@2', 'w@3']],
    ['joiners in a row', 'a--1 b..2', ['a@0', '1@1', 'b@2', '2@3']],
    ['lists with commas', 'a,b 1, 2', ['a@0', 'b@1', '1@2', '2@3']],
    ['codes with Han', '第3回-2', ['第@0', '3@1', '回@2', '2@3']],
  ])('has no whole of %s', (_, text, expected) => {
    expect(termsOf(text)).toEqual(expected);
  });

  test('cuts a long word, and has no whole of a long code', () => {
    const most = limits.wordCharacters.value;
    expect(tokensOf('q'.repeat(500))).toEqual([
      { term: 'q'.repeat(most), kind: 'word', position: 0, start: 0, end: 500 },
    ]);
    expect(words('é'.repeat(500))).toEqual(['é'.repeat(most)]);
    expect(tokensOf('1-'.repeat(500)).every(({ kind }) => kind === 'word')).toBe(true);
    // U+FDFA folds to eighteen letters.
    const lengthened = '\ufdfa'.repeat(30);
    for (const { term } of tokensOf(`${'𐐷'.repeat(99)} x${'𐐷'.repeat(99)} ${lengthened}_1 ${lengthened}`)) {
      expect(term.length).toBeLessThanOrEqual(most);
      expect(term.isWellFormed()).toBe(true);
    }
  });

  test('places tokens where they stand in the text', () => {
    const text = 'Sent to ｶﾞｽ会社, re\u0301f. ㈱12 (RXD2-1234)';
    const written = tokensOf(text).map(({ term, start, end }) => [term, text.slice(start, end)]);
    expect(written).toContainEqual(['ガス', 'ｶﾞｽ']);
    expect(written).toContainEqual(['ス会', 'ｽ会']);
    expect(written).toContainEqual(['réf', 're\u0301f']);
    expect(written).toContainEqual(['rxd2-1234', 'RXD2-1234']);
    expect(written).toContainEqual(['株', '㈱']);
  });

  test('counts positions from where it is told, and says where they end', () => {
    const positions: number[] = [];
    expect(forEachToken('one two', (_term, _kind, position) => positions.push(position), 7)).toBe(9);
    expect(positions).toEqual([7, 8]);
  });

  test('are the same with a character that folding drops anywhere behind the beginning of a word', () => {
    const piece = fc.constantFrom(
      ...["'", '’', 's', 't', 'll', 'don', 'of', '1', '-', '.', ' ', 'é', 'e\u0301', '期', 'ไ'],
    );
    const dropped = fc.constantFrom('\ufeff', '\u200b', '\u00ad', '\u2060', '\ufe0f', '\u{e0100}');
    const terms = (text: string) =>
      tokensOf(text)
        .filter(({ kind }) => kind !== 'whole')
        .map(({ term, kind, position }) => [term, kind, position]);
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, fc.option(dropped)), { maxLength: 12 }), some => {
        const plain = some.map(([text]) => text).join('');
        expect(terms(some.map(([text, mark]) => text + (mark ?? '')).join(''))).toEqual(terms(plain));
      }),
      { numRuns: 1000 },
    );
  });

  test('gives every position once to a word or a character, in order of place', () => {
    fc.assert(
      fc.property(writtenText, text => {
        const single = tokensOf(text).filter(({ kind }) => kind === 'word' || kind === 'character');
        expect(single.map(({ position }) => position)).toEqual(single.map((_, i) => i));
        for (const { term, start, end } of tokensOf(text)) {
          expect(term).not.toBe('');
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });

  test('reads a word by itself as it reads it in its text', () => {
    const isPart = ({ kind }: Token): boolean => kind === 'word';
    fc.assert(
      fc.property(writtenText, text => {
        for (const { term, start, end } of tokensOf(text).filter(isPart)) {
          const alone = tokensOf(text.slice(start, end)).map(token => token.term);
          expect(alone).toContain(term);
        }
      }),
    );
  });

  test('reads lines apart as it reads them together', () => {
    fc.assert(
      fc.property(writtenText, writtenText, (first, second) => {
        const before = tokensOf(first);
        const words = before.filter(({ kind }) => kind === 'word' || kind === 'character').length;
        const after = tokensOf(second).map(token => ({
          ...token,
          position: token.position + words,
          start: token.start + first.length + 1,
          end: token.end + first.length + 1,
        }));
        expect(tokensOf(`${first}\n${second}`)).toEqual([...before, ...after]);
      }),
    );
  });

  test('finds words that fold and stem alike under one term, whatever stood before them', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ]{1,20}$/), word => {
        expect(words(`x ${word}`)).toEqual(['x', ...words(foldRun(word))]);
        expect(words(word)).toEqual([stemOf(foldRun(word))]);
      }),
    );
  });

  test('tells all wanted terms at their places where it is told what they begin with', () => {
    fc.assert(
      fc.property(writtenText, fc.array(fc.nat(40), { maxLength: 4 }), (text, places) => {
        const all = tokensOf(text);
        const wanted = new Set(places.flatMap(place => all[place]?.term ?? []));
        const told: Token[] = [];
        forEachToken(
          text,
          (term, kind, position, start, end) => told.push({ term, kind, position, start, end }),
          0,
          initialsOf(wanted),
        );
        const isWanted = ({ term }: Token) => wanted.has(term);
        const inOrder = (tokens: readonly Token[]) =>
          tokens.filter(isWanted).toSorted((a, b) => a.position - b.position);
        expect(inOrder(told)).toEqual(inOrder(all));
      }),
    );
  });

  test('passes over the words of other initials', () => {
    const told: string[] = [];
    forEachToken('Some words, and Walnuts', term => told.push(term), 0, initialsOf(['wombat']));
    expect(told).toEqual(['word', 'walnut']);
  });

  test('keeps the first letter of every word that it stems', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,20}$/), word => {
        expect(stemOf(word)[0]).toBe(word[0]);
      }),
    );
  });
});
