// A process that writes into an archive, for the tests of many at once: node writerProcess.ts DIR NAME BATCHES.
// Each batch is one put() of rows at instants that all writers share. Prints a line after each, and at last what it won.

import { createHash } from 'node:crypto';
import { encodePosition } from '../../../lib/archive/position.ts';
import { openArchive } from '../../../lib/local/openArchive.ts';

export const rowsPerBatch = 20;
export const noon = Date.UTC(2024, 4, 17, 12);

/** A UUID that a text stands for. */
export function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** The rows that a writer puts as its batch `batch`. */
export const batchOf = (name: string, batch: number) =>
  Array.from({ length: rowsPerBatch }, (_, i) => {
    const sk = encodePosition({ at: noon + (batch % 5) * 1000, id: idOf(`${name} ${batch}`), number: i + 1 });
    const terms = ['every', `by ${name}`, `batch ${batch}`];
    return {
      pk: `names ${i % 3}`,
      sk,
      data: `${name} ${batch} ${i}`,
      posting: { index: 'names' as const, terms, text: name, facts: `${batch}` },
    };
  });

/** What a writer stores in a race: every third blob is a large one. */
export const blobOf = (name: string, batch: number): Uint8Array =>
  Buffer.from(name.repeat(batch % 3 === 0 ? 100_000 : 1000));

async function main([dir = '', name = '', batches = '']: readonly string[]): Promise<void> {
  const { store, blobs, close } = await openArchive(dir);
  const won = { rows: 0, blobs: 0 };
  for (let batch = 0; batch < Number(batches); batch++) {
    await store.put(batchOf(name, batch));
    if (await store.putIfAbsent({ pk: 'race', sk: `${batch}`, data: name })) won.rows++;
    if (await blobs.create(`race/${batch}`, blobOf(name, batch))) won.blobs++;
    console.log(`batch ${batch}`);
  }
  await close();
  console.log(JSON.stringify(won));
}

if (import.meta.main) await main(process.argv.slice(2));
