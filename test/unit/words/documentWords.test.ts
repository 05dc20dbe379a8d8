import fc from 'fast-check';
import {
  compareTerms,
  cutTerm,
  type DocumentFields,
  type DocumentWord,
  fileBounds,
  filterTerm,
  mailBounds,
  wordsOfDocument,
} from '../../../lib/words/documentWords.ts';
import { tokensOf } from '../../../lib/words/tokens.ts';
import { writtenText } from './writtenText.ts';

const nothing: DocumentFields = { subject: '', people: [], fileNames: [], body: '', filterTerms: [] };
const filler = 'lorem ipsum dolor amet '.repeat(40);

function wordOf(fields: Partial<DocumentFields>, term: string): DocumentWord | undefined {
  return wordsOfDocument({ ...nothing, ...fields }).words.find(word => word.term === term);
}
const weightOf = (fields: Partial<DocumentFields>): number => wordOf(fields, 'invoic')?.weight ?? 0;

describe('wordsOfDocument', () => {
  test('finds words of subject, people, file names and body', () => {
    const { words } = wordsOfDocument({
      subject: 'Invoice',
      people: [
        { address: 'jane@example.com', displayName: 'Jane Doe' },
        { address: null, displayName: 'Tom' },
      ],
      fileNames: ['INV_077.pdf'],
      body: 'Please pay.',
      filterTerms: [],
    });
    const terms = words.map(({ term }) => term);
    expect(terms).toEqual(
      [
        ...['invoic', 'jane', 'doe', 'jane@example.com', 'exampl', 'example.com', 'com', 'tom'],
        ...['inv_077.pdf', 'inv', '077', 'pdf', 'pleas', 'pay'],
      ].sort(),
    );
  });

  test('weighs the subject most, then names of people and files, then the body', () => {
    const inSubject = weightOf({ subject: 'About an invoice of last May', body: filler });
    const inName = weightOf({ fileNames: ['Invoice of last May.pdf'], body: filler });
    const inBody = weightOf({ body: `Invoice ${filler}` });
    expect(inSubject).toBeGreaterThan(inName);
    expect(inName).toBeGreaterThan(inBody);
  });

  test('weighs the subject and names more than a body however short', () => {
    const inBody = weightOf({ body: 'Invoice' });
    expect(weightOf({ subject: 'About an invoice of the last week of May and one of June' })).toBeGreaterThan(inBody);
    const many = Array.from({ length: 5 }, (_, i) => ({ address: `a${i}@example.com`, displayName: 'Ann Lee' }));
    expect(weightOf({ people: [{ address: null, displayName: 'Invoice Office' }, ...many] })).toBeGreaterThan(inBody);
  });

  test('weighs what stands often more, and less in a long text', () => {
    const once = weightOf({ body: `Invoice ${filler}` });
    expect(weightOf({ body: `Invoice ${filler} Invoices` })).toBeGreaterThan(once);
    expect(weightOf({ body: `Invoice ${filler} ${filler} ${filler}` })).toBeLessThan(once);
    expect(weightOf({ body: 'Invoice' })).toBeGreaterThan(once);
  });

  test('weighs what is quoted or signed a fifth, and lets it not make the text long', () => {
    const own = weightOf({ body: `Invoice\n${filler}` });
    const quoted = weightOf({ body: `> Invoice\n${filler}` });
    const five = weightOf({ body: `> Invoice invoice invoice invoice invoice\n${filler}` });
    expect(quoted).toBeLessThan(own / 2);
    expect(Math.abs(five - own)).toBeLessThan(4);
    expect(weightOf({ body: `${filler}\n-- \nInvoice` })).toBeLessThan(own / 2);
    const answered = weightOf({ body: `Invoice\n${filler.replaceAll('lorem', '\n> lorem')}` });
    expect(answered).toBeGreaterThan(own);
  });

  test('keeps fields, people and files apart by a position', () => {
    const fields = {
      ...nothing,
      subject: 'one two',
      people: [{ address: 'a@b.cd', displayName: 'three' }],
      fileNames: ['four', 'five'],
      body: 'six\nseven > eight\n> nine',
    };
    const positions = new Map(wordsOfDocument(fields).words.map(word => [word.term, word.positions]));
    const places = ['one', 'two', 'three', 'a', 'b', 'cd', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
    expect(places.map(term => positions.get(term)?.[0])).toEqual([0, 1, 3, 5, 6, 7, 9, 11, 13, 14, 15, 16]);
    expect(positions.get('a@b.cd')).toEqual([5]);
    expect(positions.get('b.cd')).toEqual([6]);
  });

  test('holds filter terms that no text has', () => {
    const term = filterTerm('s12345678');
    expect(wordOf({ body: 's12345678 \u0001s12345678', filterTerms: [term] }, term)).toEqual({
      term,
      weight: 1,
      positions: [],
    });
    fc.assert(
      fc.property(writtenText, text => {
        expect(tokensOf(text).filter(token => token.term.startsWith('\u0001'))).toEqual([]);
      }),
    );
  });

  test('holds every token of the body at its positions, in the order of terms', () => {
    fc.assert(
      fc.property(writtenText, body => {
        const { words } = wordsOfDocument({ ...nothing, body });
        const expected = new Map<string, number[]>();
        for (const { term, position } of tokensOf(body)) expected.set(term, [...(expected.get(term) ?? []), position]);
        expect(new Map(words.map(word => [word.term, word.positions]))).toEqual(expected);
        const terms = words.map(({ term }) => Buffer.from(term));
        expect(terms).toEqual([...terms].sort(Buffer.compare));
        for (const { weight } of words) {
          expect(weight).toBeGreaterThanOrEqual(1);
          expect(weight).toBeLessThanOrEqual(255);
        }
      }),
    );
  });
});

describe('bounds', () => {
  const bounds = { words: 10, termBytes: 1_000, positions: 1_000, characters: 1_000 };
  const many = Array.from({ length: 50 }, (_, i) => `word${i}`);

  test('keep the weightiest words, then the first', () => {
    const body = `> ${many.slice(0, 20).join(' ')}\n${many.slice(20).join(' ')} word49`;
    const { words } = wordsOfDocument({ ...nothing, body, subject: 'about' }, bounds);
    expect(words.map(({ term }) => term)).toEqual([cutTerm, 'about', ...many.slice(20, 27), 'word49'].sort());
  });

  test('keep filter terms before words', () => {
    const filterTerms = ['a', 'b'].map(filterTerm);
    const { words } = wordsOfDocument({ ...nothing, body: many.join(' '), filterTerms }, { ...bounds, words: 3 });
    expect(words.map(({ term }) => term)).toEqual([cutTerm, ...filterTerms]);
  });

  test('count the bytes of terms', () => {
    const { words } = wordsOfDocument({ ...nothing, body: many.join(' ') }, { ...bounds, words: 50, termBytes: 33 });
    expect(words.map(({ term }) => term)).toEqual([cutTerm, 'word0', 'word1', 'word2', 'word3', 'word4', 'word5']);
  });

  test('keep the first positions, and count what stands behind them', () => {
    const { words } = wordsOfDocument({ ...nothing, body: 'one two one two one' }, { ...bounds, positions: 3 });
    expect(words.map(({ term, positions }) => [term, positions])).toEqual([
      [cutTerm, []],
      ['one', [0, 2]],
      ['two', [1]],
    ]);
    expect((words[1]?.weight ?? 0) > (words[2]?.weight ?? 0)).toBe(true);
  });

  test('leave half of what is read to the body', () => {
    const people = Array.from({ length: 500 }, (_, i) => ({ address: `p${i}@example.com`, displayName: null }));
    const { words } = wordsOfDocument({ ...nothing, people, body: 'invoice' }, { ...bounds, words: 5_000 });
    expect(words.some(({ term }) => term === 'invoic')).toBe(true);
    expect(words.some(({ term }) => term === 'p400')).toBe(false);
  });

  test('of files are wider than those of mails', () => {
    const body = Array.from({ length: 9_000 }, (_, i) => `w${i}x`).join(' ');
    expect(wordsOfDocument({ ...nothing, body }).words.length).toBe(mailBounds.words);
    expect(wordsOfDocument({ ...nothing, body }, fileBounds).words.length).toBe(fileBounds.words);
  });
});

describe('filterTerm', () => {
  test('keeps terms of long names short and apart', () => {
    const path = `d/${'folder/'.repeat(50)}`;
    expect(filterTerm(path).length).toBeLessThan(30);
    expect(filterTerm(`${path}a`)).not.toBe(filterTerm(`${path}b`));
    expect(filterTerm('t:red')).not.toBe(filterTerm('t:blue'));
  });
});

describe('compareTerms', () => {
  test('orders as UTF-8 bytes do', () => {
    const term = fc.string({ unit: 'binary', maxLength: 5 });
    fc.assert(
      fc.property(term, term, (a, b) => {
        expect(Math.sign(compareTerms(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
    expect(compareTerms('\uff21', '\u{10000}')).toBeLessThan(0);
  });
});
