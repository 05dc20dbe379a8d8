// How programs for Node are bundled as ES modules: the command, and what its threads and those of a function run.

import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';

const root = join(import.meta.dirname, '..');

export const programOptions = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  charset: 'utf8',
  logLevel: 'warning',
  write: false,
} as const satisfies BuildOptions;

/** For programs with libraries that are CommonJS and call require() for Node's own modules. */
export const withRequire = {
  js: "import { createRequire as createRequireForBundle } from 'node:module';\nconst require = createRequireForBundle(import.meta.url);",
};
