import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { unzipSync } from 'fflate';
import {
  buildFunctions,
  bundlePaths,
  type FunctionName,
  functionNames,
  zipPath,
} from '../../../infra/buildFunctions.ts';

// Not into the project, where another test packages at the same time.
const target = mkdtempSync(join(tmpdir(), 'mailglob-build-'));
const bundles = (name: FunctionName) =>
  bundlePaths(name, target).map(path => [basename(path), readFileSync(path)] as const);
const zip = (name: FunctionName) => readFileSync(zipPath(name, target));

beforeAll(() => buildFunctions(target));
afterAll(() => rmSync(target, { recursive: true, force: true }));

describe('the bundles of the functions', () => {
  it.each(functionNames)('of %s lie in its zip, and nothing else does but what its workers run', name => {
    const zipped = unzipSync(zip(name));
    const others = Object.keys(zipped).filter(path => !path.startsWith('extraction/'));
    expect(others).toEqual(bundles(name).map(([file]) => file));
    expect(Object.keys(zipped).length > others.length).toBe(name === 'extract');
    for (const [file, bytes] of bundles(name)) expect(bytes.equals(zipped[file] ?? new Uint8Array())).toBe(true);
  });

  it('are the same bytes whenever they are built, so that a second deployment finds no change', async () => {
    const before = functionNames.map(zip);
    await buildFunctions(target);
    expect(functionNames.filter((name, i) => !zip(name).equals(before[i] ?? Buffer.alloc(0)))).toEqual([]);
  });

  it.each(functionNames)('of %s hold what is read when it starts, and not what was trimmed', name => {
    const text = String(bundles(name)[0]?.[1]);
    // Little more than they are; a release of a library may move what is left out. Ingest reads mail and HTML besides;
    // query has the words' common terms (25 KB), their stems, and the ranking and scan of mails and files.
    expect(text.length).toBeLessThan({ ingest: 850_000, extract: 660_000, query: 750_000 }[name]);
    expect(text).not.toMatch(/ajv|getSSOTokenFilepath|AssumeRoleWithWebIdentity/);
  });

  it.each(['ingest', 'extract'] as const)('of %s have no library for validation in them', name => {
    expect(String(bundles(name)[0]?.[1])).not.toMatch(/ZodError/);
  });

  it('of extract read documents, as they lie unpacked, with the maps of Asian fonts', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'mailglob-task-'));
    try {
      for (const [path, bytes] of Object.entries(unzipSync(zip('extract')))) {
        mkdirSync(dirname(join(directory, path)), { recursive: true });
        writeFileSync(join(directory, path), bytes);
      }
      // What the function exports needs AWS: its workers are asked as it asks them.
      const worker = new Worker(join(directory, 'extraction/extractionWorker.mjs'), { env: {}, execArgv: [] });
      const bytes = Uint8Array.from(
        readFileSync(join(import.meta.dirname, '../../documents/reportlab-asian-fonts.pdf')),
      );
      worker.postMessage({ bytes, hints: { fileName: 'contract.pdf', mediaType: null } });
      const [extraction] = await once(worker, 'message');
      await worker.terminate();
      expect(extraction).toMatchObject({ type: 'pdf', outcome: 'text' });
      expect(JSON.stringify(extraction)).toContain('日本語の契約書');
      expect(String(bundles('extract')[0]?.[1])).toContain('extraction/extractionWorker.mjs');
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('name the files that are read later as they lie beside them', () => {
    const [query = '', ...later] = bundles('query').map(([, bytes]) => String(bytes));
    expect(later).toHaveLength(4);
    for (const file of ['bucketBlobs', 'startFilesRebuild', 'rawContent', 'verifyAccessToken'])
      expect(query).toContain(`require("./${file}.js")`);
    expect(query).not.toMatch(/PutObject|foreignobject|ERR_JWKS_NO_MATCHING_KEY|ChangeMessageVisibility/i);
  });
});
