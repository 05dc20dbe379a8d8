// What searchEmails() promises over any store: exactly the matches of an exhaustive ranking, in its order, whatever was
// sealed, removed and stored again in between; under a budget only right matches, and saying so.

import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import type { Archive } from '../../lib/archive/archive.ts';
import type { IncomingMessage } from '../../lib/archive/prepareMail.ts';
import { removeMessages } from '../../lib/archive/removeMessages.ts';
import { mailIndex } from '../../lib/archive/words/mailWords.ts';
import { sealTail } from '../../lib/archive/words/sealTail.ts';
import { storeMessages } from '../../lib/archive/writer.ts';
import { MailglobError } from '../../lib/errors.ts';
import { type EmailMatches, type EmailSearchContext, searchEmails } from '../../lib/search/searchEmails.ts';
import { parseQuery, type WordQuery } from '../../lib/words/parseQuery.ts';
import { type ContractOptions, present, scaled } from './contractOptions.ts';
import {
  noFlags,
  noon,
  passing,
  plainMail,
  type Question,
  question,
  rawOf,
  type Step,
  step,
} from './searchEmailsMaterial.ts';
import { type ModelMail, modelMatches, readModelMail } from './searchEmailsModel.ts';

/** The query, or null for one that is refused. */
function read(asked: string): WordQuery | null {
  try {
    return parseQuery(asked);
  } catch (error) {
    if (error instanceof MailglobError && error.code === 51002) return null;
    throw error;
  }
}

