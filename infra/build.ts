// Builds dist/: the mailglob command. What goes into one bundle is decided here; what the code does is not known here.

import { chmod, readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

// Sub-commands are imported when they are called, so each keeps a chunk of its own and `mailglob --version` reads none.
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: { mailglob: 'lib/cli/mailglob.ts' },
  outdir: dist,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  charset: 'utf8',
  logLevel: 'warning',
  metafile: true,
  banner: {
    // Some libraries are CommonJS and call require() for Node's own modules.
    js: "import { createRequire as createRequireForBundle } from 'node:module';\nconst require = createRequireForBundle(import.meta.url);",
  },
});

// What an earlier build left goes only now: the command can be called while it is built.
const made = new Set(Object.keys(metafile.outputs));
for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && !made.has(relative(root, path))) await rm(path, { force: true });
}
await chmod(join(dist, 'mailglob.js'), 0o755);
