// Builds the functions for deployment: each one file, minified, with the AWS SDK inside, in a zip of its own; beside the
// one that reads documents lies what its workers run. The same
// sources give the same bytes, so that a deployment that changes nothing is seen to change nothing.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { type Zippable, zipSync } from 'fflate';
import { type AccessRules, encodeAccessRules } from '../lib/gateway/accessRules.ts';
import { buildExtraction, extractionDirectory } from './extractionFiles.ts';

const root = join(import.meta.dirname, '..');

/** The files of each function, the one with the handler first. */
const files = {
  ingest: ['functions/ingest.ts'],
  extract: ['functions/extract.ts'],
  query: [
    'functions/query.ts',
    'lib/aws/bucketBlobs.ts',
    'lib/aws/startFilesRebuild.ts',
    'lib/archive/rawContent.ts',
    'lib/gateway/verifyAccessToken.ts',
  ],
} as const;

export type FunctionName = keyof typeof files;
export const functionNames = Object.keys(files) as FunctionName[];

const bundledName = (source: string): string => `${basename(source, '.ts')}.js`;

/** Where bundles and source maps lie, below the directory that is built into. */
const bundlesIn = (target: string): string => join(target, '.build/functions');

/** Where osls looks for zips that have not changed since the last deployment; serverless.yml names them there. */
const zipsIn = (target: string): string => join(target, '.serverless');

/** Bundles of a function, the one with the handler first. */
export const bundlePaths = (name: FunctionName, target = root): string[] =>
  files[name].map(source => join(bundlesIn(target), bundledName(source)));

export const zipPath = (name: FunctionName, target = root): string => join(zipsIn(target), `${name}.zip`);

/** The earliest time that a zip can hold, in its own zoneless form. */
const zipTime = '1980-01-01T00:00:00';

/** The part of a package that is asked for at this import is left out, or another takes its place. */
const trims: readonly { readonly filter: RegExp; readonly why: string; readonly contents: string }[] = [
  {
    filter: /^@modelcontextprotocol\/server\/_shims$/,
    why: 'Ajv, 150 KB: the gateway brings a validator of its own, and nothing here asks clients for input',
    contents: `export const DefaultJsonSchemaValidator = class { getValidator() { throw new Error('left out'); } };
               export { default as process } from 'node:process';`,
  },
  {
    filter: /^@aws-sdk\/credential-provider-node$/,
    why: 'sign-on, profiles and metadata services, 110 KB: Lambda gives credentials in the environment',
    contents: "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';",
  },
  {
    filter: /^(node:)?http2$/,
    why: 'loaded with the SDK, which speaks HTTP/1.1 to the services that are asked here',
    contents: 'export const connect = undefined, constants = {}; export default { connect, constants };',
  },
];

const trim: Plugin = {
  name: 'trim',
  setup(build) {
    for (const { filter, contents } of trims) {
      build.onResolve({ filter }, ({ path, resolveDir }) => ({ path, namespace: 'trim', pluginData: resolveDir }));
      build.onLoad({ filter, namespace: 'trim' }, ({ pluginData }) => ({ contents, resolveDir: pluginData as string }));
    }
  },
};

/** What is imported while a function runs is a file of its own beside the function's. */
const apart: Plugin = {
  name: 'apart',
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path: `./${bundledName(path)}`, external: true } : undefined,
    );
  },
};

/** Whoever has an API key gets in. */
const keysAlone: AccessRules = { modes: ['apiKey'], oauth: null, grants: [] };

/**
 * Builds all functions. Source maps stay beside the bundles: they are for who debugs, and would be loaded by none.
 *
 * As CommonJS and without import(): Node reads every getter of a built-in module that an ES module imports, and one of
 * those of node:http loads a whole HTTP client.
 * @param rules who gets in: a part of the query function's bundle.
 */
export async function buildFunctions(target = root, rules: AccessRules = keysAlone): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: Object.values(files).flat(),
    entryNames: '[name]',
    outdir: bundlesIn(target),
    bundle: true,
    minify: true,
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    format: 'cjs',
    supported: { 'dynamic-import': false },
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    charset: 'utf8',
    logLevel: 'warning',
    plugins: [trim, apart],
    inject: ['lib/aws/lightHttp.ts'],
    define: {
      'process.env.MAILGLOB_ACCESS_RULES': JSON.stringify(encodeAccessRules(rules)),
      // Where files that a function brings along are looked for.
      'import.meta.dirname': '__dirname',
    },
  });
  // Lambda takes a .js file for CommonJS; here the package around it says otherwise.
  await writeFile(join(bundlesIn(target), 'package.json'), '{"type":"commonjs"}\n');
  await mkdir(zipsIn(target), { recursive: true });
  const extraction = await buildExtraction();
  for (const name of functionNames) {
    const zipped: Zippable = {};
    for (const path of bundlePaths(name, target))
      zipped[basename(path)] = [await readFile(path), { level: 9, mtime: zipTime }];
    if (name === 'extract')
      for (const { path, contents } of extraction)
        zipped[`${extractionDirectory}/${path}`] = [contents, { level: 9, mtime: zipTime }];
    await writeFile(zipPath(name, target), zipSync(zipped));
  }
}
