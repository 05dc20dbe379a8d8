// Words are sealed while an import goes on, and where it ends; what fails of that costs no mail.

import type { Store } from '../../../lib/archive/ports.ts';
import { mailIndex } from '../../../lib/archive/words/mailWords.ts';
import { readWordIndex } from '../../../lib/archive/words/readWords.ts';
import { UserError } from '../../../lib/errors.ts';
import { importMail } from '../../../lib/import/importMail.ts';
import type { SourceItem } from '../../../lib/import/sourceItem.ts';
import { limits } from '../../../lib/limits.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';
import { mail } from './material.ts';

const batch = limits.sealedDocuments.value;
const leftovers = limits.sealedLeftovers.value;
const index = mailIndex('me');

async function* mails(count: number, from = 0): AsyncGenerator<SourceItem> {
  for (let i = from; i < from + count; i++)
    yield {
      ...{ kind: 'message', origin: `${i}.eml`, index: 0, raw: Buffer.from(mail(`number ${i}`)) },
      ...{ folderAlias: null, receivedAt: Date.UTC(2024, 0, 1) + i * 60_000, flags: null },
    };
}

const options = { accountId: 'me', now: () => Date.UTC(2024, 5, 1) };
const sizesOf = async (store: Store) => {
  const { tail, batches } = await readWordIndex(store, index);
  return { tail: tail.length, batches: batches.map(({ size }) => size) };
};

describe('the words of an import', () => {
  it('are sealed as it goes, and what is left at the end where it is much', async () => {
    const archive = { store: memoryStore(), blobs: memoryBlobs() };
    await importMail(archive, mails(batch + leftovers), options);
    expect(await sizesOf(archive.store)).toEqual({ tail: 0, batches: [leftovers, batch] });
    await importMail(archive, mails(leftovers - 1, 5_000), options);
    expect(await sizesOf(archive.store)).toEqual({ tail: leftovers - 1, batches: [leftovers, batch] });
    // Nothing new, and one more than before is enough.
    await importMail(archive, mails(leftovers, 5_000), options);
    expect((await sizesOf(archive.store)).tail).toBe(0);
    expect((await readWordIndex(archive.store, index)).documents).toBe(batch + 2 * leftovers);
  });

  it('that cannot be sealed are told, and found all the same', async () => {
    const store = memoryStore();
    const failing: Store = {
      ...store,
      replace: async () => {
        throw new Error('it is locked');
      },
    };
    const summary = await importMail({ store: failing, blobs: memoryBlobs() }, mails(leftovers), options);
    expect(summary).toMatchObject({ stored: leftovers, failed: 1 });
    expect(summary.problems).toEqual([{ origin: 'account me', message: expect.stringContaining('it is locked') }]);
    expect((await readWordIndex(store, index)).documents).toBe(leftovers);
  });

  it('end the import where nothing can be written', async () => {
    const store = memoryStore();
    const full: Store = {
      ...store,
      putIfAbsent: async () => {
        throw new UserError('no space is left');
      },
    };
    await expect(importMail({ store: full, blobs: memoryBlobs() }, mails(leftovers), options)).rejects.toThrow(
      'no space is left',
    );
  });
});
