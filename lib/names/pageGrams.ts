// Which grams' postings hold the data of their rows, in a store that keeps postings apart. A question that is answered by
// a page of such a gram needs no further reading, which is most of what it would cost; but they are larger, so a question
// that few of many candidates match is better asked of the others. So a name has both kinds, all through.

import { everyName, gramMarks } from './grams.ts';

/**
 * The characters of file names from the commonest on; any other is rarer, by its code point. What is stored depends on
 * it: after a change a rebuild puts archives right.
 */
const commonest = '.021 -_eiantroscdlpgmubfhvjxkwy';

const rarityOfAscii = Array.from({ length: 128 }, (_, code) => {
  const place = commonest.indexOf(String.fromCharCode(code));
  return place < 0 ? commonest.length + code : place;
});
const rarityOfCode = (code: number): number => rarityOfAscii[code] ?? commonest.length + code;

/**
 * Whether the postings of a gram hold data: those of every name, of whole names, lengths, beginnings and endings, which
 * most names that stand under them match; pairs of ideographs; and of windows within a name those whose middle is the
 * commonest of the three. Of neighbouring windows some are, wherever in a name they lie, and the rarest are not.
 */
export function isPageGram(gram: string): boolean {
  if (gram === everyName || gramMarks.test(gram)) return true;
  if (gram.length === 3) {
    const first = gram.charCodeAt(0);
    const last = gram.charCodeAt(2);
    // Code points beyond the first plane are two units each: no window of three.
    if ((first & 0xf800) !== 0xd800 && (last & 0xf800) !== 0xd800) {
      const middle = rarityOfCode(gram.charCodeAt(1));
      return middle < rarityOfCode(first) && middle <= rarityOfCode(last);
    }
  }
  const points = [...gram];
  if (points.length === 2) return true;
  if (points.length !== 3) return false;
  const [a = 0, b = 0, c = 0] = points.map(point => rarityOfCode(point.codePointAt(0) ?? 0));
  return b < a && b <= c;
}
