// How much memory new objects of a long import may take. V8 lets their part of the heap grow as long as they come fast,
// up to 128 MB of which a few are in use, and takes no limit from within the program but this one: that it grows no
// further.

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** From here on an import gets no faster by more. */
const enoughBytes = 8 * 1024 * 1024;

let isBounded = false;

/** To be called now and then: keeps new objects to the memory they have once that is enough. */
export function boundYoungHeap(): void {
  if (isBounded) return;
  const young = getHeapSpaceStatistics().find(space => space.space_name === 'new_space');
  if (!young || young.space_size < enoughBytes) return;
  setFlagsFromString('--semi-space-growth-factor=1');
  isBounded = true;
}
