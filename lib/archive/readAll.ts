// A whole partition of rows without postings, page by page.

import type { Cost, Row, Store } from './ports.ts';

const pageSize = 1000;

/** Every row of a partition in ascending order. */
export async function* readAll(store: Store, pk: string, meter?: Cost): AsyncGenerator<Row> {
  let above: string | undefined;
  for (;;) {
    const range = { pk, direction: 'ascending', limit: pageSize } as const;
    const page = await store.read(above === undefined ? range : { ...range, above }, meter);
    yield* page.rows;
    above = page.rows.at(-1)?.sk;
    if (!page.hasMore || above === undefined) return;
  }
}
