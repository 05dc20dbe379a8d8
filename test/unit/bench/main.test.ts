import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { benchmarks } from '../../bench/benchmarks.ts';

const main = join(import.meta.dirname, '../../bench/main.ts');

function bench(args: readonly string[], shared = '/nowhere') {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', main, ...args], {
    env: { ...process.env, MAILGLOB_SHARED: shared },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('npm run bench', () => {
  it('says with --help what there is', () => {
    const { status, stdout } = bench(['--help']);
    expect(status).toBe(0);
    for (const { name } of benchmarks) expect(stdout).toContain(name);
  });

  it('refuses wrong usage with one line and status 2, and lists the benchmarks', () => {
    for (const args of [
      [],
      ['nope'],
      ['parse', 'nope'],
      ['parse', '--rounds', '0'],
      ['names', '--sizes', '3'],
      ['--x'],
    ]) {
      const { status, stdout, stderr } = bench(args);
      expect([args, status, stdout, stderr.trim().split('\n').length]).toEqual([args, 2, '', 1]);
    }
    for (const { name } of benchmarks) expect(bench(['nope']).stderr).toContain(name);
  });

  it('says in one line that the shared material is missing', () => {
    expect(bench(['parse', '--json'])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'bench: there is no /nowhere/bench: set MAILGLOB_SHARED to the directory that holds bench/\n',
    });
  });
});
