// Stretches of slots known to be taken, so that thousands of rows of one instant need not each walk past all before
// them. A hint of this process alone: whoever inserts finds out for himself whether a slot is free.

interface Run {
  start: number;
  /** The last slot known to be taken. */
  end: number;
}

/** A hint too many costs memory, one too few a walk. */
const mostRuns = 1000;

export interface OccupiedRuns {
  /** The first slot from this one up that is not known to be taken. */
  firstUnknown(slot: number): number;
  /** Notes that every slot from `start` to `end` is taken. */
  note(start: number, end: number): void;
  forget(): void;
}

export function occupiedRuns(): OccupiedRuns {
  /** Ascending and apart from one another. */
  let runs: Run[] = [];

  /** Place of the first run that ends at or above a slot. */
  function placeOf(slot: number): number {
    let low = 0;
    let high = runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((runs[middle] as Run).end < slot) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    firstUnknown(slot) {
      const run = runs[placeOf(slot)];
      return run && run.start <= slot ? run.end + 1 : slot;
    },
    note(start, end) {
      const first = placeOf(start - 1);
      let after = first;
      const merged: Run = { start, end };
      for (; after < runs.length && (runs[after] as Run).start <= end + 1; after++) {
        const run = runs[after] as Run;
        merged.start = Math.min(merged.start, run.start);
        merged.end = Math.max(merged.end, run.end);
      }
      runs.splice(first, after - first, merged);
      if (runs.length > mostRuns) runs = [merged];
    },
    forget() {
      runs = [];
    },
  };
}
