// What searchEmails() promises over any store: exactly the matches of an exhaustive ranking, in its order, whatever was
// sealed, removed and stored again in between; under a budget only right matches, and saying so.

import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { Archive } from '../../lib/archive/archive.ts';
import { removeMessages } from '../../lib/archive/removeMessages.ts';
import { mailIndex } from '../../lib/archive/words/mailWords.ts';
import { sealTail } from '../../lib/archive/words/sealTail.ts';
import { type IncomingMessage, storeMessages } from '../../lib/archive/writer.ts';
import { MailglobError } from '../../lib/errors.ts';
import type { EmailFilters } from '../../lib/search/emailFilters.ts';
import { type EmailMatches, type EmailSearchContext, searchEmails } from '../../lib/search/searchEmails.ts';
import { parseQuery, type WordQuery } from '../../lib/words/parseQuery.ts';
import { type ContractOptions, scaled } from './contractOptions.ts';
import { type ModelMail, modelMatches, readModelMail } from './searchEmailsModel.ts';

const accounts = ['ann', 'Zoë 見'];
const folders = ['INBOX', 'Inbox', 'Archive/2024'];
const people = [
  'Ann Lee <ann@example.com>',
  'Bob <Bob@Example.org>',
  '田中 芽衣 <tanaka@example.net>',
  'list@example.net',
];
const noon = 1_700_000_000_000;
const instants = [0, noon, noon, noon + 1, noon + 86_400_000, 9_000_000_000_000];
const words = [
  ...['invoice', 'invoices', 'Invoicing', 'payment', 'the', 'of', 'noise test', 'test noise', 'report', 'report'],
  ...['Übersicht', 'u\u0308bersicht', 'Größe', 'RXD2-1234', 'rxd2 1234', 'INV_2024_077', 'ann@example.com', 'café'],
  ...['請求書', '見積書', '東京', 'ใบแจ้งหนี้', 'счёт', "don't", 'x', '12.5', '2024'],
];

const text = fc.array(fc.constantFrom(...words), { maxLength: 8 }).map(some => some.join(' '));
const line = fc.tuple(fc.constantFrom('', '', '', '> ', '-- \n'), text).map(([mark, own]) => mark + own);

/** Mails with few instants and short texts, so that scores and dates tie: some of them by design, some by chance. */
const place = {
  accountId: fc.constantFrom(...accounts),
  folderAlias: fc.constantFrom(...folders),
  receivedAt: fc.oneof(fc.constantFrom(...instants), fc.integer({ min: noon - 1e7, max: noon + 1e7 })),
  seen: fc.constantFrom(null, true, false),
};
const plainMail = fc.record({
  ...place,
  subject: fc.constantFrom('', 'invoice', 'report'),
  from: fc.constant('Ann Lee <ann@example.com>'),
  to: fc.constant(['Bob <Bob@Example.org>']),
  crowd: fc.constant(0),
  lines: fc.constantFrom(['invoice'], ['report of payment'], []),
  hidden: fc.constant(false),
  files: fc.constant<string[]>([]),
});
const richMail = fc.record({
  ...place,
  subject: text,
  from: fc.constantFrom(...people),
  to: fc.subarray(people, { minLength: 1 }),
  crowd: fc.constantFrom(0, 0, 0, 60),
  lines: fc.array(line, { maxLength: 5 }),
  hidden: fc.boolean(),
  files: fc.subarray(['report.pdf', 'RXD2-1234 test.pdf', '見積書.xlsx', 'x.txt'], { maxLength: 2 }),
});
const mail = fc.oneof(plainMail, richMail);
type Mail = typeof mail extends fc.Arbitrary<infer T> ? T : never;

function rawOf({ subject, from, to, crowd, lines, hidden, files }: Mail, id: string): Uint8Array {
  const recipients = [...Array.from({ length: crowd }, (_, i) => `crowd${i}@example.com`), ...to];
  const encoded = (value: string) => `=?utf-8?B?${Buffer.from(value).toString('base64')}?=`;
  const named = (one: string) => one.replace(/^(.+) (<.*>)$/, (_, name, address) => `${encoded(name)} ${address}`);
  const body = lines.join('\n');
  const html = `<p>${lines.map(one => one.replaceAll('>', '&gt;')).join('<br>')}</p><p style="display:none">invoice hidden secret</p>`;
  const parts = [
    `Content-Type: text/${hidden ? 'html' : 'plain'}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(hidden ? html : body).toString('base64')}`,
    ...files.map(
      name =>
        `Content-Type: application/pdf\r\nContent-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(name)}\r\n\r\nx`,
    ),
  ];
  return Buffer.from(
    [
      `From: ${named(from)}`,
      `To: ${recipients.map(named).join(',\r\n ')}`,
      `Subject: ${encoded(subject)}`,
      `X-Id: ${id}`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      ...parts.map(part => `--b\r\n${part}`),
      '--b--',
      '',
    ].join('\r\n'),
  );
}

