// How many requests a caller may send in a minute of the clock. Counted in memory; where several processes serve, each
// adds what it counted to a row that they share, ten times a minute's worth and less often, beside the answers: a caller
// of few requests costs no read and no write, nobody waits for one, and what all processes let pass together is bounded
// by the limit and a sixtieth of it for each process.

import { callCountKey } from '../archive/keys.ts';
import type { Store } from '../archive/ports.ts';
import type { SideWork } from './sideWork.ts';

export interface CallQuota {
  /** Counts a request of a caller. 0 where it may go on, else the seconds until it may be tried again. */
  take(callerId: string): number;
}

export interface CallQuotaOptions {
  readonly perMinute: number;
  /** Where the processes that serve share their counts; left out where there is one. */
  readonly shared?: { readonly store: Pick<Store, 'get' | 'putIfAbsent' | 'replace'>; readonly sideWork: SideWork };
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

interface Count {
  /** Requests that all processes have told of, as far as is known here. */
  told: number;
  /** Requests counted here and not told of yet. */
  untold: number;
}

const minuteMilliseconds = 60_000;
/** Of the requests of a minute, those that one process counts before it tells of them. */
const untoldShare = 60;
const tries = 4;

export function callQuota({ perMinute, shared, now = Date.now }: CallQuotaOptions): CallQuota {
  const most = Math.max(1, Math.floor(perMinute / untoldShare));
  let counts = new Map<string, Count>();
  let minute = 0;

  return {
    take(callerId) {
      const at = now();
      const present = Math.floor(at / minuteMilliseconds);
      if (present !== minute) {
        minute = present;
        counts = new Map();
      }
      const count = counts.get(callerId) ?? { told: 0, untold: 0 };
      counts.set(callerId, count);
      if (count.told + count.untold >= perMinute) {
        return Math.ceil(((present + 1) * minuteMilliseconds - at) / 1000);
      }
      count.untold++;
      if (shared && count.untold >= most) {
        const { untold } = count;
        count.untold = 0;
        // Until the row has answered, as if nobody else had called.
        count.told += untold;
        shared.sideWork.begin(async () => {
          count.told = Math.max(count.told, await tell(shared.store, callerId, present, untold));
        });
      }
      return 0;
    },
  };
}

/** Adds requests to the row of a caller; gives what it then holds for that minute. */
async function tell(
  store: NonNullable<CallQuotaOptions['shared']>['store'],
  callerId: string,
  minute: number,
  requests: number,
): Promise<number> {
  const key = callCountKey(callerId);
  for (let left = tries; left > 0; left--) {
    const [row] = await store.get([key]);
    const [rowMinute, total] = row ? row.data.split(' ').map(Number) : [];
    // Another process is in the next minute already: this one has ended.
    if (rowMinute !== undefined && rowMinute > minute) return 0;
    const sum = requests + (rowMinute === minute ? (total ?? 0) : 0);
    const next = { ...key, data: `${minute} ${sum}` };
    if (row ? await store.replace(next, row.data) : await store.putIfAbsent(next)) return sum;
  }
  throw new Error('too many processes tell of one caller at once');
}
