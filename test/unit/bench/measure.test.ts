import { median, quantile, rounded, takeTurns } from '../../bench/measure.ts';

describe('median and quantile', () => {
  it('are between neighbours where they fall between them, whatever the order', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(quantile([10, 30, 20], 1)).toBe(30);
    expect(quantile([10, 30, 20], 0)).toBe(10);
    expect(quantile([0, 10], 0.25)).toBe(2.5);
    expect(median([])).toBeNaN();
  });
});

describe('rounded', () => {
  it('keeps three digits', () => {
    expect([1234.5, 0.012345, 0, Number.NaN].map(value => rounded(value))).toEqual([1230, 0.0123, 0, Number.NaN]);
  });
});

describe('takeTurns', () => {
  it('asks every task once for nothing, then in turns, and believes a task that tells its own time', async () => {
    const calls: string[] = [];
    const task = (name: string, own: number) => () => {
      calls.push(name);
      return own;
    };
    const turns = await takeTurns(
      new Map([
        ['a', task('a', 5)],
        ['b', task('b', 7)],
      ]),
      { rounds: 2 },
    );
    expect(calls).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
    expect([...turns]).toEqual([
      ['a', [5, 5]],
      ['b', [7, 7]],
    ]);
  });

  it('asks a task that is slow three times only', async () => {
    const turns = await takeTurns(
      new Map([
        ['slow', () => 1000],
        ['quick', () => 1],
      ]),
      { rounds: 7, patience: 2500 },
    );
    expect(turns.get('slow')).toHaveLength(3);
    expect(turns.get('quick')).toHaveLength(7);
  });
});
