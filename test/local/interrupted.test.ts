import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keysOfBlobs } from '../doubles/harmBlobs.ts';
import { inDirectory, mailglob, startMailglob } from './command.ts';
import { mail, mbox } from './mails.ts';

const count = 1500;
const many = Array.from({ length: count }, (_, i) =>
  mail({ id: `m${i}`, files: [`file ${i}.pdf`], date: new Date(Date.UTC(2020, 0, 1, i)).toISOString() }),
);

/** Waits until a condition holds; the test's own time limit is the only one. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise(resolve => setTimeout(resolve, 5));
}

/** How many messages an archive holds; 0 before there is one. */
async function held(data: string): Promise<number> {
  const { status, stdout } = await mailglob(['status', '--data', data, '--json']);
  return status === 0 ? JSON.parse(stdout).messages : 0;
}

/** Everything that a search for all files gives, page by page, and what the archive says it holds. */
async function contents(data: string): Promise<unknown> {
  const rows: unknown[] = [];
  let cursor: readonly string[] = [];
  for (;;) {
    const { stdout } = await mailglob(['search', '*', '--limit', '100', ...cursor, '--data', data, '--json']);
    const page = JSON.parse(stdout);
    rows.push(...page.data);
    if (!page.has_more) break;
    cursor = ['--cursor', page.next_cursor];
  }
  const { accounts, ...totals } = JSON.parse((await mailglob(['status', '--data', data, '--json'])).stdout);
  return { rows, totals };
}

test('an import that was killed and run again equals one that was left alone', async () => {
  await inDirectory(async directory => {
    const path = join(directory, 'many.mbox');
    await writeFile(path, mbox(many));
    const alone = join(directory, 'alone');
    const killed = join(directory, 'killed');
    const args = ['import', path, '--account', 'a', '--data'];
    expect(await mailglob([...args, alone])).toMatchObject({ status: 0 });

    const { child, stop } = startMailglob([...args, killed]);
    await until(async () => keysOfBlobs(killed).length > 300);
    expect(child.exitCode).toBeNull();
    await stop('SIGKILL');
    expect(await held(killed)).toBeLessThan(count);

    const again = await mailglob([...args, killed, '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ messages: count, failed: 0 });
    expect(await contents(killed)).toEqual(await contents(alone));
  });
});

test('an import that is interrupted says what it stored, and goes on where it was', async () => {
  await inDirectory(async directory => {
    const running = startMailglob(['import', '-', '--account', 'a', '--data', directory, '--json']);
    // The last message stays open: nobody can know that it is whole.
    running.child.stdin.write(mbox(many).slice(0, -100));
    await until(async () => (await held(directory)) > 0);
    expect(await running.stop('SIGINT')).toBe(130);
    const stored = await held(directory);
    expect(JSON.parse(running.printed.stdout)).toMatchObject({ stored, failed: 0 });
    expect(stored).toBeLessThan(count);
    expect(running.printed.stderr).toMatch(/^mailglob: interrupted: [^\n]+\n$/u);

    const again = await mailglob(['import', '-', '--account', 'a', '--data', directory, '--json'], {
      input: mbox(many),
    });
    expect(JSON.parse(again.stdout)).toMatchObject({ messages: count, stored: count - stored, duplicates: stored });
  });
});
