// Where the maps of Asian fonts lie, whether this runs from source or from a bundle. Knows nothing of what they hold.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let found: string | null = null;

/** The directory: beside the bundle that this is part of, else in the package that they come with. */
export function characterMaps(): string {
  if (found === null) {
    const bundled = join(import.meta.dirname, 'cmaps');
    found = existsSync(bundled)
      ? bundled
      : join(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'))), 'cmaps');
  }
  return found;
}
