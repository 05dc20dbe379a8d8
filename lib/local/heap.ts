// A binary heap: the first of many by an order, in logarithmic time.

export interface Heap<T> {
  readonly size: number;
  peek(): T | undefined;
  push(item: T): void;
  pop(): T | undefined;
}

/** A heap whose first item is the one that `before` puts before every other. */
export function makeHeap<T>(before: (a: T, b: T) => boolean): Heap<T> {
  const items: T[] = [];

  /** Moves the item up from place `i` to where its parent is before it. */
  function rise(item: T, i: number): void {
    let at = i;
    while (at > 0) {
      const parentAt = (at - 1) >> 1;
      const parent = items[parentAt] as T;
      if (!before(item, parent)) break;
      items[at] = parent;
      at = parentAt;
    }
    items[at] = item;
  }

  /** Moves the item down from the top to where no child is before it. */
  function sink(item: T): void {
    let at = 0;
    for (;;) {
      let childAt = 2 * at + 1;
      if (childAt >= items.length) break;
      if (childAt + 1 < items.length && before(items[childAt + 1] as T, items[childAt] as T)) childAt++;
      const child = items[childAt] as T;
      if (!before(child, item)) break;
      items[at] = child;
      at = childAt;
    }
    items[at] = item;
  }

  return {
    get size() {
      return items.length;
    },
    peek: () => items[0],
    push(item) {
      items.push(item);
      rise(item, items.length - 1);
    },
    pop() {
      const first = items[0];
      const last = items.pop();
      if (items.length > 0) sink(last as T);
      return first;
    },
  };
}
