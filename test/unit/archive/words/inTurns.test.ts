import { inTurns } from '../../../../lib/archive/words/sealing.ts';

const items = Array.from({ length: 3_700 }, (_, i) => i);
const lease = (held: { count: number }) => ({
  hold: async () => {
    held.count++;
  },
  release: async () => {},
});

describe('inTurns', () => {
  test('does all in order, few calls under one look at the lease', async () => {
    const held = { count: 0 };
    const calls: { readonly first: number; readonly length: number; readonly held: number }[] = [];
    await inTurns(items, lease(held), async some => {
      calls.push({ first: some[0] ?? -1, length: some.length, held: held.count });
    });
    expect(calls.map(({ first, length }) => [first, length])).toEqual([
      ...Array.from({ length: 9 }, (_, i) => [i * 400, 400]),
      [3_600, 100],
    ]);
    expect(calls.map(call => call.held)).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3, 3]);
  });

  test('fails when nothing is under way any more, and does nothing after', async () => {
    let underWay = 0;
    let begun = 0;
    const failing = inTurns(items, lease({ count: 0 }), async ([first = 0]) => {
      begun++;
      underWay++;
      for (let i = 0; i < first / 400; i++) await new Promise(resolve => setImmediate(resolve));
      underWay--;
      if (first === 0) throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect([begun, underWay]).toEqual([4, 0]);
  });

  test('does nothing without the lease', async () => {
    const lost = { hold: () => Promise.reject(new Error('it is over')), release: async () => {} };
    let begun = 0;
    const failing = inTurns(items, lost, async () => {
      begun++;
    });
    await expect(failing).rejects.toThrow('it is over');
    expect(begun).toBe(0);
  });
});
