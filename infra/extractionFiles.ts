// Builds what reads documents: the worker as one program of its own, with pdf.js in a chunk that is loaded for PDFs alone,
// and the maps of Asian fonts beside it. The command's bundle and a function's find it below them, in extraction/.

import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { programOptions, withRequire } from './programOptions.ts';

const root = join(import.meta.dirname, '..');
const pdfjs = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));

/** pdf.js would load a native library to draw with, 33 MB, if it is there: nothing is drawn. */
const withoutCanvas: Plugin = {
  name: 'without-canvas',
  setup(build) {
    build.onLoad({ filter: /pdfjs-dist\/legacy\/build\/pdf\.mjs$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source.replace('canvas = require("@napi-rs/canvas");', '');
      if (contents === source) throw new Error('pdf.js loads its canvas in another way than is left out here');
      return { contents, loader: 'js' };
    });
  },
};

/** pdf.js does not say what marks stand for where a PDF does (ISO 32000-2, 14.9.4): lib/files/actualText.ts uses it. */
const withActualText: Plugin = {
  name: 'with-actual-text',
  setup(build) {
    build.onLoad({ filter: /pdfjs-dist\/legacy\/build\/pdf\.worker\.mjs$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source.replace(
        /\bid: Number\.isInteger\(mcid\) \?/,
        id => `actualText: actualTextOf(args[1], resources), ${id}`,
      );
      if (contents === source) throw new Error('pdf.js tells of marks in another way than is added to here');
      return { contents: `${contents}\n${actualTextOf}`, loader: 'js' };
    });
  },
};
/** The properties of a mark stand in the content, or are named there and stand among the resources of the page. */
const actualTextOf = `function actualTextOf(properties, resources) {
  const named = properties instanceof Name ? resources.get("Properties") : null;
  const dict = named instanceof Dict ? named.get(properties.name) : properties;
  const text = dict instanceof Dict ? dict.get("ActualText") : null;
  return typeof text === "string" ? stringToPDFString(text) : null;
}`;

/** The directory of these files, below the bundle that starts the worker. */
export const extractionDirectory = 'extraction';

/** A file that was built, its path relative to `extractionDirectory`. */
export interface ExtractionFile {
  readonly path: string;
  readonly contents: Uint8Array;
}

export async function buildExtraction(): Promise<readonly ExtractionFile[]> {
  const { outputFiles } = await build({
    ...programOptions,
    entryPoints: { extractionWorker: 'lib/files/extractionWorker.ts' },
    outdir: root,
    outExtension: { '.js': '.mjs' },
    chunkNames: '[name]-[hash]',
    splitting: true,
    minify: true,
    legalComments: 'none',
    plugins: [withoutCanvas, withActualText],
    banner: withRequire,
  });
  const maps = await readdir(join(pdfjs, 'cmaps'));
  return [
    ...outputFiles.map(({ path, contents }) => ({ path: relative(root, path), contents })),
    ...(await Promise.all(
      maps.map(async name => ({ path: `cmaps/${name}`, contents: await readFile(join(pdfjs, 'cmaps', name)) })),
    )),
  ];
}
