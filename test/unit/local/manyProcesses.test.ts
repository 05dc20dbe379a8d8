import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Found } from '../../../lib/archive/ports.ts';
import { type LocalArchive, openArchive } from '../../../lib/local/openArchive.ts';
import { batchOf, blobOf, rowsPerBatch } from './writerProcess.ts';

const writer = join(import.meta.dirname, 'writerProcess.ts');
const endless = { rows: 1e9, deadline: Number.POSITIVE_INFINITY };

let dir = '';

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mailglob-'));
});

afterEach(async () => {
  await rm(dir, { recursive: true });
});

const start = (name: string, batches: number): ChildProcess =>
  spawn(process.execPath, ['--no-warnings', writer, dir, name, `${batches}`], { stdio: ['ignore', 'pipe', 'inherit'] });

/** The last line that a writer printed, once it has ended well. */
async function outcomeOf(child: ChildProcess): Promise<string> {
  let last = '';
  if (!child.stdout) throw new Error('expected a pipe');
  const lines = createInterface(child.stdout).on('line', line => {
    last = line;
  });
  const [[code]] = await Promise.all([once(child, 'exit'), once(lines, 'close')]);
  expect(code).toBe(0);
  return last;
}

const findAll = async ({ store }: LocalArchive, term: string): Promise<readonly Found[]> =>
  (
    await store.candidates({
      index: 'names',
      direction: 'newestFirst',
      anyOf: [[term]],
      accept: () => true,
      limit: 1e6,
      budget: endless,
    })
  ).found;

describe('a data directory that several processes write at once', () => {
  it('is made once, and keeps every row and blob of each in order', async () => {
    const names = ['ann', 'bob', 'cem', 'dee'];
    const batches = 25;
    const outcomes = await Promise.all(names.map(name => outcomeOf(start(name, batches))));

    const won = outcomes.map(outcome => JSON.parse(outcome) as { rows: number; blobs: number });
    expect(won.reduce((sum, { rows }) => sum + rows, 0)).toBe(batches);
    expect(won.reduce((sum, { blobs }) => sum + blobs, 0)).toBe(batches);

    const archive = await openArchive(dir, { create: false });
    const rows = names.flatMap(name => Array.from({ length: batches }, (_, batch) => batchOf(name, batch)).flat());
    expect(await archive.store.get(rows)).toEqual(rows.map(({ pk, sk, data }) => ({ pk, sk, data })));
    const newestFirst = rows
      .map(({ sk }) => sk)
      .toSorted()
      .toReversed();
    expect((await findAll(archive, 'every')).map(({ sk }) => sk)).toEqual(newestFirst);
    for (const name of names) expect(await findAll(archive, `by ${name}`)).toHaveLength(batches * rowsPerBatch);
    for (let batch = 0; batch < batches; batch++) {
      const winner = await archive.blobs.get(`race/${batch}`);
      if (!winner) throw new Error('expected a winner');
      expect(names.filter(name => Buffer.compare(blobOf(name, batch), winner) === 0)).toHaveLength(1);
    }
    expect(await readdir(join(dir, 'blobs', 'large'))).toHaveLength(Math.ceil(batches / 3));
    expect(await readdir(join(dir, 'blobs', 'new'))).toEqual([]);
    await archive.close();
  });

  it('answers readers while it is written', async () => {
    const archive = await openArchive(dir);
    const ended = Promise.all(['ann', 'bob'].map(name => outcomeOf(start(name, 20))));
    let isOver = false;
    const over = ended.finally(() => {
      isOver = true;
    });
    let seen = 0;
    while (!isOver) {
      const found = await findAll(archive, 'every');
      expect(found.length % rowsPerBatch).toBe(0);
      expect(found.length).toBeGreaterThanOrEqual(seen);
      expect(found.map(({ sk }) => sk)).toEqual(
        found
          .map(({ sk }) => sk)
          .toSorted()
          .toReversed(),
      );
      seen = found.length;
      await new Promise(resolve => setTimeout(resolve, 5));
    }
    await over;
    expect(await findAll(archive, 'every')).toHaveLength(2 * 20 * rowsPerBatch);
    await archive.close();
  });

  it('holds whole batches alone when a writer is killed, and goes on', async () => {
    for (let round = 0; round < 3; round++) {
      const child = start(`killed${round}`, 100_000);
      if (!child.stdout) throw new Error('expected a pipe');
      const lines = createInterface(child.stdout);
      let printed = 0;
      for await (const _ of lines) if (++printed === 5 + round) break;
      child.kill('SIGKILL');
      await once(child, 'exit');

      const archive = await openArchive(dir);
      const found = await findAll(archive, `by killed${round}`);
      expect(found.length % rowsPerBatch).toBe(0);
      expect(found.length).toBeGreaterThanOrEqual(printed * rowsPerBatch);
      const rows = Array.from({ length: found.length / rowsPerBatch }, (_, batch) =>
        batchOf(`killed${round}`, batch),
      ).flat();
      expect((await archive.store.get(rows)).every(Boolean)).toBe(true);
      const kept = await archive.blobs.list('race/', { limit: 1e6 });
      expect(kept.length).toBeGreaterThanOrEqual(printed);
      for (const { key, sizeBytes } of kept) expect((await archive.blobs.get(key))?.length).toBe(sizeBytes);
      await archive.store.put(batchOf('after', round));
      await archive.close();
    }
  });
});
