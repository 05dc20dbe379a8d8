import { readFile } from 'node:fs/promises';
import { licencesOf, licencesPath, licencesText, readLock } from '../../../infra/licences.ts';

it('LICENCES.md is up to date (npm run licences)', async () => {
  expect(await readFile(licencesPath, 'utf8')).toBe(licencesText(await readLock()));
});

it('names every package that package.json says is used', async () => {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as { dependencies: object };
  const licences = licencesOf(await readLock());
  for (const name of Object.keys(dependencies)) expect(licences.has(name)).toBe(true);
});

it('refuses licences that are not accepted, and none', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/a': { license: 'MIT' },
      'node_modules/a/node_modules/@x/b': { license: 'AGPL-3.0' },
      'node_modules/c': {},
      'node_modules/d': { license: 'GPL-2.0', dev: true },
    },
  };
  expect(() => licencesOf(lock)).toThrow('node_modules/a/node_modules/@x/b (AGPL-3.0), node_modules/c (no licence)');
  const { '': own, 'node_modules/a': a, 'node_modules/d': d } = lock.packages;
  expect([...licencesOf({ packages: { '': own, 'node_modules/a': a, 'node_modules/d': d } })]).toEqual([['a', 'MIT']]);
});
