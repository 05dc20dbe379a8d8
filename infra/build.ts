// Builds dist/: the mailglob command. What goes into one bundle is decided here; what the code does is not known here.

import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { buildExtraction, extractionDirectory } from './extractionFiles.ts';
import { programOptions, withRequire } from './programOptions.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
/** On the file system of dist/, so that a file can be moved there. */
const beside = join(root, '.build');

// Sub-commands are imported when they are called, so each keeps a chunk of its own and `mailglob --version` reads none.
const command = build({
  ...programOptions,
  outdir: dist,
  entryPoints: { mailglob: 'lib/cli/mailglob.ts' },
  chunkNames: 'chunks/[name]-[hash]',
  splitting: true,
  banner: withRequire,
});

// The thread that prepares mails is one program of its own.
const preparing = build({
  ...programOptions,
  outdir: dist,
  entryPoints: { preparingWorker: 'lib/local/preparingWorker.ts' },
  outExtension: { '.js': '.mjs' },
  minify: true,
  legalComments: 'none',
});

const extraction = (await buildExtraction()).map(({ path, contents }) => ({
  path: join(dist, extractionDirectory, path),
  contents,
}));
const files = [...extraction, ...(await preparing).outputFiles, ...(await command).outputFiles];

// The command can be called while it is built: each file takes its place whole, the command itself once its chunks are
// there, and what an earlier build left goes only then.
const isCommand = ({ path }: { readonly path: string }): boolean => path === join(dist, 'mailglob.js');
await mkdir(beside, { recursive: true });
for (const file of [...files.filter(one => !isCommand(one)), ...files.filter(isCommand)]) {
  const part = join(beside, `${basename(file.path)}.${process.pid}`);
  await writeFile(part, file.contents, { mode: isCommand(file) ? 0o755 : 0o644 });
  await mkdir(dirname(file.path), { recursive: true });
  await rename(part, file.path);
}
const made = new Set(files.map(({ path }) => path));
for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && !made.has(path)) await rm(path, { force: true });
}
