// Random files, what is done to them, and what is asked of them.

import fc from 'fast-check';

export const places = ['ann', 'Zoë 見', 'library'];
export const noon = Date.UTC(2024, 4, 17, 12);
const day = 86_400_000;
const words = [
  ...['warranty', 'Warranties', 'contract', 'contract', 'clause', 'the', 'twelve months', 'delivery', 'annex'],
  ...['RXD2-1234', 'INV_2024_077', 'Größe', 'u\u0308bersicht', '保証期間', '契約書', "don't", '12.5'],
];
const text = fc.array(fc.constantFrom(...words), { maxLength: 8 }).map(some => some.join(' '));
const chunk = fc.record({
  heading: fc.constantFrom(null, null, 'Warranty', 'Annex B', '契約', 'page 3'),
  text: fc.tuple(text, fc.constantFrom(' ', '\n', '. '), text).map(parts => parts.join('')),
});
const file = fc.record({
  where: fc.constantFrom('ann', 'Zoë 見', 'library', 'library'),
  folder: fc.constantFrom('INBOX', 'Archive/2024'),
  directory: fc.constantFrom('', 'contracts/', 'contracts/old/', 'Größe/'),
  filename: fc.constantFrom(
    ...['contract.pdf', 'Contract warranty.docx', 'RXD2-1234.PDF', 'subcontractor.txt', '契約書.xlsx', 'logo.png'],
    ...['annexes', 'U\u0308bersicht.md', 'warranty (1).pdf', null],
  ),
  chunks: fc.array(chunk, { maxLength: 4 }),
  type: fc.constantFrom('pdf', 'docx', 'txt', 'png', ''),
  date: fc.constantFrom(null, null, '2024-05-17', '2023-01-01', '2024-05-17T23:30:00Z'),
  tags: fc.subarray(['Legal', '#legal', 'Größe', 'draft']),
  modified: fc.constantFrom(noon, noon, noon + 1, noon - day, noon + day, 0, 9e12),
  state: fc.constantFrom('indexed', 'indexed', 'indexed', 'indexed', 'pending', 'inline'),
});
export type FileMaterial = typeof file extends fc.Arbitrary<infer T> ? T : never;

export const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(file, { minLength: 1, maxLength: 12 }).map(files => ({ kind: 'store' as const, files })),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'seal' as const }) },
  { weight: 2, arbitrary: fc.nat().map(seed => ({ kind: 'remove' as const, seed })) },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const asked = fc.constantFrom(
  ...['contract', 'contract', 'warranty', 'clause', 'tract', 'rxd2', 'RXD2-1234', '約書', '契', 'the', 'pdf', '.pdf'],
  ...['nothing', 'size', 'größe', 'übersicht', 'INV_2024_077', '-', '(1)', 'warranty (', 'C'],
);
const keyword = fc.oneof(
  asked,
  fc
    .array(
      fc.tuple(fc.constantFrom('', '', '-'), asked).map(parts => parts.join('')),
      { minLength: 1, maxLength: 3 },
    )
    .map(some => some.join(' ')),
  fc.tuple(asked, asked).map(([a, b]) => `"${a} ${b}"`),
);
const rarely = <T>(...values: T[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...values) });
export const question = fc.record({
  keyword,
  where: fc.oneof(fc.constant(places), fc.subarray(places)),
  path: rarely(
    'library',
    '/library/contracts/',
    'library/contracts/old',
    'library/contracts/ol',
    'mail',
    'mail/ann',
    'library/Gro\u0308\u00dfe',
    'x',
    'lib',
  ),
  tags: rarely(['legal'], ['GRÖSSE', 'größe'], ['none'], ['DRAFT', '#Legal']),
  fileTypes: rarely(['pdf'], ['.PDF', 'Docx'], ['png'], ['zip']),
  dateFrom: rarely(noon - day, Date.UTC(2024, 4, 17)),
  dateBefore: rarely(noon + 1, Date.UTC(2024, 4, 18)),
  modifiedFrom: rarely(noon, noon - day),
  modifiedBefore: rarely(noon + 1, noon),
  phrase: rarely(
    'contract',
    'the contract',
    'Twelve  MONTHS',
    'onths del',
    'ct the warranty cla',
    'e twelve months de',
    'contract clause contr',
    'clause. annex',
    '証期',
    'clause\ncontract',
    '.',
  ),
  limit: fc.constantFrom(1, 2, 5, 200),
  offset: fc.constantFrom(0, 0, 1, 4),
});
export type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;
