// What a query costs beyond its store: the search is run again on what the store had answered.

import type { CandidateQuery, Candidates, Found, Key, Row, Store } from '../../../lib/archive/ports.ts';

interface Recording {
  readonly answers: { readonly read: readonly Found[]; readonly answer: Candidates }[];
  readonly hydrated: (readonly (Row | undefined)[])[];
}

/** A store that also keeps what it was asked and answered. */
export function recordingStore(store: Store): { readonly store: Store; readonly recording: Recording } {
  const recording: Recording = { answers: [], hydrated: [] };
  return {
    recording,
    store: {
      ...store,
      async candidates(query: CandidateQuery) {
        const read: Found[] = [];
        const accept = (candidate: Found): boolean => {
          read.push(candidate);
          return query.accept(candidate);
        };
        const answer = await store.candidates({ ...query, accept });
        recording.answers.push({ read, answer });
        return answer;
      },
      async get(keys: readonly Key[], meter) {
        const rows = await store.get(keys, meter);
        recording.hydrated.push(rows);
        return rows;
      },
    },
  };
}

/** A store that answers the same question again, at no cost of its own but the calls to `accept`. */
export function replayingStore(store: Store, { answers, hydrated }: Recording): Store {
  let nextAnswer = 0;
  let nextRows = 0;
  return {
    ...store,
    async candidates(query) {
      const recorded = answers[nextAnswer++ % answers.length];
      if (!recorded) throw new Error('nothing was recorded');
      for (const candidate of recorded.read) query.accept(candidate);
      return recorded.answer;
    },
    get: async () => [...(hydrated[nextRows++ % hydrated.length] ?? [])],
  };
}
