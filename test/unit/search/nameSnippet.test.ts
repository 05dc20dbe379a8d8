import fc from 'fast-check';
import { fold } from '../../../lib/names/fold.ts';
import { nameSnippet } from '../../../lib/search/nameSnippet.ts';

it('marks the first place of what was asked for, as the name writes it', () => {
  expect(nameSnippet('RXD2_SCH.PDF', 'd2_s')).toBe('RX**D2_S**CH.PDF');
  expect(nameSnippet('ﬁnal İstanbul.pdf', 'istan')).toBe('ﬁnal **İstan**bul.pdf');
  expect(nameSnippet('ﬁnal.pdf', 'fi')).toBe('**ﬁ**nal.pdf');
  expect(nameSnippet('ﬁnal.pdf', 'in')).toBe('**ﬁn**al.pdf');
  expect(nameSnippet('re\u0301sume\u0301.pdf', 'résumé')).toBe('**re\u0301sume\u0301**.pdf');
  expect(nameSnippet('見積書.xlsx', '積書')).toBe('見**積書**.xlsx');
});

it('has none where the name does not hold it', () => {
  expect(nameSnippet('report.pdf', 'rapport')).toBeNull();
  expect(nameSnippet('report.pdf', '')).toBeNull();
});

it('cuts a long name around the match, and at stars of its own', () => {
  const long = `${'a'.repeat(500)}needle${'b'.repeat(500)}`;
  const snippet = nameSnippet(long, 'needle') ?? '';
  expect(snippet).toMatch(/^a+\*\*needle\*\*b+$/);
  expect(snippet).toHaveLength(204);
  expect(nameSnippet('a**b needle c', 'needle')).toBe('b **needle** c');
  expect(nameSnippet('*needle*', 'needle')).toBe('**needle**');
});

it('without its marks is a part of the name, and what is marked holds what was asked for', () => {
  const character = fc.constantFrom(...'aAbB *.é́İıßſςσﬁ見😀\u00ad\u200d');
  const name = fc.array(character, { minLength: 1, maxLength: 12 }).map(some => some.join(''));
  fc.assert(
    fc.property(name, fc.nat(), fc.nat({ max: 4 }), (written, at, length) => {
      const folded = fold(written);
      const from = at % Math.max(1, folded.length);
      const asked = [...folded]
        .slice(from, from + length)
        .join('')
        .trim();
      const snippet = nameSnippet(written, asked);
      if (asked === '') return;
      expect(snippet).not.toBeNull();
      if (asked.includes('*')) return;
      const [before = '', marked = '', after, ...more] = (snippet ?? '').split('**');
      expect(more).toEqual([]);
      expect(written).toContain(before + marked + after);
      expect(fold(marked)).toContain(asked);
    }),
    { numRuns: 2000 },
  );
});
