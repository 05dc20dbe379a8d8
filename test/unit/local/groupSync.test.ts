import { setTimeout as sleep } from 'node:timers/promises';
import { groupSync } from '../../../lib/local/groupSync.ts';

describe('groupSync', () => {
  it('serves many callers by few syncs, each begun after the change it stands for', async () => {
    let change = 0;
    let syncs = 0;
    let durable = 0;
    const sync = groupSync(async () => {
      syncs++;
      const seen = change;
      await sleep(5);
      durable = Math.max(durable, seen);
    });
    const callers = Array.from({ length: 100 }, async (_, i) => {
      await sleep(i % 7);
      const mine = ++change;
      await sync('dir');
      expect(durable).toBeGreaterThanOrEqual(mine);
    });
    await Promise.all(callers);
    expect(syncs).toBeLessThan(20);
  });

  it('does not let one directory wait for another', async () => {
    const begun: string[] = [];
    const sync = groupSync(async dir => {
      begun.push(dir);
      await sleep(5);
    });
    const both = [sync('a'), sync('b')];
    expect(begun).toEqual(['a', 'b']);
    await Promise.all(both);
  });

  it('tells a failure to those who waited for it, and goes on', async () => {
    let attempt = 0;
    const sync = groupSync(async () => {
      attempt++;
      await sleep(2);
      if (attempt === 1) throw new Error('no disk');
    });
    const first = sync('dir');
    const second = sync('dir');
    await expect(first).rejects.toThrow('no disk');
    await expect(second).resolves.toBeUndefined();
    await expect(sync('dir')).resolves.toBeUndefined();
    expect(attempt).toBe(3);
  });
});
