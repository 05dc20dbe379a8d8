import { chooseChunk } from '../../../lib/search/chooseChunk.ts';
import { exactPhrase, holdsPhrase } from '../../../lib/search/exactPhrase.ts';
import { parseQuery } from '../../../lib/words/parseQuery.ts';

const chunks = [
  { heading: null, text: 'The contract in short.' },
  { heading: 'Payment', text: 'Within thirty days of the invoice.' },
  {
    heading: 'Warranty',
    text: 'Twelve months from\n  delivery. The warranty clause of this contract stands in annex B.',
  },
  { heading: 'Annex B', text: 'The warranty begins with the delivery of the last part.' },
];
const choose = (keyword: string, phrase: string | null = null, isNamed = false) =>
  chooseChunk(chunks, { query: parseQuery(keyword), phrase: phrase === null ? null : exactPhrase(phrase), isNamed });

it('chooses the chunk with most of the words, then the one that is most about them', () => {
  expect(choose('contract')?.heading).toBeNull();
  expect(choose('warranty')?.heading).toBe('Warranty');
  expect(choose('last annex')?.heading).toBe('Annex B');
  expect(choose('contract warranty')?.heading).toBe('Warranty');
  expect(choose('"last part"')).toEqual({
    heading: 'Annex B',
    snippet: 'The warranty begins with the delivery of the **last part**.',
  });
  expect(choose('payments')).toEqual({ heading: 'Payment', snippet: '**Payment**' });
  expect(choose('nothing')).toBeNull();
});

it('prefers one word more to any number of another', () => {
  const some = [
    { heading: 'pump', text: 'pump '.repeat(500) },
    { heading: null, text: `A pump and a rotor${' and more'.repeat(700)}.` },
  ];
  const query = parseQuery('pump rotor seal');
  expect(chooseChunk(some, { query, phrase: null, isNamed: false })).toEqual({
    heading: null,
    snippet: expect.stringContaining('A **pump** and a **rotor** and more'),
  });
});

it('with a phrase chooses only a chunk that holds it and one of the words, or any where the name answers', () => {
  expect(choose('warranty', 'MONTHS from delivery')?.heading).toBe('Warranty');
  expect(choose('warranty', 'months of delivery')).toBeNull();
  expect(choose('invoice', 'warranty clause')).toBeNull();
  expect(choose('invoice', 'warranty clause', true)?.snippet).toContain('**warranty clause**');
  expect(choose('delivery', 'with the del')?.heading).toBe('Annex B');
});

it('compares phrases without case, Unicode form and runs of blanks', () => {
  expect(holdsPhrase('Zahlbar in  30\nTagen, Re\u0301sume\u0301', exactPhrase('IN 30 TAGEN, résumé'))).toBe(true);
  expect(holdsPhrase('in 30 days', exactPhrase('in 30, days'))).toBe(false);
});
