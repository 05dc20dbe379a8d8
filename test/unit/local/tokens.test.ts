import fc from 'fast-check';
import { attachmentPk, nameTerm } from '../../../lib/archive/keys.ts';
import { nameTerms } from '../../../lib/archive/names.ts';
import { digestOf, tokenOf, tokensOf, tokensOfPosting } from '../../../lib/local/tokens.ts';
import { fold } from '../../../lib/names/fold.ts';
import { odd } from '../names/oddText.ts';

describe('tokenOf', () => {
  it('is made of what the ascii tokenizer keeps as it is, and is no operator', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), term => {
        expect(tokenOf(term)).toMatch(/^[0-9a-v]{6}$/);
      }),
    );
  });

  it('hardly ever gives two terms one token', () => {
    const terms = new Set<string>();
    for (const account of ['billing', 'billinh', 'sales'])
      for (let a = 0; a < 26; a++)
        for (let b = 0; b < 26; b++)
          for (let c = 0; c < 10; c++) terms.add(`${account}\u001f${String.fromCharCode(97 + a, 97 + b, 48 + c)}`);
    const tokens = new Set([...terms].map(tokenOf));
    expect(terms.size - tokens.size).toBeLessThan(5);
  });
});

describe('tokensOf', () => {
  it('does not depend on the order of terms or on repetition', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), terms => {
        expect(tokensOf([...terms.toReversed(), ...terms])).toBe(tokensOf(terms));
        expect(digestOf(tokensOf(terms.toReversed()))).toBe(digestOf(tokensOf(terms)));
      }),
    );
  });
});

describe('tokensOfPosting', () => {
  it('is the same whether terms are told as grams of a name or as texts', () => {
    fc.assert(
      fc.property(odd, fc.constantFrom('a', 'billing', 'ann@example.com', 'a'.repeat(300)), (text, accountId) => {
        const name = fold(text);
        const pk = attachmentPk(accountId, name);
        const { terms } = nameTerms(accountId, name);
        const grams = { beginning: nameTerm(accountId, ''), name };
        const tokens = tokensOfPosting(pk, { terms: [], grams });
        expect(tokens).toBe(tokensOfPosting(pk, { terms }));
        expect(new Set(tokens.split(' '))).toEqual(new Set([pk, ...terms].map(tokenOf)));
      }),
      { numRuns: 2000 },
    );
  });

  it('takes more terms than most rows have', () => {
    const terms = Array.from({ length: 5000 }, (_, i) => `term ${i}`);
    const tokens = tokensOfPosting('p', { terms }).split(' ');
    expect(tokens).toEqual([...new Set(['p', ...terms].map(tokenOf))].toSorted());
  });
});

describe('digestOf', () => {
  it('tells texts apart that differ little, and fits into 32 bits', () => {
    const digests = new Set(Array.from({ length: 1000 }, (_, i) => digestOf(tokensOf([`t${i}`, 'common']))));
    expect(digests.size).toBe(1000);
    for (const digest of digests) expect(digest | 0).toBe(digest);
  });
});
