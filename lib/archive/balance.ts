// Two multitudes compared without holding either: what each should have and what it has are summed, in no order, into a
// fixed number of buckets by key. A bucket that does not come to nothing holds a difference. What the differences are
// is found by looking at those buckets' keys again. For the adapters' audits.

export interface Balance {
  /** The bucket of a key. */
  bucketOf(key: string): number;
  /** Notes what should be there. */
  expect(key: string, content: string): void;
  /** Notes what is there. */
  find(key: string, content: string): void;
  /** Marks a key as one to look at, whatever the sums say. */
  suspect(key: string): void;
  /** Buckets that hold a difference, in groups whose keys have at most so many contents together, by estimate. */
  suspects(mostContents: number): Generator<ReadonlySet<number>>;
}

/** 8 MB of sums. Few enough rows share a bucket that looking at one is cheap up to a hundred million contents. */
const buckets = 2 ** 20;

/** 32 bits of a text, by a seed. */
function hash(text: string, seed: number): number {
  let h = seed;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
    h ^= h >>> 15;
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  return h ^ (h >>> 13);
}

export function balance(): Balance {
  const sums = [new Int32Array(buckets), new Int32Array(buckets)] as const;
  const suspected = new Set<number>();
  let expected = 0;
  let found = 0;

  const bucketOf = (key: string): number => hash(key, 0x9e3779b9) >>> 12;

  function add(key: string, content: string, sign: 1 | -1): void {
    const bucket = bucketOf(key);
    const text = `${key}\0${content}`;
    sums[0][bucket] = (sums[0][bucket] ?? 0) + sign * hash(text, 0x811c9dc5);
    sums[1][bucket] = (sums[1][bucket] ?? 0) + sign * hash(text, 0x2545f491);
  }

  return {
    bucketOf,
    expect(key, content) {
      expected++;
      add(key, content, 1);
    },
    find(key, content) {
      found++;
      add(key, content, -1);
    },
    suspect: key => void suspected.add(bucketOf(key)),
    *suspects(mostContents) {
      const size = Math.max(1, Math.floor((mostContents * buckets) / Math.max(1, expected + found)));
      let group = new Set<number>();
      for (let bucket = 0; bucket < buckets; bucket++) {
        if (sums[0][bucket] === 0 && sums[1][bucket] === 0 && !suspected.has(bucket)) continue;
        group.add(bucket);
        if (group.size < size) continue;
        yield group;
        group = new Set();
      }
      if (group.size > 0) yield group;
    },
  };
}
