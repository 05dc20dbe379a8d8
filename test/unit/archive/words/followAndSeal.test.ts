import { crc32 } from 'node:zlib';
import type { Store } from '../../../../lib/archive/ports.ts';
import { followAndSeal } from '../../../../lib/archive/words/followAndSeal.ts';
import { readWordIndex } from '../../../../lib/archive/words/readWords.ts';
import { countCalls, expectMails, index, openArchive, tailSize, times, wordyMail } from './material.ts';

const rules = { servesAccount: () => true };
const numbers = [1, 2, 3, 4];

/** Objects of which the last, and it alone, has a key that looks after the tail. */
async function delivered() {
  const archive = openArchive();
  const looks = (key: string) => crc32(key) % 32 === 0;
  const names = Array.from({ length: 1_000 }, (_, i) => `mail/ann/INBOX/object${i}`);
  const keys = [...names.filter(key => !looks(key)).slice(0, 3), names.find(looks) ?? ''];
  for (const [i, key] of keys.entries()) await archive.blobs.create(key, wordyMail(numbers[i] ?? 0).raw);
  return { archive, changes: keys.map(key => ({ kind: 'created' as const, key, sizeBytes: 100 })) };
}

const failures: unknown[] = [];
const options = { least: 2, times, onSealFailure: (error: unknown) => failures.push(error) };

describe('followAndSeal', () => {
  beforeEach(() => failures.splice(0));

  test('seals where a mail that looks finds enough, after the mails were stored', async () => {
    const { archive, changes } = await delivered();
    const most = changes.slice(0, 3);
    expect(await followAndSeal(archive, rules, most, options)).toEqual(most.map(() => ({ outcome: 'stored' })));
    expect(tailSize(archive.store)).toBe(3);
    await followAndSeal(archive, rules, changes.slice(3), options);
    expect(tailSize(archive.store)).toBe(0);
    await expectMails(archive.store, numbers);
    expect(failures).toEqual([]);
    // What is told again looks no more.
    expect(await followAndSeal(archive, rules, changes, options)).toEqual(
      changes.map(() => ({ outcome: 'duplicate' })),
    );
    expect((await readWordIndex(archive.store, index)).batches).toHaveLength(1);
  });

  test('a sealing that fails costs no mail', async () => {
    const { archive, changes } = await delivered();
    const store: Store = {
      ...archive.store,
      put: async rows => {
        if (rows.some(({ pk }) => pk.startsWith('w'))) throw new Error('throttled');
        await archive.store.put(rows);
      },
    };
    expect(await followAndSeal({ ...archive, store }, rules, changes, options)).toEqual(
      changes.map(() => ({ outcome: 'stored' })),
    );
    expect(failures).toMatchObject([{ message: 'throttled' }]);
    await expectMails(archive.store, numbers);
  });

  test('words cost the storing of a mail no call', async () => {
    const { archive, changes } = await delivered();
    const [change] = changes;
    const calls = await countCalls(archive.store, store =>
      followAndSeal({ ...archive, store }, rules, change ? [change] : [], options),
    );
    // Two locks taken and given back; what there is of object, owner, rows and folder; rows, folder and owner written.
    expect(calls).toBeLessThanOrEqual(12);
  });
});
