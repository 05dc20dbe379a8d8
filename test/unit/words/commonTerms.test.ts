import { foldRun } from '../../../lib/names/fold.ts';
import { commonTerms } from '../../../lib/words/commonTerms.ts';
import { tokensOf } from '../../../lib/words/tokens.ts';

describe('commonTerms', () => {
  test('are distinct', () => {
    expect(new Set(commonTerms).size).toBe(commonTerms.length);
  });

  test('are folded, each without a blank', () => {
    expect(commonTerms.map(term => foldRun(term))).toEqual(commonTerms);
    expect(commonTerms.filter(term => term === '' || /\s/.test(term))).toEqual([]);
  });

  test('hold what mails say', () => {
    for (const word of ['Thanks', 'invoice', 'meeting', 'attached', 'the', 'Rechnung', 'merci', 'gmail']) {
      expect(commonTerms).toContain(tokensOf(word)[0]?.term);
    }
  });
});
