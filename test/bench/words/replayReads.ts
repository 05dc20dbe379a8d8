// What a search by words costs beyond its store: it is run again on what the store had answered.

import type { Page, Row, Store } from '../../../lib/archive/ports.ts';

/** A store that answers as another did, at no cost of its own, whatever the order of the questions. */
export function replayedReads(store: Store): { readonly recording: Store; readonly replaying: Store } {
  const pages = new Map<string, Page>();
  const rows = new Map<string, readonly (Row | undefined)[]>();
  const answerOf = <T>(answers: ReadonlyMap<string, T>, question: string): T => {
    const answer = answers.get(question);
    if (answer === undefined) throw new Error('this was not asked before');
    return answer;
  };
  return {
    recording: {
      ...store,
      async read(range, meter) {
        const page = await store.read(range, meter);
        pages.set(JSON.stringify(range), page);
        return page;
      },
      async get(keys, meter, options) {
        const found = await store.get(keys, meter, options);
        rows.set(JSON.stringify(keys), found);
        return found;
      },
    },
    replaying: {
      ...store,
      read: async range => answerOf(pages, JSON.stringify(range)),
      get: async keys => [...answerOf(rows, JSON.stringify(keys))],
    },
  };
}
