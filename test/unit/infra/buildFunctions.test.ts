import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
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
  it.each(functionNames)('of %s lie in its zip, and nothing else does', name => {
    const zipped = unzipSync(zip(name));
    expect(Object.keys(zipped)).toEqual(bundles(name).map(([file]) => file));
    for (const [file, bytes] of bundles(name)) expect(bytes.equals(zipped[file] ?? new Uint8Array())).toBe(true);
  });

  it('are the same bytes whenever they are built, so that a second deployment finds no change', async () => {
    const before = functionNames.map(zip);
    await buildFunctions(target);
    expect(functionNames.map((name, i) => zip(name).equals(before[i] ?? Buffer.alloc(0)))).toEqual([true, true]);
  });

  it.each(functionNames)('of %s hold what is read when it starts, and not what was trimmed', name => {
    const text = String(bundles(name)[0]?.[1]);
    // Little more than they are; a release of a library may move what is left out. Ingest reads mail and HTML besides.
    expect(text.length).toBeLessThan(name === 'ingest' ? 850_000 : 650_000);
    expect(text).not.toMatch(/ajv|getSSOTokenFilepath|AssumeRoleWithWebIdentity/);
  });

  it('name the files that are read later as they lie beside them', () => {
    const [query = '', ...later] = bundles('query').map(([, bytes]) => String(bytes));
    expect(later).toHaveLength(3);
    for (const file of ['bucketBlobs', 'rawContent', 'verifyAccessToken'])
      expect(query).toContain(`require("./${file}.js")`);
    expect(query).not.toMatch(/PutObject|foreignobject|ERR_JWKS_NO_MATCHING_KEY/i);
  });
});
