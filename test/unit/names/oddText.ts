// Text with plenty of what folding touches.

import fc from 'fast-check';

const characters = 'abcxyzABCXYZ0123456789 ._-[]{}!%\\'
  .split('')
  .concat([
    ...'äÄöÖüÜßéİıſςΣσ①ﬁ２Ａ😁見積한ﾊハパ',
    ...'\u00a0\u3000\u00ad\u200c\u200d\ufe0f\u0301\u0307\u0308\u309a\uff9f',
  ]);

export const odd = fc.array(fc.constantFrom(...characters), { maxLength: 24 }).map(points => points.join(''));
