import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { clientFile, installClients } from '../integration/clientPackages.ts';
import { type ConformanceGateway, startConformanceGateway } from './conformanceGateway.ts';

let directory: string;
let gateway: ConformanceGateway;

beforeAll(async () => {
  directory = await installClients();
  gateway = await startConformanceGateway();
});
afterAll(() => gateway?.close());

/** Runs a suite, and gives how it ended and what it said. It ends with 0 where just the listed failures came. */
function run(suite: string, ...args: readonly string[]): Promise<{ readonly code: unknown; readonly said: string }> {
  const all = [clientFile(directory, `${suite}/dist/index.js`), 'server', '--url', gateway.url, ...args];
  return new Promise(resolve => {
    execFile(process.execPath, all, { cwd: directory, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: `${stdout}${stderr}`.replace(/\x1b\[\d+m/g, '') }),
    );
  });
}

/** How many checks of how many scenarios were made: a suite that found nothing to do would also be content. */
const figures = (said: string) => ({
  scenarios: said.match(/^[✓✗] \S+: \d+ passed, \d+ failed$/gm)?.length ?? 0,
  passed: Number(/^Total: (\d+) passed/m.exec(said)?.[1] ?? 0),
});

const expected = (era: string) => ['--expected-failures', join(import.meta.dirname, `expectedFailures-${era}.yml`)];

describe('the conformance suite', () => {
  it('of the protocol up to 2025-11-25 finds what is known to be missing, and nothing else', async () => {
    const { code, said } = await run('conformance-2025', '--suite', 'all', ...expected('2025'));
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('Baseline check passed') });
    expect(figures(said)).toEqual({ scenarios: 32, passed: 15 });
  });

  it('of 2026-07-28 finds what is known to be missing, and nothing else', async () => {
    const { code, said } = await run('conformance-2026', '--requirements', '2026-07-28', ...expected('2026'));
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('Baseline check passed') });
    expect(figures(said)).toEqual({ scenarios: 50, passed: 113 });
  });
});
