// One question put to the shipped search.

import type { Archive } from '../../../lib/archive/archive.ts';
import { encodeSegment } from '../../../lib/archive/blobKeys.ts';
import { exactPhrase } from '../../../lib/search/exactPhrase.ts';
import { readKeyword } from '../../../lib/search/filePassage.ts';
import { type FilePage, searchFiles } from '../../../lib/search/searchFiles.ts';
import { BenchError } from '../benchmark.ts';
import type { FileQuestion } from './fileQuestions.ts';
import { accountId } from './filesArchive.ts';

export const resultLimit = 20;

export async function askFiles(archive: Archive, question: FileQuestion): Promise<FilePage> {
  const { keyword, phrase, tag, type, folder, dates } = question;
  const page = await searchFiles(
    { archive, startOfDay: day => Date.parse(day) },
    {
      spaces: [accountId],
      keyword: readKeyword(keyword),
      filters: {
        path: folder === undefined ? '' : `mail/${accountId}/${encodeSegment(folder)}`,
        tags: tag === undefined ? null : [tag],
        fileTypes: type === undefined ? null : [type],
        dateFrom: dates?.[0] ?? null,
        dateBefore: dates?.[1] ?? null,
        ...{ modifiedFrom: null, modifiedBefore: null },
      },
      phrase: phrase === undefined ? null : exactPhrase(phrase),
      ...{ limit: resultLimit, offset: 0 },
    },
  );
  if (page.trouble !== undefined) throw new BenchError(`${keyword}: ${page.trouble}`);
  return page;
}
