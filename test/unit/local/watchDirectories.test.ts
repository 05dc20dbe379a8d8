import { appendFile, mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { watchDirectories } from '../../../lib/local/watchDirectories.ts';

const fast = { pollMilliseconds: 100, settleMilliseconds: 100 };

let directory: string;
let controller: AbortController;
let running: Promise<void>;
let taken: { path: string; text: string }[];
let problems: string[];
let refuse: boolean;

/** Waits until a condition holds; the test's own time limit is the only one. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setTimeout(resolve, 10));
}

function start(settings = fast): void {
  running = watchDirectories([directory], {
    ...settings,
    signal: controller.signal,
    onFiles: async (_, paths) => {
      if (refuse) throw new Error('disk full');
      for (const path of paths) taken.push({ path: relative(directory, path), text: await readFile(path, 'utf8') });
    },
    onProblem: (_, error) => problems.push(String(error)),
  });
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mailglob-watch-'));
  controller = new AbortController();
  running = Promise.resolve();
  taken = [];
  problems = [];
  refuse = false;
});

afterEach(async () => {
  controller.abort();
  await running;
  await rm(directory, { recursive: true, force: true });
});

test('hands over what lies there, then what appears, below new directories too', async () => {
  await writeFile(join(directory, 'old.eml'), 'old');
  start();
  await until(() => taken.length === 1);
  await mkdir(join(directory, 'later'));
  await writeFile(join(directory, 'later', 'new.eml'), 'new');
  await until(() => taken.length === 2);
  expect(taken).toEqual([
    { path: 'old.eml', text: 'old' },
    { path: join('later', 'new.eml'), text: 'new' },
  ]);
});

test('leaves a file alone while it grows', async () => {
  start({ pollMilliseconds: 20, settleMilliseconds: 2000 });
  const path = join(directory, 'slow.eml');
  let whole = '';
  for (let i = 0; i < 10; i++) {
    await appendFile(path, `line ${i}\n`);
    whole += `line ${i}\n`;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  await until(() => taken.length > 0);
  expect(taken).toEqual([{ path: 'slow.eml', text: whole }]);
});

test('hands a file over again only when it has changed', async () => {
  const path = join(directory, 'a.mbox');
  await writeFile(path, 'one');
  await utimes(path, 1e9, 1e9);
  start();
  await until(() => taken.length === 1);
  await writeFile(join(directory, 'marker.eml'), 'marker');
  await until(() => taken.length === 2);
  await appendFile(path, ' two');
  await until(() => taken.length === 3);
  expect(taken.map(({ text }) => text)).toEqual(['one', 'marker', 'one two']);
});

test('passes over empty files, hidden files and what is still in a tmp directory', async () => {
  await mkdir(join(directory, 'tmp'));
  await writeFile(join(directory, 'tmp', 'half.eml'), 'half');
  await writeFile(join(directory, '.hidden'), 'hidden');
  await writeFile(join(directory, 'empty.eml'), '');
  await writeFile(join(directory, 'whole.eml'), 'whole');
  start();
  await until(() => taken.length === 1);
  await rename(join(directory, 'tmp', 'half.eml'), join(directory, 'half.eml'));
  await until(() => taken.length === 2);
  expect(taken.map(({ path }) => path)).toEqual(['whole.eml', 'half.eml']);
});

test('tells of a failure once and tries again', async () => {
  refuse = true;
  await writeFile(join(directory, 'a.eml'), 'a');
  start();
  await until(() => problems.length === 1);
  refuse = false;
  await until(() => taken.length === 1);
  expect(problems).toEqual(['Error: disk full']);
  await rm(directory, { recursive: true });
  await until(() => problems.length === 2);
  expect(problems[1]).toContain('ENOENT');
});
