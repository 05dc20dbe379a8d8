// Work that is done for many things, some at once.

/** Runs at most so many at once, the others in the order given. */
export function limited(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async work => {
    if (running >= most) await new Promise<void>(resolve => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** The results in the order of the items. The first failure is thrown once nothing goes on behind it. */
export async function mapAtOnce<T, R>(items: readonly T[], most: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const run = limited(most);
  const ended = await Promise.allSettled(items.map(item => run(() => work(item))));
  return ended.map(one => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}

/** The same items; while one is worked on, the next is already being made. */
export async function* readAhead<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = items.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = items.next();
      // Its failure is thrown when its turn comes.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await items.return(undefined);
  }
}
