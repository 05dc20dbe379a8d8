// The benchmark `files`: text out of documents, and finding them by it.

import type { BenchContext, Report } from '../benchmark.ts';
import { measureExtraction } from './extraction.ts';
import { measureSearch } from './search.ts';

export async function run(context: BenchContext): Promise<Report> {
  const extraction = await measureExtraction(context);
  const search = await measureSearch(context);
  return {
    figures: { ...extraction.figures, ...search.figures },
    lines: [...extraction.lines, '', ...search.lines],
    missing: [...extraction.missing, ...search.missing],
  };
}
