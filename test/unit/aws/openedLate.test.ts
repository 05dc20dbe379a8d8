import type { Blobs } from '../../../lib/archive/ports.ts';
import { openedLate } from '../../../lib/aws/openedLate.ts';
import { blobsContract } from '../../contract/blobsContract.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';

// Adapters that are opened side by side have the same bytes.
const same = memoryBlobs(Date.now);
blobsContract('blobs that are opened late', async () => openedLate(async () => same), { scale: 0.1 });

describe('openedLate', () => {
  it('opens nothing before it is asked, and then once', async () => {
    let opened = 0;
    const blobs = openedLate(async () => {
      opened++;
      return memoryBlobs();
    });
    expect(opened).toBe(0);
    await Promise.all([blobs.get('a'), blobs.info('b'), blobs.list('', { limit: 1 })]);
    expect(opened).toBe(1);
  });

  it('fails the call that could not open it, and opens it for the next', async () => {
    const tries: (() => Blobs)[] = [
      () => {
        throw new Error('not now');
      },
      () => memoryBlobs(),
    ];
    const blobs = openedLate(async () => (tries.shift() ?? memoryBlobs)());
    await expect(blobs.get('a')).rejects.toThrow('not now');
    expect(await blobs.get('a')).toBeNull();
  });
});
