import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type PoolOptions, type WorkerPool, workerPool } from '../../../lib/files/workerPool.ts';

interface Job {
  readonly what: 'answer' | 'loop' | 'heap' | 'buffers' | 'throw' | 'exit';
}
interface Answer {
  readonly answered: number;
}

const pools: WorkerPool<Job, Answer>[] = [];

function pool(options: Partial<PoolOptions> = {}): WorkerPool<Job, Answer> {
  const made = workerPool<Job, Answer>({
    file: pathToFileURL(join(import.meta.dirname, 'workers', 'loop.mjs')),
    workers: 1,
    milliseconds: 20_000,
    bytes: 64 * 1024 * 1024,
    jobs: 100,
    ...options,
  });
  pools.push(made);
  return made;
}

afterEach(async () => {
  for (const made of pools.splice(0)) await made.end();
});

test('one worker answers job after job', async () => {
  const { run } = pool();
  expect(await run({ what: 'answer' })).toEqual({ answered: 1 });
  expect(await run({ what: 'answer' })).toEqual({ answered: 2 });
});

test('a worker is replaced after so many jobs', async () => {
  const { run } = pool({ jobs: 2 });
  const answers = [];
  for (let i = 0; i < 5; i++) answers.push(await run({ what: 'answer' }));
  expect(answers).toEqual([1, 2, 1, 2, 1].map(answered => ({ answered })));
});

test.each([
  ['loop', 'time', { milliseconds: 1_000 }],
  ['heap', 'memory', {}],
  ['buffers', 'memory', {}],
  ['throw', 'crash', {}],
  ['exit', 'crash', {}],
] as const)('a worker that does %s is ended by %s, and the next job has a new one', async (what, end, options) => {
  const { run } = pool(options);
  expect(await run({ what: 'answer' })).toEqual({ answered: 1 });
  expect(await run({ what })).toBe(end);
  expect(await run({ what: 'answer' })).toEqual({ answered: 1 });
});

test('jobs beyond the workers wait for their turn, whatever becomes of those before', async () => {
  const { run } = pool({ workers: 2, milliseconds: 2_000 });
  const results = await Promise.all(
    (['loop', 'answer', 'throw', 'answer', 'answer'] as const).map(what => run({ what })),
  );
  expect(results.map(result => (typeof result === 'string' ? result : 'answer'))).toEqual([
    'time',
    'answer',
    'crash',
    'answer',
    'answer',
  ]);
});

test('ending the pool ends a job that is under way, and a later job starts anew', async () => {
  const { run, end } = pool();
  const looping = run({ what: 'loop' });
  await new Promise(resolve => setTimeout(resolve, 300));
  await end();
  expect(await looping).toBe('crash');
  expect(await run({ what: 'answer' })).toEqual({ answered: 1 });
});
