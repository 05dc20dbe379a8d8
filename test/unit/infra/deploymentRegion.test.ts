import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What osls prints of the region with a mailglob.yml of this text, or of what is wrong. */
async function regionWith(text: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'mailglob-region-'));
  const config = join(directory, 'mailglob.yml');
  await writeFile(config, text);
  const command = 'node_modules/osls/bin/serverless.js';
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, MAILGLOB_CONFIG: config, AWS_REGION: 'eu-north-1' };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [command, 'print', '--path', 'provider.region'], {
      env,
    });
    return stdout.trim();
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}`.replaceAll(directory, '');
  } finally {
    await rm(directory, { recursive: true });
  }
}

const good = 'authentication: { mode: apiKey }\naccounts: [{ id: a }]\n';

test.each([
  ['of mailglob.yml', `${good}region: eu-west-1\n`, 'eu-west-1'],
  ['of the environment where that names none', good, 'eu-north-1'],
])('the region is that %s', async (_, text, region) => {
  expect(await regionWith(text)).toBe(region);
});

test.each([
  ['is no YAML', `${good}limits: { burst: 1\n`, /^\/mailglob\.yml line \d: the YAML is at fault: /m],
  ['has a setting there is not', `${good}regions: x\n`, /^\/mailglob\.yml line 3: there is no setting 'regions'$/m],
])('a file that %s is refused in our own words', async (_, text, says) => {
  const said = await regionWith(text);
  expect(said).toMatch(says);
  expect(said).not.toMatch(/Cannot|\n {4}at /);
});
