import { callQuota } from '../../../lib/gateway/callQuota.ts';
import { type SideWork, sideWork } from '../../../lib/gateway/sideWork.ts';
import type { LogEntry } from '../../../lib/log.ts';
import { type MemoryStore, memoryStore } from '../../doubles/memoryStore.ts';

const minute = 60_000;

describe('in one process', () => {
  it('a caller has so many requests in a minute of the clock, and is told how long to wait', () => {
    let now = 7 * minute + 15_500;
    const quota = callQuota({ perMinute: 3, now: () => now });
    const taken = () => quota.take('a');
    expect([taken(), taken(), taken()]).toEqual([0, 0, 0]);
    expect(taken()).toBe(45);
    now = 8 * minute - 1;
    expect(taken()).toBe(1);
    now = 8 * minute;
    expect([taken(), taken(), taken(), taken()]).toEqual([0, 0, 0, 60]);
  });

  it('callers do not take from each other', () => {
    const quota = callQuota({ perMinute: 1, now: () => 0 });
    expect(['a', 'b', '__proto__', 'constructor'].map(quota.take)).toEqual([0, 0, 0, 0]);
    expect(['a', 'b', '__proto__', 'constructor'].map(quota.take)).toEqual([60, 60, 60, 60]);
  });
});

describe('in several processes', () => {
  interface Fleet {
    readonly store: MemoryStore;
    readonly side: SideWork;
    readonly entries: readonly LogEntry[];
    readonly take: ((caller: string) => number)[];
    readonly calls: { get: number; write: number };
    now: number;
  }

  function fleet(processes: number, perMinute: number): Fleet {
    const memory = memoryStore();
    const entries: LogEntry[] = [];
    const side = sideWork(entry => void entries.push(entry));
    const calls = { get: 0, write: 0 };
    const store: MemoryStore = {
      ...memory,
      get: async (...args) => {
        calls.get++;
        return await memory.get(...args);
      },
      replace: async (...args) => {
        calls.write++;
        return await memory.replace(...args);
      },
      putIfAbsent: async (...args) => {
        calls.write++;
        return await memory.putIfAbsent(...args);
      },
    };
    const made: Fleet = { store, side, entries, take: [], calls, now: 0 };
    for (let i = 0; i < processes; i++) {
      made.take.push(callQuota({ perMinute, shared: { store, sideWork: side }, now: () => made.now }).take);
    }
    return made;
  }

  it('lets pass the limit and a sixtieth of it for each, whoever is asked', async () => {
    const { take, side } = fleet(10, 600);
    let passed = 0;
    for (let i = 0; i < 2000; i++) {
      if (take[i % take.length]?.('a') === 0) passed++;
      await side.settled(1000);
    }
    expect(passed).toBeGreaterThanOrEqual(600);
    expect(passed).toBeLessThanOrEqual(600 + 10 * 10);
    expect(take.map(one => one('a'))).toEqual(Array(10).fill(60));
    expect(take.map(one => one('b'))).toEqual(Array(10).fill(0));
  });

  it('costs a caller of few requests nothing, and one of many a read and a write for each ten', async () => {
    const { take, side, calls } = fleet(1, 600);
    for (let i = 0; i < 9; i++) take[0]?.('a');
    await side.settled(1000);
    expect(calls).toEqual({ get: 0, write: 0 });
    for (let i = 9; i < 200; i++) {
      take[0]?.('a');
      await side.settled(1000);
    }
    expect(calls).toEqual({ get: 20, write: 20 });
  });

  it('begins anew with each minute, with one row a caller', async () => {
    const made = fleet(2, 60);
    for (const at of [0, minute, 2 * minute]) {
      made.now = at;
      for (let i = 0; i < 60; i++) {
        expect(made.take[i % 2]?.('a')).toBe(0);
        await made.side.settled(1000);
      }
      // Who told last but one learns of the last with its next.
      made.take[0]?.('a');
      await made.side.settled(1000);
      expect(made.take.map(one => one('a'))).toEqual([60, 60]);
    }
    expect(made.store.rows.size).toBe(1);
    expect(JSON.stringify([...made.store.rows])).not.toContain('"a"');
  });

  it('goes on counting by itself where the shared row cannot be written', async () => {
    const made = fleet(1, 60);
    made.store.get = async () => {
      throw new Error('zqxjkv');
    };
    made.store.putIfAbsent = made.store.get as never;
    const side = made.side;
    const quota = callQuota({ perMinute: 60, shared: { store: made.store, sideWork: side }, now: () => 0 });
    for (let i = 0; i < 60; i++) expect(quota.take('a')).toBe(0);
    expect(quota.take('a')).toBe(60);
    await side.settled(1000);
    expect(made.entries).toContainEqual(expect.objectContaining({ event: 'sideWorkFailure' }));
    expect(JSON.stringify(made.entries)).not.toContain('zqxjkv');
  });
});
