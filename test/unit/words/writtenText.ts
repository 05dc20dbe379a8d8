// Texts as strangers write them: words of many scripts, codes, signs and rubbish, in any mix.

import fc from 'fast-check';

const piece = fc.oneof(
  fc.constantFrom(
    ...[
      'invoice',
      'Invoices',
      "John's",
      'don’t',
      'RXD2-1234',
      'INV_2024_077.pdf',
      'jane.doe@example.com',
      'www.example.com',
    ],
    ...[
      '1,234.56',
      'Größe',
      're\u0301sume\u0301',
      'İstanbul',
      'Σίσυφος',
      'счёт',
      '東京都',
      'ｶﾞｽ',
      'ケース',
      '서울에서',
      'ปีใหม่',
      '𠮷野家',
    ],
    ...[
      '㈱',
      'ﬁle',
      'ＡＢＣ－１２',
      '𝔘𝔫𝔦',
      '😀',
      '\u00ad',
      '\u200b',
      '\u200d',
      '**',
      '*',
      '-',
      '_',
      '.',
      '@',
      "'",
      '’',
      ',',
      '"',
      '>',
      '\n',
      ' ',
      '  ',
    ],
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
);

export const writtenText: fc.Arbitrary<string> = fc.array(piece, { maxLength: 30 }).map(pieces => pieces.join(''));