const queryWord = fc.oneof(
  fc.constantFrom(...words),
  fc.constantFrom(
    'nothing',
    'secret',
    'ann',
    'example.com',
    '1234',
    'rxd2',
    '見',
    '求書',
    'แจ้ง',
    'INVOICE',
    'lee',
    'report.pdf',
  ),
);
const element = fc
  .tuple(
    fc.constantFrom('', '', '', '', '-'),
    fc.oneof(
      queryWord,
      fc.array(queryWord, { minLength: 1, maxLength: 3 }).map(some => `"${some.join(' ')}"`),
    ),
  )
  .map(parts => parts.join(''));
const queryText = fc.oneof(
  fc.constantFrom('invoice', 'report', 'payment', 'ann', 'invoice -payment', '"report of payment"'),
  fc.array(element, { minLength: 1, maxLength: 3 }).map(some => some.join(' ')),
);

const rarely = <T>(...values: T[]) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...values) });
const question = fc.record({
  queryText,
  accountIds: fc.oneof(fc.constant(accounts), fc.subarray(accounts)),
  folderAliases: rarely(['inbox'], ['ARCHIVE/2024', 'nothing'], ['nothing']),
  filters: fc.record({
    senderAddress: rarely('ANN@example.com', 'bob@example.org', 'nobody@example.com'),
    recipientAddress: rarely('tanaka@example.net', 'crowd7@example.com', 'nobody@example.com'),
    subjectFragment: rarely('invoice', 'REPORT', '見積'),
    receivedFrom: rarely(-10_000, noon, noon + 1),
    receivedBefore: rarely(noon + 1, noon + 5e6, 8.64e15),
    isRemotelySeen: rarely(true, false),
    hasAttachments: rarely(true, false),
  }),
  limit: fc.constantFrom<number>(1, 2, 3, 20, 50),
});
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;

/** What happens to an archive, step by step; each time to one of its accounts. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(mail, { minLength: 1, maxLength: 10 }).map(mails => ({ kind: 'store' as const, mails })),
  },
  { weight: 4, arbitrary: fc.constantFrom(...accounts).map(accountId => ({ kind: 'seal' as const, accountId })) },
  { weight: 3, arbitrary: fc.nat().map(seed => ({ kind: 'remove' as const, seed })) },
  { weight: 1, arbitrary: fc.nat().map(seed => ({ kind: 'storeAgain' as const, seed })) },
);

const noFlags = { observedAt: 1, isAnswered: false, isFlagged: false, isDraft: false, keywords: [] };
const fold = (value: string) => value.normalize('NFC').toLowerCase();

/** The filters by definition. */
const passing =
  ({ filters: f, folderAliases }: Question) =>
  ({ message: row }: ModelMail): boolean =>
    (folderAliases?.some(alias => fold(alias) === fold(row.folderAlias)) ?? true) &&
    (f.senderAddress === null || fold(row.senderAddress ?? '') === fold(f.senderAddress)) &&
    (f.recipientAddress === null ||
      [...row.toAddresses, ...row.ccAddresses].some(one => fold(one) === fold(f.recipientAddress ?? ''))) &&
    (f.subjectFragment === null || fold(row.subject).includes(fold(f.subjectFragment))) &&
    (f.receivedFrom === null || row.receivedAt >= f.receivedFrom) &&
    (f.receivedBefore === null || row.receivedAt < f.receivedBefore) &&
    (f.isRemotelySeen === null || row.remoteFlags?.isSeen === f.isRemotelySeen) &&
    (f.hasAttachments === null || (row.attachments?.attachmentCount ?? 0) > 0 === f.hasAttachments);

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
        async take(action: typeof step extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
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
        { ...q, filters: q.filters satisfies EmailFilters, query },
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
