// Gives up on work that takes too long: it goes on unseen, and whoever waited is told.

/** That a deadline passed; its message holds no data. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
}

/**
 * What the work comes to.
 * @throws DeadlinePassed where it has not come to anything after so many milliseconds
 */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DeadlinePassed('what was waited for did not come in time')), milliseconds);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
