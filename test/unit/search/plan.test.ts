import fc from 'fast-check';
import { attachmentRow } from '../../../lib/archive/names.ts';
import { fold } from '../../../lib/names/fold.ts';
import { compileGlob, parsePattern } from '../../../lib/names/glob.ts';
import { planNames } from '../../../lib/search/plan.ts';
import { odd } from '../names/oddText.ts';

const terms = (pattern: string) =>
  planNames(parsePattern(pattern)).candidates.map(({ term }) =>
    term('ann')
      .replaceAll('\u001f', '/')
      .replaceAll(/[\u0001\u0002\u0003\u0004]/g, '^'),
  );

const meanings = (pattern: string) =>
  planNames(parsePattern(pattern)).candidates.map(({ meaning }) => `${meaning().asks} ${meaning().text}`.trim());

const rowOf = (filename: string) =>
  attachmentRow(
    {
      accountId: 'ann',
      messageId: '7c0c273e-68b8-460d-90f3-1212af6a62a9',
      number: 1,
      date: 0,
      filename,
      subject: '',
      from: '',
      sizeBytes: 1,
      contentType: 'a/b',
      isInline: false,
    },
    '',
  );

describe('planNames', () => {
  test.each([
    ['smime.p7s', ['ann/^smime.p7s']],
    ['*', ['ann/']],
    ['*ab*', ['ann/']],
    ['r*', ['ann/^^r']],
  ])('%j stands under %j', (pattern, expected) => {
    expect(terms(pattern)).toEqual(expected);
  });

  test('a long prefix leads with its own partition, apart from what follows', () => {
    expect(terms('zeppelin*').slice(0, 2)).toEqual(['a/ann/zep', 'ann/pel']);
    expect(terms('rxd2*.pdf')[0]).toBe('a/ann/rxd');
  });

  test('rare grams come before common ones', () => {
    expect(terms('*walrus*.pdf')[0]).toMatch(/wal|alr|lru|rus/);
    expect(terms('*300130*.pdf')[0]).toBe('ann/3001');
  });

  test('says what each asks of a name', () => {
    expect(meanings('smime.p7s')).toEqual(['is smime.p7s']);
    expect(meanings('*')).toEqual(['anything']);
    expect(meanings('R*')).toEqual(['beginsWith r']);
    expect(meanings('?.pdf').toSorted()).toEqual(['contains .pd', 'contains pdf', 'endsWith df', 'length 5']);
    expect(meanings('rxd2*').toSorted()).toEqual([
      'beginsWith r',
      'beginsWith rx',
      'beginsWith rxd',
      'contains rxd',
      'contains xd2',
    ]);
    expect(meanings(`${'long '.repeat(20)}.pdf`)).toEqual([`is ${'long '.repeat(20)}.pdf`]);
  });

  test('names a partition once, however often the pattern holds it', () => {
    expect(terms('*pdf*pdf*pdf*')).toEqual(['ann/pdf']);
  });

  test('a row stands under every term of each pattern that matches its name', () => {
    fc.assert(
      fc.property(odd, fc.array(fc.nat(4), { minLength: 24, maxLength: 24 }), (filename, choices) => {
        const name = fold(filename);
        const pattern = [...filename].map((c, i) => (choices[i] === 0 ? '?' : choices[i] === 1 ? '*' : c)).join('');
        fc.pre(name !== '' && pattern !== '' && compileGlob(parsePattern(pattern))(name));
        const row = rowOf(filename);
        const own = new Set([row.pk, ...(row.posting?.terms ?? [])]);
        const planned = planNames(parsePattern(pattern)).candidates.map(({ term }) => term('ann'));
        expect(planned.length).toBeGreaterThan(0);
        expect(planned.length).toBeLessThanOrEqual(8);
        for (const term of planned) expect(own).toContain(term);
      }),
      { numRuns: 3000 },
    );
  });
});
