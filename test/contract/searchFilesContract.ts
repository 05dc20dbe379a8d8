// What searchFiles() promises over any store: exactly the files of an exhaustive search, in its order, page by page,
// whatever was sealed and removed in between and however files are named, tagged and dated; while no index is whole, those
// of a scan of everything; under a budget only right ones, and saying so.

import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { Archive } from '../../lib/archive/archive.ts';
import { exactPhrase } from '../../lib/search/exactPhrase.ts';
import { directoryOf } from '../../lib/search/fileFilters.ts';
import { readKeyword } from '../../lib/search/filePassage.ts';
import { type FilePage, type FileSearchContext, searchFiles } from '../../lib/search/searchFiles.ts';
import { type ContractOptions, scaled } from './contractOptions.ts';
import { type Question, question, step } from './fileQuestions.ts';
import { type OwnFiles, ownFiles } from './ownFiles.ts';
import {
  chunkPasses,
  type ModelFile,
  type ModelQuestion,
  modelHits,
  modelScan,
  partOf,
  queryOf,
  wordsIn,
} from './searchFilesModel.ts';

const startOfDay = (written: string): number => Date.parse(`${written}T00:00:00Z`);
const same = (a: string, b: string): boolean =>
  a.replace(/^[#.]/, '').normalize('NFC').toLowerCase() === b.replace(/^[#.]/, '').normalize('NFC').toLowerCase();

/** The filters by definition. */
const passing =
  (q: Pick<Question, 'path' | 'tags' | 'fileTypes' | 'dateFrom' | 'dateBefore' | 'modifiedFrom' | 'modifiedBefore'>) =>
  ({ row }: ModelFile): boolean => {
    const directory = directoryOf(q.path ?? '');
    const at = row.date === null ? row.modified : Date.parse(row.date);
    const ending = /\.([^.]+)$/.exec(row.filename ?? '')?.[1] ?? '';
    return (
      (directory === '' || row.path.normalize('NFC').startsWith(`${directory}/`)) &&
      (q.tags === null || row.tags.some(tag => q.tags?.some(one => same(tag, one)))) &&
      (q.fileTypes === null ||
        [row.type, ending].some(own => own !== '' && q.fileTypes?.some(one => same(own, one)))) &&
      (q.dateFrom === null || at >= q.dateFrom) &&
      (q.dateBefore === null || at < q.dateBefore) &&
      (q.modifiedFrom === null || row.modified >= q.modifiedFrom) &&
      (q.modifiedBefore === null || row.modified < q.modifiedBefore)
    );
  };

/** A question without the filters that a scan ignores. */
const scanned = (q: Question): Question => ({
  ...q,
  ...{ tags: null, dateFrom: null, dateBefore: null, modifiedFrom: null, modifiedBefore: null },
});

export function searchFilesContract(name: string, open: () => Promise<Archive>, options: ContractOptions = {}): void {
  describe(`searchFiles over ${name}`, () => {
    let archive: Archive;
    beforeAll(async () => {
      archive = await open();
    });
    afterAll(async () => {
      await archive.store.close();
    });
    const timeout = Math.max(180_000, 180_000 * (options.scale ?? 1));
    const run = randomBytes(3).toString('hex');
    let cases = 0;

    const nextFiles = (): OwnFiles => ownFiles(archive, ++cases, `${run} ${cases}`);

    const ask = (
      q: Question,
      spaces: readonly string[],
      context: Partial<FileSearchContext> = {},
    ): Promise<FilePage> => {
      const { path, tags, fileTypes, dateFrom, dateBefore, modifiedFrom, modifiedBefore } = q;
      return searchFiles(
        { archive, startOfDay, budget: { rows: 1e6, milliseconds: 60_000 }, ...context },
        {
          ...{ spaces, keyword: readKeyword(q.keyword), limit: q.limit, offset: q.offset },
          filters: {
            path: directoryOf(path ?? ''),
            tags,
            fileTypes,
            dateFrom,
            dateBefore,
            modifiedFrom,
            modifiedBefore,
          },
          phrase: q.phrase === null ? null : exactPhrase(q.phrase),
        },
      );
    };

    /** What a question asks of the model; null for one that is refused. */
    function modelQuestion(q: Question, spaceOf: (where: string) => string): ModelQuestion | null {
      const query = queryOf(q.keyword);
      if (query === undefined || (query === null && partOf(q.keyword) === '')) return null;
      return { spaces: q.where.map(spaceOf), keyword: q.keyword, query, phrase: q.phrase, passes: passing(q) };
    }

    const shown = ({ hits }: FilePage) => hits.map(({ file: { path }, score }) => ({ path, score }));

    /** Passages are of the file, every mark marks, and the chunk is one with most of the words. */
    function checkPassages({ hits }: FilePage, files: readonly ModelFile[], q: ModelQuestion): void {
      for (const { file: row, heading, snippet, score } of hits) {
        const own = files.find(one => one.row.path === row.path);
        if (!own) throw new Error('a file that is not there was found');
        const parts = snippet?.split('**') ?? [];
        expect(parts.length % 2).toBe(snippet === null ? 0 : 1);
        const passage = parts.join('');
        const chunks = own.chunks.filter(one => chunkPasses(own, one, q));
        const most = Math.max(0, ...chunks.map(one => wordsIn(one, q.query)));
        const best = chunks.filter(one => wordsIn(one, q.query) === most);
        if (most > 0 && (score > 0 || q.phrase !== null)) {
          expect(best.map(one => one.heading)).toContain(heading);
          expect(
            best.filter(one => one.heading === heading && `${one.text} ${one.heading}`.includes(passage)),
          ).not.toEqual([]);
          expect(parts.length).toBeGreaterThan(1);
        } else if (q.phrase === null) {
          expect(heading).toBeNull();
          expect(row.filename ?? '').toContain(passage);
        }
      }
    }

    test(
      'is the exhaustive search, page by page, whatever is sealed and removed',
      async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.array(step, { minLength: 1, maxLength: 12, size: 'max' }),
            fc.array(question, { minLength: 4, maxLength: 20, size: 'max' }),
            async (steps, questions) => {
              const own = nextFiles();
              for (const one of steps) await own.take(one);
              await own.answer('complete');
              for (const q of questions) {
                const model = modelQuestion(q, own.spaceOf);
                if (!model) continue;
                const expected = modelHits(own.files, model);
                const page = await ask(q, model.spaces);
                expect(shown(page)).toEqual(
                  expected
                    .slice(q.offset, q.offset + q.limit)
                    .map(({ file: { row }, score }) => ({ path: row.path, score })),
                );
                expect(page).toMatchObject({ hasMore: expected.length > q.offset + q.limit, isComplete: true });
                expect(page.trouble).toBeUndefined();
                expect(page.index).toEqual({
                  ...{ isBuilding: false, isScanned: false, ignored: [], pending: 0 },
                  indexed: own.files.filter(({ row, isPending }) => !isPending && model.spaces.includes(row.space))
                    .length,
                });
                checkPassages(page, own.files, model);
              }
              await own.end();
            },
          ),
          { numRuns: scaled(60, options, 8) },
        );
      },
      timeout,
    );

    test(
      'scans everything while no index is whole, newest first, without tags, dates and phrase',
      async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.array(step, { minLength: 1, maxLength: 6 }),
            fc.array(question, { minLength: 4, maxLength: 12 }),
            async (steps, questions) => {
              const own = nextFiles();
              for (const one of steps) await own.take(one);
              await own.answer('building');
              for (const q of questions) {
                const model = modelQuestion(q, own.spaceOf);
                if (!model) continue;
                const expected = modelScan(own.files, { ...model, passes: passing(scanned(q)) });
                const page = await ask(q, model.spaces);
                expect(shown(page)).toEqual(
                  expected
                    .slice(q.offset, q.offset + q.limit)
                    .map(({ file: { row } }) => ({ path: row.path, score: 0 })),
                );
                expect(page).toMatchObject({ hasMore: expected.length > q.offset + q.limit, isComplete: true });
                const ignored = (
                  ['tags', 'dateFrom', 'dateBefore', 'modifiedFrom', 'modifiedBefore', 'phrase'] as const
                ).filter(filter => q[filter] !== null);
                expect(page.index).toMatchObject({ isBuilding: true, isScanned: true, ignored });
              }
              await own.end();
            },
          ),
          { numRuns: scaled(30, options, 5) },
        );
      },
      timeout,
    );

    test(
      'within any budget finds only what matches, and says where it found less',
      async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.array(step, { minLength: 2, maxLength: 8 }),
            question,
            fc.constantFrom<'complete' | 'building'>('complete', 'building'),
            fc.constantFrom(1, 20, 200),
            fc.constantFrom(1, 3, 1000),
            async (steps, q, state, wordBytes, rows) => {
              const own = nextFiles();
              for (const one of steps) await own.take(one);
              await own.answer(state);
              const model = modelQuestion(q, own.spaceOf);
              if (model) {
                const expected =
                  state === 'complete'
                    ? modelHits(own.files, model)
                    : modelScan(own.files, { ...model, passes: passing(scanned(q)) });
                const page = await ask(q, model.spaces, { wordBytes, budget: { rows, milliseconds: 60_000 } });
                const paths = page.hits.map(one => one.file.path);
                const all = expected.map(one => one.file.row.path);
                expect(new Set(paths).size).toBe(paths.length);
                if (page.isComplete) {
                  expect(paths).toEqual(all.slice(q.offset, q.offset + q.limit));
                  expect(page.hasMore).toBe(all.length > q.offset + q.limit);
                } else expect(paths.filter(path => !all.includes(path))).toEqual([]);
              }
              await own.end();
            },
          ),
          { numRuns: scaled(40, options, 5) },
        );
      },
      timeout,
    );
  });
}
