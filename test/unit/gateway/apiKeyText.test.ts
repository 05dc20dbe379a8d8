import fc from 'fast-check';
import { digestOfKey, isApiKey, makeApiKey } from '../../../lib/gateway/apiKeyText.ts';

describe('an API key', () => {
  it('has a prefix, 256 random bits and a checksum, in letters and digits', () => {
    for (let i = 0; i < 100; i++) expect(makeApiKey()).toMatch(/^mg_[0-9A-Za-z]{49}$/);
  });

  it('differs from every other, in each place of its random part', () => {
    const keys = Array.from({ length: 2000 }, makeApiKey);
    expect(new Set(keys).size).toBe(keys.length);
    // 62 to the power of 43 is 1.03 times 2 to the power of 256, so that the first digit is any of 62 too.
    for (let place = 3; place < 46; place++) {
      expect(new Set(keys.map(key => key.charAt(place))).size).toBeGreaterThan(55);
    }
  });

  it('is told from one that was cut, mistyped or made up', () => {
    fc.assert(
      fc.property(fc.nat(51), fc.constantFrom(...'0aZ_-é\n '), (place, character) => {
        const key = makeApiKey();
        expect(isApiKey(key)).toBe(true);
        const other = key.slice(0, place) + character + key.slice(place + 1);
        expect(isApiKey(other)).toBe(other === key);
        expect(isApiKey(key.slice(0, place))).toBe(false);
        expect(isApiKey(key + character)).toBe(false);
      }),
    );
  });

  it('is told from one whose neighbouring characters changed places', () => {
    const key = makeApiKey();
    for (let i = 3; i < 51; i++) {
      const other = key.slice(0, i) + key.charAt(i + 1) + key.charAt(i) + key.slice(i + 2);
      expect(isApiKey(other)).toBe(other === key);
    }
  });

  it.each(['', 'mg_', `mg_${'0'.repeat(49)}`, 'x'.repeat(100_000)])('is not %#', text => {
    expect(isApiKey(text)).toBe(false);
  });

  it('has a digest that is not it', () => {
    expect(digestOfKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
