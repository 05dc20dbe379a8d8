// The documents that a search by words found, each with its score: packed, since a common word is in a hundred thousand.
// Knows no order but that of scores.

/** Documents by number, in the order they were added: segment by segment, each segment's from its oldest. */
export interface MatchList {
  readonly length: number;
  add(score: number, segment: number, ordinal: number): void;
  scoreOf(match: number): number;
  segmentOf(match: number): number;
  ordinalOf(match: number): number;
  /**
   * The matches with the `count` greatest scores, in ascending order of their numbers: those above the least of these
   * scores, and all that have it, which may be more than are wanted.
   */
  best(count: number): { readonly above: readonly number[]; readonly tied: Uint32Array };
}

const leastCapacity = 64;

/** @param expected how many there are likely to be at most */
export function matchList(expected = 0): MatchList {
  const capacity = Math.max(leastCapacity, expected);
  let length = 0;
  let scores = new Float64Array(capacity);
  let segments = new Uint32Array(capacity);
  let ordinals = new Uint32Array(capacity);

  function grow(): void {
    const larger = <T extends Float64Array | Uint32Array>(old: T, made: T): T => {
      made.set(old);
      return made;
    };
    scores = larger(scores, new Float64Array(2 * length));
    segments = larger(segments, new Uint32Array(2 * length));
    ordinals = larger(ordinals, new Uint32Array(2 * length));
  }

  return {
    get length() {
      return length;
    },
    add(score, segment, ordinal) {
      if (length === scores.length) grow();
      scores[length] = score;
      segments[length] = segment;
      ordinals[length++] = ordinal;
    },
    scoreOf: match => scores[match] ?? 0,
    segmentOf: match => segments[match] ?? 0,
    ordinalOf: match => ordinals[match] ?? 0,
    best(count) {
      const own = scores.subarray(0, length);
      const least = greatest(own, count);
      const above: number[] = [];
      let ties = 0;
      for (let match = 0; match < length; match++) {
        const score = own[match] ?? 0;
        if (score > least) above.push(match);
        else if (score === least) ties++;
      }
      const tied = new Uint32Array(ties);
      for (let match = length; ties > 0; ) if (own[--match] === least) tied[--ties] = match;
      return { above, tied };
    },
  };
}

/** The `count`-th greatest number; the least where there are fewer. */
function greatest(numbers: Float64Array, count: number): number {
  // A heap of the greatest so far, the least of them at its root: most numbers are compared with that one alone.
  const heap = numbers.slice(0, count);
  for (let at = heap.length >> 1; at-- > 0; ) sink(heap, at);
  let least = heap[0] ?? 0;
  for (let i = heap.length; i < numbers.length; i++) {
    const number = numbers[i] ?? 0;
    if (number <= least) continue;
    heap[0] = number;
    sink(heap, 0);
    least = heap[0] ?? 0;
  }
  return least;
}

/** Puts the number at a place of the heap where it belongs below it. */
function sink(heap: Float64Array, from: number): void {
  const number = heap[from] ?? 0;
  let at = from;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child++;
    const lesser = heap[child] ?? 0;
    if (lesser >= number) break;
    heap[at] = lesser;
    at = child;
  }
  heap[at] = number;
}
