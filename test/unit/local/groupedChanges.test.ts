import { groupedChanges } from '../../../lib/local/groupedChanges.ts';

/** A table that notes transactions, with what was set when each began. */
function notedTable() {
  const transactions: { isDurable: boolean; isDone: boolean }[] = [];
  let isDurable = true;
  return {
    transactions,
    setDurable(next: boolean) {
      isDurable = next;
    },
    write<T>(work: () => T): T {
      const transaction = { isDurable, isDone: false };
      transactions.push(transaction);
      const result = work();
      transaction.isDone = true;
      return result;
    },
  };
}

describe('groupedChanges', () => {
  it('makes what is asked for at once in one transaction, in order, and gives each its result', async () => {
    const table = notedTable();
    const changes = groupedChanges(table);
    const made: number[] = [];
    const change = (i: number) => changes.make(true, () => made.push(i));
    expect(await Promise.all([1, 2, 3].map(change))).toEqual([1, 2, 3]);
    expect(await change(4)).toBe(4);
    expect(made).toEqual([1, 2, 3, 4]);
    expect(table.transactions).toHaveLength(2);
  });

  it('waits for the disk where one of a group must, and not where none must', async () => {
    const table = notedTable();
    const changes = groupedChanges(table);
    for (const group of [[false, false], [false, true], [true], [false]])
      await Promise.all(group.map(isDurable => changes.make(isDurable, () => isDurable)));
    expect(table.transactions.map(({ isDurable }) => isDurable)).toEqual([false, true, true, false]);
    table.write(() => {});
    expect(table.transactions.at(-1)?.isDurable).toBe(true);
  });

  it('fails all of a group together, and goes on', async () => {
    const table = notedTable();
    const changes = groupedChanges(table);
    const results = await Promise.allSettled([
      changes.make(false, () => 1),
      changes.make(false, () => {
        throw new Error('no room');
      }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(table.transactions).toEqual([{ isDurable: false, isDone: false }]);
    expect(await changes.make(true, () => 2)).toBe(2);
    expect(table.transactions.at(-1)).toEqual({ isDurable: true, isDone: true });
  });
});
