import fc from 'fast-check';
import { occupiedRuns } from '../../../lib/local/occupiedRuns.ts';

describe('occupiedRuns', () => {
  it('knows what a set of slots knows', () => {
    const run = fc.tuple(fc.nat(200), fc.nat(12));
    fc.assert(
      fc.property(fc.array(run, { maxLength: 60 }), fc.array(fc.nat(220)), (noted, asked) => {
        const runs = occupiedRuns();
        const taken = new Set<number>();
        for (const [start, length] of noted) {
          runs.note(start, start + length);
          for (let slot = start; slot <= start + length; slot++) taken.add(slot);
        }
        for (const slot of asked) {
          let free = slot;
          while (taken.has(free)) free++;
          expect(runs.firstUnknown(slot)).toBe(free);
        }
      }),
    );
  });

  it('stays small and never says taken what is free', () => {
    const runs = occupiedRuns();
    for (let start = 0; start < 50_000; start += 10) runs.note(start, start + 3);
    for (let slot = 0; slot < 50_000; slot++) {
      const unknown = runs.firstUnknown(slot);
      expect(unknown === slot || (slot % 10 < 4 && unknown === slot - (slot % 10) + 4)).toBe(true);
    }
    expect(runs.firstUnknown(49_990)).toBe(49_994);
  });

  it('forgets', () => {
    const runs = occupiedRuns();
    runs.note(5, 9);
    runs.forget();
    expect(runs.firstUnknown(5)).toBe(5);
  });
});
