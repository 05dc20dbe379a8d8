// Builds the functions for deployment: each one file, minified, with the AWS SDK inside, in a zip of its own. The same
// sources give the same bytes, so that a deployment that changes nothing is seen to change nothing.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { type Zippable, zipSync } from 'fflate';

const root = join(import.meta.dirname, '..');

/** Where bundles and source maps lie. */
const functionsDirectory = join(root, '.build/functions');

/** Where osls looks for zips that have not changed since the last deployment; serverless.yml names them there. */
const zipsDirectory = join(root, '.serverless');

export const functionNames = ['ingest', 'query'] as const;
export type FunctionName = (typeof functionNames)[number];

export const bundlePath = (name: FunctionName): string => join(functionsDirectory, `${name}.mjs`);

/** The earliest time that a zip can hold, in its own zoneless form. */
const zipTime = '1980-01-01T00:00:00';

/** Builds all functions. Source maps stay beside the bundles: they are for who debugs, and would be loaded by none. */
export async function buildFunctions(): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: functionNames.map(name => `functions/${name}.ts`),
    outdir: functionsDirectory,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    charset: 'utf8',
    logLevel: 'warning',
    banner: {
      // Some libraries are CommonJS and call require() for Node's own modules.
      js: "import{createRequire as createRequireForBundle}from'node:module';const require=createRequireForBundle(import.meta.url);",
    },
  });
  await mkdir(zipsDirectory, { recursive: true });
  for (const name of functionNames) {
    const files: Zippable = { [`${name}.mjs`]: [await readFile(bundlePath(name)), { level: 9, mtime: zipTime }] };
    await writeFile(join(zipsDirectory, `${name}.zip`), zipSync(files));
  }
}
