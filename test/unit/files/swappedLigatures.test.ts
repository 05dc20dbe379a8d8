import { mendLigatures } from '../../../lib/files/swappedLigatures.ts';

test.each([
  ['The o昀昀椀ce sta昀昀 昀椀led wa昀氀es', 'The office staff filed wafles'],
  ['informa琀椀on, 琀琀 le琀琀er', 'information, 琀琀 letter'],
  ['Schi昀昀fahrt, 昀氀ight, gi昀琀, 昀椀rst, lo猀琀', 'Schifffahrt, flight, gift, first, lost'],
  // Chinese stays Chinese.
  ['纪昀 昀昀 氀 椀', '纪昀 昀昀 氀 椀'],
])('%s', (written, text) => {
  expect(mendLigatures(written)).toBe(text);
});
