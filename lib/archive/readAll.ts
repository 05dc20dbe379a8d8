// A whole partition of rows without postings, page by page.

import type { Cost, Row, Store } from './ports.ts';

const pageSize = 1000;

export interface ReadAllOptions {
  /** Exclusive lower bound of the sort keys. */
  readonly above?: string;
  readonly meter?: Cost;
}

/** Every row of a partition in ascending order. */
export async function* readAll(store: Store, pk: string, options: ReadAllOptions = {}): AsyncGenerator<Row> {
  let { above } = options;
  for (;;) {
    const range = { pk, direction: 'ascending', limit: pageSize } as const;
    const page = await store.read(above === undefined ? range : { ...range, above }, options.meter);
    yield* page.rows;
    above = page.rows.at(-1)?.sk;
    if (!page.hasMore || above === undefined) return;
  }
}
