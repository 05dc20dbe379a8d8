import fc from 'fast-check';
import { limits } from '../../../lib/limits.ts';
import { parseQuery } from '../../../lib/words/parseQuery.ts';
import { snippetsOf } from '../../../lib/words/snippets.ts';
import { tokensOf } from '../../../lib/words/tokens.ts';
import { writtenText } from './writtenText.ts';

const snippets = (text: string, query: string): string[] => snippetsOf(text, parseQuery(query));
const unmarked = (snippet: string): string => snippet.replaceAll('**', '');
const filler = (word: string, count: number): string => Array.from({ length: count }, () => word).join(' ');

describe('snippetsOf', () => {
  test.each([
    ['a word, inflected', 'Your Invoices are due.', 'invoice', ['Your **Invoices** are due.']],
    ['every word of the query', 'Pay the invoice.', 'invoice pay', ['**Pay** the **invoice**.']],
    [
      'a phrase as one run',
      'The due date is near, the date is due.',
      '"due date"',
      ['The **due date** is near, the date is due.'],
    ],
    ['a code as one run', 'Board RXD2-1234_A is here', 'rxd2-1234', ['Board **RXD2-1234**_A is here']],
    ['an address', 'Ask jane@example.com today', 'jane@example.com', ['Ask **jane@example.com** today']],
    ['Han within a run', '明日東京都に行く', '東京都', ['明日**東京都**に行く']],
    ['pairs that overlap as one run', '東京都', '東京 京都', ['**東京都**']],
    ['Thai', 'สวัสดีปีใหม่', 'ปีใหม่', ['สวัสดี**ปีใหม่**']],
    ['lines as they are', 'one\n> two invoice\n\nthree', 'invoice', ['one\n> two **invoice**\n\nthree']],
    ['nothing that is excluded', 'an invoice, no draft', 'invoice -offer', ['an **invoice**, no draft']],
    ['nothing where nothing matches', 'an offer', 'invoice', []],
    ['nothing of no text', '', 'invoice', []],
    ['nothing of a word that is too long to show', 'q'.repeat(300), 'q'.repeat(300), []],
  ])('shows %s', (_, text, query, expected) => {
    expect(snippets(text, query)).toEqual(expected);
  });

  test('cuts at words, with a little before and more behind', () => {
    const text = `${filler('before', 60)} invoice ${filler('behind', 60)}`;
    const [snippet = '', ...rest] = snippets(text, 'invoice');
    expect(rest).toEqual([]);
    expect(snippet).toMatch(/^(?:before ){5,9}\*\*invoice\*\*(?: behind){15,}$/);
    expect(unmarked(snippet).length).toBeLessThanOrEqual(limits.snippetCharacters.value);
  });

  test('shows all words of the query before it shows one again', () => {
    const gap = filler('gap', 100);
    const text = ['pay', 'pay', 'pay', 'pay', 'late', 'fee'].join(` ${gap} `);
    const found = snippets(text, 'pay late fee');
    expect(found).toHaveLength(3);
    expect(found.join().match(/\*\*\w+\*\*/g)).toEqual(['**pay**', '**late**', '**fee**']);
  });

  test('prefers the place where words stand together', () => {
    const text = `pay ${filler('gap', 100)} late ${filler('gap', 100)} pay late`;
    expect(snippets(text, 'pay late')).toContainEqual(expect.stringMatching(/\*\*pay\*\* \*\*late\*\*$/));
  });

  test('takes no stars of the text for marks', () => {
    expect(snippets('see **the invoice** now', 'invoice')).toEqual(['the **invoice**']);
    expect(snippets('*invoice*', 'invoice')).toEqual(['**invoice**']);
    expect(snippets('a * b invoice 2*3', 'invoice')).toEqual(['a * b **invoice** 2*3']);
    expect(snippets('***** invoice *****', 'invoice')).toEqual(['**invoice**']);
  });

  test('adds nothing to the text but marks around what matches', () => {
    fc.assert(
      fc.property(writtenText, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), (text, picks) => {
        const tokens = tokensOf(text);
        const terms = picks.flatMap(pick => tokens[pick % Math.max(1, tokens.length)] ?? []);
        const written = terms.map(({ start, end }) => text.slice(start, end).replaceAll(/["“”„‟＂]/g, ''));
        const queryText = written.filter(word => tokensOf(word).length > 0 && !word.startsWith('-')).join(' ');
        if (queryText === '') return;
        const found = snippets(text, queryText);
        expect(found.length).toBeGreaterThan(0);
        expect(found.length).toBeLessThanOrEqual(3);
        for (const snippet of found) {
          const parts = snippet.split('**');
          expect(parts.length % 2).toBe(1);
          expect(parts.length).toBeGreaterThan(1);
          expect(parts.filter((_, i) => i % 2 === 1)).not.toContain('');
          expect(text).toContain(unmarked(snippet));
          expect(unmarked(snippet).length).toBeLessThanOrEqual(limits.snippetCharacters.value);
          expect(snippet.isWellFormed() || !text.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  test('is quick where a text is all matches, or all stars', () => {
    expect(snippets('a b c '.repeat(30_000), 'a b "a b" "c a"')).toHaveLength(3);
    expect(snippets('*a'.repeat(50_000), 'a')).toHaveLength(3);
  });
});
