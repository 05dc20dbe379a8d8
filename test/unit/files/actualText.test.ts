import { type ContentMark, type DrawnPiece, withActualText } from '../../../lib/files/actualText.ts';

const piece = (str: string, left = 50, hasEOL = false): DrawnPiece => ({
  ...{ str, dir: 'ltr', transform: [10, 0, 0, 10, left, 700], width: 10, hasEOL },
});
const begin = (actualText: string | null = null): ContentMark => ({ type: 'beginMarkedContentProps', actualText });
const end: ContentMark = { type: 'endMarkedContent' };
const texts = (...items: readonly (DrawnPiece | ContentMark)[]) => withActualText(items).map(({ str }) => str);

test('what a mark says that it stands for is read in its place, where it is drawn', () => {
  const [before, marked, after] = withActualText([
    ...[piece('a', 40), begin('ffi'), piece('x', 50), piece('y', 60, true), end, piece('b', 10)],
  ]);
  expect(marked).toEqual({ ...piece('ffi', 50, true), width: 20 });
  expect([before?.str, after?.str]).toEqual(['a', 'b']);
});

test('blanks and line ends before it stay', () => {
  expect(texts(begin('ह'), piece('', 50, true), piece(' '), piece('?'), end)).toEqual(['', ' ', 'ह']);
});

test('marks that no font names, that stand for nothing, that lie in others, or say nothing', () => {
  expect(texts(piece('क'), begin('ि'), end)).toEqual(['क', 'ि']);
  expect(texts(piece('Gewähr'), begin('\u00ad'), piece('-'), end, begin(''), piece('§'), end)).toEqual([
    'Gewähr',
    '\u00ad',
    '',
  ]);
  expect(texts(begin('outer'), begin('inner'), piece('x'), end, begin(), piece('y'), end, end, piece('z'))).toEqual([
    'outer',
    'z',
  ]);
  expect(texts(begin(), piece('x'), begin(null), piece('y'), end, end)).toEqual(['x', 'y']);
});

test('text of Hebrew and Arabic is read from the right', () => {
  expect(withActualText([begin('لا'), piece('?'), end])[0]?.dir).toBe('rtl');
});

test('marks that never end, or end without a beginning, hide nothing', () => {
  expect(texts(end, piece('a'), end, begin('no'), piece('b'))).toEqual(['a', 'b']);
});
