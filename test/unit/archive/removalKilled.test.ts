// A removal that dies: what the next removal, and what an import of the same mail, make of what it left.

import { removeMessages } from '../../../lib/archive/removeMessages.ts';
import { verify } from '../../../lib/archive/verify.ts';
import { storeMessages } from '../../../lib/archive/writer.ts';
import { endLocks, killedAt, type MemoryArchive } from './files/material.ts';
import { incoming, mail, now, openArchive, snapshot } from './material.ts';

const messages = [1, 2].map(number => incoming(mail(number)));

async function filled(): Promise<{ archive: MemoryArchive; id: string }> {
  const archive = openArchive();
  const [stored] = await storeMessages(archive, messages, now);
  return { archive, id: stored?.storedEmailId ?? '' };
}

async function disagreements(archive: MemoryArchive): Promise<string[]> {
  const found: string[] = [];
  for await (const { message } of verify(archive, { settle: async () => {} })) found.push(message);
  return found;
}

/** Runs a removal that dies before each of its writes in turn, and something after it. */
async function killedEverywhere(after: (archive: MemoryArchive, id: string, kill: number) => Promise<void>) {
  const counted = await filled();
  const counting = killedAt(counted.archive, null);
  await removeMessages(counting.archive, [counted.id]);
  for (let kill = 0; kill < counting.count(); kill++) {
    const { archive, id } = await filled();
    await expect(removeMessages(killedAt(archive, kill).archive, [id])).rejects.toThrow('killed');
    endLocks(archive);
    await after(archive, id, kill);
    expect(await disagreements(archive)).toEqual([]);
  }
  return { writes: counting.count(), removed: snapshot(counted.archive) };
}

test('is completed by the next removal', async () => {
  const outcomes: unknown[] = [];
  const { removed, writes } = await killedEverywhere(async (archive, id) => {
    await removeMessages(archive, [id]);
    outcomes.push(snapshot(archive));
  });
  expect(writes).toBeGreaterThan(5);
  for (const outcome of outcomes) expect(outcome).toEqual(removed);
});

test('is undone by an import of the same mail, raw bytes and all', async () => {
  const whole = snapshot((await filled()).archive);
  await killedEverywhere(async (archive, _, kill) => {
    const [outcome] = await storeMessages(archive, messages, now);
    // Nothing was done before the first write.
    expect(outcome?.outcome).toBe(kill === 0 ? 'duplicate' : 'stored');
    expect(snapshot(archive)).toEqual(whole);
  });
});
