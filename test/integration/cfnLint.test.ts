import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Packaged, packageTemplate } from '../infra/packageTemplate.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** What cfn-lint has to say; nothing where it is content. */
async function lint(path: string): Promise<string> {
  // W3005: osls spells out dependencies that references imply. It is not ours to change, and does no harm.
  const args = ['--ignore-checks', 'W3005', '--regions', 'us-east-1', '--', path];
  try {
    return (await run(join(root, '.venv/bin/cfn-lint'), args)).stdout;
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
    // Its exit status is a number; what could not be run at all has a name for a code.
    if (typeof code !== 'number') throw error;
    return `${stdout}${stderr}`;
  }
}

describe('cfn-lint', () => {
  let packaged: Packaged;

  beforeAll(async () => {
    await run(join(root, 'infra/python-env.sh'));
    packaged = await packageTemplate();
  });
  afterAll(() => packaged.done());

  it('finds nothing wrong with the template, with everything switched on', async () => {
    expect(await lint(packaged.path)).toBe('');
  });

  it('finds what is wrong with another', async () => {
    const broken = structuredClone(packaged.template);
    Object.assign(broken.Resources.ArchiveTable?.Properties ?? {}, { BillingMode: 'PAY_WHEN_YOU_LIKE' });
    const path = packaged.path.replace('.json', '-broken.json');
    await writeFile(path, JSON.stringify(broken));
    expect(await lint(path)).toContain('PAY_WHEN_YOU_LIKE');
  });
});
