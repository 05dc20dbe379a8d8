// Pages anywhere in a mailbox, from either end: what the dearest of many costs, each checked against brute force. An
// answer that grew with the mailbox, or with the depth of the page, would show here.

import type { Cost } from '../../../lib/archive/ports.ts';
import type { EmailFilters } from '../../../lib/search/emailFilters.ts';
import { type EmailPage, type EmailQuery, listEmails } from '../../../lib/search/listEmails.ts';
import type { SearchContext } from '../../../lib/search/searchAttachments.ts';
import { BenchError } from '../benchmark.ts';
import { largest, median } from '../measure.ts';
import type { Mailbox } from './mailbox.ts';
import { anything, bruteForce } from './questions.ts';

export interface AnyPages {
  readonly scope: string;
  readonly pageSize: number;
  readonly pages: number;
  /** Of the store, of one page. */
  readonly reads: Spread;
  readonly units: Spread;
  readonly rounds: Spread;
  readonly milliseconds: Spread;
}

export interface Spread {
  readonly median: number;
  readonly worst: number;
}

const spread = (values: readonly number[]): Spread => ({ median: median(values), worst: largest(values) });

export const pageSizes = [25, 100] as const;
const directions = ['newestFirst', 'oldestFirst'] as const;

const scopes: Readonly<Record<string, readonly string[] | null>> = {
  'all 40 folders': null,
  'one folder': ['INBOX'],
  'a small folder': ['Projects/2007'],
  'four folders': ['INBOX', 'Sent', 'Projects/2000', 'Projects/2001'],
};

/** The page that begins at a place of the mailbox, as whoever walks there by cursor gets it. */
function questionAt(
  box: Mailbox,
  place: number,
  changes: Pick<EmailQuery, 'folderAliases' | 'direction' | 'pageSize'>,
) {
  const { receivedAt } = box.message(place);
  const filters: EmailFilters =
    changes.direction === 'newestFirst'
      ? { ...anything, receivedBefore: receivedAt + 1 }
      : { ...anything, receivedFrom: receivedAt };
  return { accountIds: ['bench'], binding: 'bench', requestedAccountIds: null, filters, cursor: null, ...changes };
}

interface Asked {
  readonly cost: Cost;
  readonly milliseconds: number;
}

/** Asks for a page, and for the one after it by its cursor. */
async function ask(context: SearchContext, box: Mailbox, place: number, query: EmailQuery): Promise<Asked[]> {
  const asked: Asked[] = [];
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const started = performance.now();
    const page: EmailPage = await listEmails(context, { ...query, cursor });
    asked.push({ cost: page.cost, milliseconds: performance.now() - started });
    ids.push(...page.emails.map(email => email.storedEmailId));
    cursor = page.nextCursor;
  } while (cursor !== null && asked.length < 2);
  const right = bruteForce(box, { ...query, pageSize: query.pageSize * asked.length }, place);
  if (ids.join() !== right.join()) throw new BenchError(`a page at ${place} is not what brute force gives`);
  return asked;
}

/** @param places asked for in each scope, each size and either direction */
export async function anyPages(context: SearchContext, box: Mailbox, places: number): Promise<AnyPages[]> {
  const found: AnyPages[] = [];
  for (const [scope, folderAliases] of Object.entries(scopes)) {
    for (const pageSize of pageSizes) {
      const asked: Asked[] = [];
      for (const direction of directions) {
        for (let i = 0; i < places; i++) {
          const place = Math.floor(((i + 0.5) / places) * box.length);
          asked.push(
            ...(await ask(context, box, place, questionAt(box, place, { folderAliases, direction, pageSize }))),
          );
        }
      }
      found.push({
        ...{ scope, pageSize, pages: asked.length },
        reads: spread(asked.map(({ cost }) => cost.calls)),
        units: spread(asked.map(({ cost }) => cost.readUnits)),
        rounds: spread(asked.map(({ cost }) => cost.rounds)),
        milliseconds: spread(asked.map(({ milliseconds }) => milliseconds)),
      });
    }
  }
  return found;
}