export function searchEmailsContract(name: string, open: () => Promise<Archive>, options: ContractOptions = {}): void {
  describe(`searchEmails over ${name}`, () => {
    let archive: Archive;
    beforeAll(async () => {
      archive = await open();
    });
    afterAll(async () => {
      await archive.store.close();
    });
    const timeout = Math.max(180_000, 180_000 * (options.scale ?? 1));
    // Each case has accounts of its own, so that cases share a store without meeting.
    const run = randomBytes(3).toString('hex');
    let cases = 0;

    /** An archive of accounts of its own, and what it must hold. */
    function ownArchive() {
      const own = ` ${run} ${cases++}`;
      const held = new Map<string, { readonly incoming: IncomingMessage; readonly mail: ModelMail }>();
      const gone: IncomingMessage[] = [];
      let stored = 0;
      const store = async (incoming: readonly IncomingMessage[]) => {
        const outcomes = await storeMessages(archive, incoming, () => noon);
        for (const [i, { storedEmailId }] of outcomes.entries()) {
          const message = incoming[i];
          if (message)
            held.set(storedEmailId, { incoming: message, mail: await readModelMail(archive, storedEmailId) });
        }
      };
      return {
        mails: () => [...held.values()].map(one => one.mail),
        accountOf: (id: string) => id + own,
        async take(action: Step): Promise<void> {
          if (action.kind === 'store') {
            await store(
              action.mails.map(one => ({
                ...{ accountId: one.accountId + own, folderAlias: one.folderAlias, receivedAt: one.receivedAt },
                raw: rawOf(one, `${stored++}`),
                flags: one.seen === null ? null : { ...noFlags, isSeen: one.seen },
              })),
            );
          }
          if (action.kind === 'seal') await sealTail(archive.store, mailIndex(action.accountId + own), { least: 1 });
          if (action.kind === 'remove' && held.size > 0) {
            const [id, one] = [...held][action.seed % held.size] ?? ['', null];
            await removeMessages(archive, [id]);
            held.delete(id);
            if (one) gone.push(one.incoming);
          }
          if (action.kind === 'storeAgain' && gone.length > 0) await store(gone.splice(action.seed % gone.length, 1));
        },
      };
    }

    const ask = (q: Question, query: WordQuery, context: Partial<EmailSearchContext> = {}): Promise<EmailMatches> =>
      searchEmails(
        { archive, budget: { rows: 100_000, milliseconds: 60_000 }, ...context },
        { ...q, filters: q.filters, query },
      );

    const shown = ({ matches }: EmailMatches) =>
      matches.map(({ message, relevanceRank }) => ({ id: message.storedEmailId, score: relevanceRank }));

    test(
      'is the exhaustive ranking, whatever is sealed, removed and stored again',
      async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.array(step, { minLength: 1, maxLength: 20, size: 'max' }),
            fc.array(question, { minLength: 4, maxLength: 20, size: 'max' }),
            async (steps, questions) => {
              const { mails, accountOf, take } = ownArchive();
              for (const one of steps) await take(one);
              for (const asked of questions) {
                const query = read(asked.queryText);
                if (!query) continue;
                const q = { ...asked, accountIds: asked.accountIds.map(accountOf) };
                const expected = modelMatches(mails(), { accountIds: q.accountIds, query, passes: passing(q) });
                const answer = await ask(q, query);
                expect(shown(answer)).toEqual(
                  expected
                    .slice(0, q.limit)
                    .map(({ mail: { message }, score }) => ({ id: message.storedEmailId, score })),
                );
                expect(answer.matches.map(one => one.message)).toEqual(
                  expected.slice(0, q.limit).map(one => one.mail.message),
                );
                expect(answer.searchComplete).toBe(true);
                expect(answer.trouble).toBeUndefined();
              }
            },
          ),
          { numRuns: scaled(60, options, 10) },
        );
      },
      timeout,
    );

    test(
      'a filter leaves mails out and changes the order of none',
      async () => {
        await fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), question, async (steps, asked) => {
            const query = read(asked.queryText);
            if (!query) return;
            const { accountOf, take } = ownArchive();
            for (const one of steps) await take(one);
            const q = { ...asked, accountIds: asked.accountIds.map(accountOf), limit: 1000 };
            const nothing = Object.fromEntries(Object.keys(q.filters).map(key => [key, null])) as Question['filters'];
            const all = shown(await ask({ ...q, folderAliases: null, filters: nothing }, query));
            const some = shown(await ask(q, query));
            const ids = new Set(some.map(({ id }) => id));
            expect(some).toEqual(all.filter(({ id }) => ids.has(id)));
          }),
          { numRuns: scaled(30, options, 5) },
        );
      },
      timeout,
    );

    test(
      'finds every mail once while they are sealed, a batch after another',
      async () => {
        const { mails, accountOf, take } = ownArchive();
        const accountId = accountOf('ann');
        const query = parseQuery('invoice');
        const noFilters = present(fc.sample(question, { numRuns: 1, seed: 1 })[0]).filters;
        const filters = Object.fromEntries(Object.keys(noFilters).map(key => [key, null])) as Question['filters'];
        const q = { queryText: '', accountIds: [accountId], folderAliases: null, filters, limit: 50 };
        for (let round = 0; round < 3; round++) {
          const some = fc.sample(plainMail, { numRuns: 12, seed: round });
          await take({ kind: 'store', mails: some.map(one => ({ ...one, accountId: 'ann' })) });
          const expected = modelMatches(mails(), { ...q, query, passes: () => true });
          let isSealed = false;
          const sealing = sealTail(archive.store, mailIndex(accountId), { least: 1 }).finally(() => {
            isSealed = true;
          });
          do {
            // A local store answers without a turn of the event loop, which the writings of the sealer wait for.
            await setImmediate();
            const answer = await ask(q, query);
            expect(shown(answer)).toEqual(
              expected.map(({ mail: { message }, score }) => ({ id: message.storedEmailId, score })),
            );
          } while (!isSealed);
          expect(await sealing).toBe(12);
        }
      },
      timeout,
    );

    test(
      'within any budget finds only what matches, and says where it found less',
      async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.array(step, { minLength: 4, maxLength: 16 }),
            question,
            fc.constantFrom(1, 20, 200),
            fc.record({ rows: fc.constantFrom(1, 3, 1000), milliseconds: fc.constantFrom(60_000, 60_000, 0) }),
            async (steps, asked, wordBytes, budget) => {
              const query = read(asked.queryText);
              if (!query) return;
              const { mails, accountOf, take } = ownArchive();
              for (const one of steps) await take(one);
              const q = { ...asked, accountIds: asked.accountIds.map(accountOf) };
              const expected = modelMatches(mails(), { accountIds: q.accountIds, query, passes: passing(q) });
              const answer = await ask(q, query, { wordBytes, budget });
              const ids = answer.matches.map(({ message }) => message.storedEmailId);
              expect(new Set(ids).size).toBe(ids.length);
              const all = new Set(expected.map(({ mail: { message } }) => message.storedEmailId));
              expect(ids.filter(id => !all.has(id))).toEqual([]);
              const ranks = answer.matches.map(({ relevanceRank }) => relevanceRank);
              expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
              if (answer.searchComplete)
                expect(ids).toEqual(expected.slice(0, q.limit).map(one => one.mail.message.storedEmailId));
            },
          ),
          { numRuns: scaled(30, options, 5) },
        );
      },
      timeout,
    );
  });
}
