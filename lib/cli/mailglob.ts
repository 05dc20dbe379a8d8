#!/usr/bin/env node
// The first file that runs: it refuses a Node that is too old, turns on the compile cache, and only then loads the rest.

import module from 'node:module';
import { join } from 'node:path';

const oldest = 24;

if (Number.parseInt(process.versions.node, 10) < oldest) {
  console.error(
    `mailglob: needs Node ${oldest} and this is ${process.versions.node}: run it as 'npx mailglob' in its folder, which brings its own.`,
  );
  process.exitCode = 1;
} else {
  // Beside the built program rather than in a temporary directory that other users of the machine can write to.
  if (import.meta.filename.endsWith('.js')) module.enableCompileCache(join(import.meta.dirname, '.cache'));
  const { main } = await import('./main.ts');
  await main(process.argv.slice(2));
}
