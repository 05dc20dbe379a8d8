import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameTerm } from '../../../lib/archive/keys.ts';
import { attachmentRow } from '../../../lib/archive/names.ts';
import { openArchive } from '../../../lib/local/openArchive.ts';
import { tokenOf } from '../../../lib/local/tokens.ts';
import { everyName } from '../../../lib/names/grams.ts';
import { searchAttachments } from '../../../lib/search/searchAttachments.ts';
import { ownCursorKeys } from '../../contract/contractOptions.ts';
import { searchContract } from '../../contract/searchContract.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';

searchContract('the store in memory', async () => memoryStore());

/** Two accounts whose names of all files fall on one token of the local store. */
function accountsOfOneToken(): readonly [string, string] {
  const accounts = new Map<string, string>();
  for (let i = 0; ; i++) {
    const token = tokenOf(nameTerm(`a${i}`, everyName));
    const before = accounts.get(token);
    if (before !== undefined) return [before, `a${i}`];
    accounts.set(token, `a${i}`);
  }
}

test('files of an account are shown to nobody else, though the local store may come upon them', async () => {
  const [one, other] = accountsOfOneToken();
  const dir = await mkdtemp(join(tmpdir(), 'mailglob-'));
  const { store, close } = await openArchive(dir);
  const rows = Array.from({ length: 300 }, (_, i) => ({
    ...{ accountId: one, messageId: '0c4f5b2e-8f6a-4b8e-9d59-0b6f2f0f8a11', number: i + 1, date: 1.7e12 - i * 1e6 },
    ...{ filename: i % 100 === 99 ? 'rare.pdf' : 'a.txt', subject: '', from: '', sizeBytes: 1, contentType: '' },
    isInline: i % 7 === 0,
  }));
  await store.put(rows.map(row => attachmentRow(row, '')));
  const context = { store, cursorKeys: ownCursorKeys(), budget: { rows: 100_000, milliseconds: 60_000 } };
  const ask = (accountId: string, pattern: string, limit: number) =>
    searchAttachments(context, {
      ...{ accountIds: [accountId], requestedAccountIds: null, binding: '*', pattern, after: null, before: null },
      ...{ from: null, minSizeBytes: null, maxSizeBytes: null, includeInline: false, limit, offset: 0, cursor: null },
    });
  for (const pattern of ['*', '?*', '*r*p*', 'rare.pdf', '?????'])
    for (const limit of [1, 50]) {
      expect((await ask(other, pattern, limit)).rows).toEqual([]);
      expect((await ask(other, pattern, limit)).hasMore).toBe(false);
      expect((await ask(one, pattern, limit)).rows.length).toBeGreaterThan(0);
    }
  await close();
  await rm(dir, { recursive: true });
});
