// Where the code of the worker lies, whether this runs from source, from the command's bundle or from a function's.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where a build puts it, seen from the bundle that starts it: beside it, or above its chunks. */
const places = ['extraction/extractionWorker.mjs', '../extraction/extractionWorker.mjs'];

let found: URL | null = null;

/** @throws Error where a build left it out */
export function workerFile(): URL {
  found ??= find();
  return found;
}

function find(): URL {
  const here = import.meta.dirname;
  for (const place of ['extractionWorker.ts', ...places]) {
    const path = join(here, place);
    if (existsSync(path)) return pathToFileURL(path);
  }
  throw new Error('the worker that reads documents was not built');
}
