import fc from 'fast-check';
import { fileIndex, librarySpace } from '../../../lib/archive/fileKeys.ts';
import type { FileRow } from '../../../lib/archive/files/fileRow.ts';
import { dateFilterTerms, fileTailRow } from '../../../lib/archive/files/fileWords.ts';
import { directoryOf, fileMatcher, spacesOfPath } from '../../../lib/search/fileFilters.ts';
import { decodeDocument } from '../../../lib/words/documentCodec.ts';

const fileOf = (fields: Partial<FileRow>): FileRow => ({
  ...{ space: 'a', storedEmailId: null, number: 0, position: '0'.repeat(32), path: 'library/x', filename: 'x' },
  ...{ sizeBytes: 1, type: 'txt', date: null, modified: 0, tags: [], sha256: '', textKind: '', outcome: 'text' },
  ...{ reason: null, chunks: 0, flaws: '' },
  ...fields,
});

const termsOf = (file: FileRow): ReadonlySet<string> => {
  const { bytes = new Uint8Array() } = fileTailRow(fileIndex('a', 1), file, null, []);
  return new Set(decodeDocument(bytes).words.map(({ term }) => term));
};

const anyFilter = { path: '', tags: null, fileTypes: null, modifiedFrom: null, modifiedBefore: null };
const hour = 3_600_000;

describe('terms of dates', () => {
  const instant = fc.oneof(
    fc.integer({ min: Date.UTC(1890, 0), max: Date.UTC(2110, 0) }),
    fc.integer({ min: Date.UTC(2019, 0), max: Date.UTC(2031, 0) }),
    fc.constantFrom(-6.2e13, 2 ** 47 - 1, Date.UTC(2024, 0), Date.UTC(2023, 11, 31, 23)),
  );
  const bound = fc.option(instant);

  it('leave out no file whose date is between the bounds, in whatever time zone a day begins', () => {
    fc.assert(
      fc.property(
        instant,
        fc.boolean(),
        bound,
        bound,
        fc.integer({ min: -14, max: 14 }),
        (at, isDay, from, before, zone) => {
          const iso = new Date(at).toISOString();
          const date = isDay && /^\d{4}-/.test(iso) ? iso.slice(0, 10) : null;
          const file = fileOf({ date, modified: at });
          const startOfDay = (day: string): number => Date.parse(day) - zone * hour;
          const passes = fileMatcher({ ...anyFilter, dateFrom: from, dateBefore: before }, startOfDay);
          const own = termsOf(file);
          if (passes(file)) expect(dateFilterTerms(from, before).some(term => own.has(term))).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('are few, and narrow', () => {
    fc.assert(fc.property(bound, bound, (from, before) => dateFilterTerms(from, before).length <= 40));
    const march = dateFilterTerms(Date.UTC(2024, 2, 10), Date.UTC(2024, 2, 12));
    const has = (date: string): boolean => [...termsOf(fileOf({ date }))].some(term => march.includes(term));
    expect([has('2024-03-31'), has('2024-02-29'), has('2023-03-11')]).toEqual([true, false, false]);
  });
});

it('reads a directory without slashes at its ends, and looks for it only where it may be', () => {
  expect(['/library/a/', 'library/a', ' ', '/'].map(directoryOf)).toEqual(['library/a', 'library/a', '', '']);
  const spaces = ['a', 'b c', librarySpace];
  expect(spacesOfPath('', spaces)).toBe(spaces);
  expect(spacesOfPath('library/a', spaces)).toEqual([librarySpace]);
  expect(spacesOfPath('mail', spaces)).toEqual(['a', 'b c']);
  expect(spacesOfPath('mail/b%20c/INBOX', spaces)).toEqual(['b c']);
  expect(spacesOfPath('mails', spaces)).toEqual([]);
});
