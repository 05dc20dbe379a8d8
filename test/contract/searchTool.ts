// What section 6 of the contract promises of search_emails, asked as any client asks: over MCP, with every result held to
// the published schema by the client. Run on this machine and deployed.

import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { ListEmailsResult } from '../../lib/tools/listEmails.ts';
import type { SearchEmailsResult } from '../../lib/tools/searchEmails.ts';
import { parseQuery } from '../../lib/words/parseQuery.ts';
import { callTool } from './emailTools.ts';
import { type ModelMail, modelMatches } from './searchEmailsModel.ts';

const search = (client: Client, sent: Readonly<Record<string, unknown>>) =>
  callTool<SearchEmailsResult>(client, 'search_emails', sent);

async function refusalOf(client: Client, sent: Readonly<Record<string, unknown>>): Promise<string> {
  const { isError, content } = await client.callTool({ name: 'search_emails', arguments: { ...sent } });
  const text = (content as readonly { readonly text: string }[])[0]?.text ?? '';
  expect({ sent, isError, said: text.length < 400 }).toEqual({ sent, isError: true, said: true });
  return text;
}

/** The folders that the letters are put in; nothing else is in them. */
export const letterFolders = ['Letters', 'Letters/More'] as const;

/** A mail with a text, or an HTML body, and perhaps one file. */
function letter(fields: {
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
  readonly from?: string;
  readonly to?: string;
  readonly file?: string;
  /** Day of March 2024. */
  readonly day: number;
}): string {
  const { subject, text = '', html, from = 'Ann <ann@example.com>', to = 'Bob <bob@example.com>', file, day } = fields;
  const encoded = (value: string) =>
    value.replace(/[^ -~]+/gu, run => `=?utf-8?B?${Buffer.from(run).toString('base64')}?=`);
  return [
    `From: ${encoded(from)}`,
    `To: ${encoded(to)}`,
    `Subject: ${encoded(subject)}`,
    `Date: ${new Date(Date.UTC(2024, 2, day, 12)).toUTCString()}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    `Content-Type: text/${html === undefined ? 'plain' : 'html'}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(html ?? text).toString('base64'),
    ...(file === undefined
      ? []
      : [
          '--b',
          'Content-Type: application/pdf',
          `Content-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(file)}`,
          '',
          'x',
        ]),
    '--b--',
    '',
  ].join('\r\n');
}

/** The last is for the second folder, the others for the first. */
export const letters: readonly string[] = [
  letter({ day: 1, subject: 'Invoice for the pump', text: 'It is attached. Greetings', file: 'KLM7-1234_rev.pdf' }),
  letter({
    day: 2,
    subject: 'Thursday',
    text: `Our invoices are late.\nWe pay the pump first.${'\nMore.'.repeat(200)}`,
  }),
  letter({
    day: 3,
    subject: 'Noise',
    text: 'The noise test was done on Friday',
    from: '田中 芽衣 <tanaka@example.net>',
  }),
  letter({ day: 4, subject: 'Noise again', text: 'A test of noise. On Friday it was not done' }),
  letter({
    day: 5,
    subject: '見積書をお送りします',
    text: '請求書は来週です。よろしくお願いします。',
    to: 'list@example.org',
  }),
  letter({ day: 6, subject: 'Thai', text: 'ใบแจ้งหนี้ของเดือนนี้' }),
  letter({ day: 7, subject: 'Hidden', html: '<p>seen words</p><p style="display:none">pump treasure</p>' }),
  letter({ day: 8, subject: 'Same', text: 'equal twins' }),
  letter({ day: 9, subject: 'Same', text: 'equal twins' }),
  letter({ day: 10, subject: 'Other pump', text: 'of another folder' }),
];

/** Asks for every sentence of the contract, over the letters in their folders of one account. */
export async function checkSearches(client: Client, accountId: string): Promise<void> {
  const scope = { accountIds: [accountId], folderAliases: letterFolders };
  const subjects = async (queryText: string, filters = {}) =>
    (await search(client, { queryText, ...scope, ...filters })).matches.map(({ summary }) => summary.subject);
  const snippets = async (queryText: string) =>
    (await search(client, { queryText, ...scope })).matches.flatMap(match => match.snippets);

  // Over subject, text, names and addresses, and attachment names; the subject weighs more; all words must match,
  // wherever they are.
  expect(await subjects('invoice')).toEqual(['Invoice for the pump', 'Thursday']);
  expect(await subjects('greetings')).toEqual(['Invoice for the pump']);
  expect(await subjects('tanaka')).toEqual(['Noise']);
  expect(await subjects('tanaka@example.net')).toEqual(['Noise']);
  expect(await subjects('KLM7-1234')).toEqual(['Invoice for the pump']);
  expect(await subjects('rev.pdf')).toEqual(['Invoice for the pump']);
  expect(await subjects('invoice greetings 1234')).toEqual(['Invoice for the pump']);
  expect(await subjects('invoice noise')).toEqual([]);

  // Quoted words stand together, and what has a minus does not occur.
  expect(await subjects('noise test friday')).toHaveLength(2);
  expect(await subjects('"noise test" friday')).toEqual(['Noise']);
  expect(await subjects('noise -again')).toEqual(['Noise']);
  expect(await subjects('noise -"noise test"')).toEqual(['Noise again']);

  // Unicode words, folded; inflections; one and two characters of scripts without blanks.
  expect(await subjects('INVOICING')).toEqual(['Invoice for the pump', 'Thursday']);
  expect(await subjects('ｉｎｖｏｉｃｅ')).toHaveLength(2);
  for (const word of ['見', '見積', '請求書', '来週', '芽']) expect(await subjects(word)).toHaveLength(1);
  expect(await subjects('見積')).toEqual(['見積書をお送りします']);
  for (const word of ['ใบ', 'แจ้ง', 'เดือน']) expect(await subjects(word)).toEqual(['Thai']);

  // Ranks fall; of equal ones the newest received comes first.
  const pump = await search(client, { queryText: 'pump', ...scope });
  const ranks = pump.matches.map(match => match.relevanceRank);
  expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
  const twins = (await search(client, { queryText: 'equal twins', ...scope })).matches;
  expect(twins[0]?.relevanceRank).toBe(twins[1]?.relevanceRank);
  expect(twins.map(({ summary }) => summary.sentAt?.slice(0, 10))).toEqual(['2024-03-09', '2024-03-08']);

  // Snippets are cut from the text at words, marked and nothing else; none where only a header or a name matched.
  expect(await snippets('late')).toEqual([
    expect.stringMatching(/^Our invoices are \*\*late\*\*\.\nWe pay the pump first/),
  ]);
  expect(await snippets('thursday')).toEqual([]);
  expect(await snippets('tanaka')).toEqual([]);
  expect(await snippets('1234')).toEqual([]);
  expect(await snippets('more')).toHaveLength(3);

  // What nobody could see is not found and not shown.
  expect(await subjects('treasure')).toEqual([]);
  expect(await snippets('seen')).toEqual(['**seen** words']);

  // The summaries and the freshness are those of list_emails; no match is no error.
  const listed = await callTool<ListEmailsResult>(client, 'list_emails', { ...scope, pageSize: 100 });
  const byId = new Map(listed.emails.map(email => [email.storedEmailId, email]));
  for (const { summary } of pump.matches) expect(summary).toEqual(byId.get(summary.storedEmailId));
  expect(pump).toMatchObject({ retrievalMode: 'lexical', searchComplete: true });
  expect(pump.folderFreshness).toEqual(listed.folderFreshness);
  expect(await search(client, { queryText: 'nowhere', ...scope })).toEqual({ ...pump, matches: [] });

  // Filters narrow and do not rank.
  const all = await subjects('pump');
  expect(all).toHaveLength(3);
  const narrowed: [Record<string, unknown>, number][] = [
    [{ folderAliases: ['letters/MORE'] }, 1],
    [{ folderAliases: ['Letters'] }, 2],
    [{ senderAddress: 'ANN@example.com' }, 3],
    [{ recipientAddress: 'list@example.org' }, 0],
    [{ recipientAddress: 'bob@example.com', hasAttachments: true }, 1],
    [{ subjectFragment: 'THE PUMP' }, 1],
    [{ isRemotelySeen: true }, 0],
    [{ hasAttachments: false }, 2],
    [{ receivedBefore: '2024-03-02T00:00:00Z' }, 1],
    [{ receivedOnOrAfter: '2024-03-02T00:00:00Z', receivedBefore: '2024-03-03T00:00:00Z' }, 1],
  ];
  for (const [filters, count] of narrowed) {
    const some = await subjects('pump', filters);
    expect({ filters, some }).toEqual({ filters, some: all.filter(subject => some.includes(subject)) });
    expect(some).toHaveLength(count);
  }

  // Bounds are told by their codes.
  expect((await search(client, { queryText: 'the', resultLimit: 1, ...scope })).matches).toHaveLength(1);
  for (const resultLimit of [0, 51, 2.5])
    expect(await refusalOf(client, { queryText: 'x', resultLimit })).toMatch(/^mailglob error 51003: resultLimit /);
  for (const queryText of ['', ' ', '\t', 'a\u0000b', 'x'.repeat(513), '-x', '-"a b" -c', '"x', '!?'])
    expect(await refusalOf(client, { queryText })).toMatch(/^mailglob error 51002: queryText /);
  for (const more of ['direction', 'pageSize', 'cursor'])
    expect(await refusalOf(client, { queryText: 'x', [more]: null })).toMatch(
      /^mailglob error 51002: an argument is not one/,
    );
  expect(await refusalOf(client, { queryText: 'x', accountIds: ['nobody'] })).toMatch(/^mailglob error 53001: /);
}

/** A fixed sequence of draws, so that a failure can be seen again. */
function draws(seed: number) {
  let state = seed;
  const below = (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  return { below, of: <T>(items: readonly T[]): T => items[below(items.length)] as T };
}

/** Queries made of what mails say: one word, some, a passage, what is left out. */
export function drawQueries(mails: readonly ModelMail[], count: number): string[] {
  const { below, of } = draws(11);
  return Array.from({ length: count }, () => {
    const { message, text } = of(mails);
    const said = `${message.subject} ${message.senderAddress} ${text}`.replace(/[\p{Cc}"“”]+/gu, ' ').slice(0, 20_000);
    const words = said
      .split(/\s+/u)
      .filter(word => /[\p{L}\p{N}]/u.test(word) && !word.startsWith('-') && word.length < 60);
    const from = below(words.length);
    const word = words[from] ?? 'x';
    const query = of([
      () => word,
      () => `${word} ${of(words)}`,
      () => `${word} ${of(words)} ${of(words)}`,
      () => `"${words.slice(from, from + 2 + below(3)).join(' ')}"`,
      () => `${word} -${of(words)}`,
      () => of(['the', 'mail', 'test', '@example.com', 'subject', 'a']),
    ])();
    return [...query].slice(0, 512).join('').toWellFormed();
  });
}

/**
 * Asks drawn queries and compares each answer with an exhaustive ranking.
 * @param mails all that their accounts hold; of other accounts nothing is asked
 * @returns how many mails were found
 */
export async function checkRanking(
  client: Client,
  mails: readonly ModelMail[],
  queries: readonly string[],
): Promise<number> {
  const textOf = new Map(mails.map(({ message, text }) => [message.storedEmailId, text]));
  const accountIds = [...new Set(mails.map(({ message }) => message.accountId))];
  let count = 0;
  for (const queryText of queries) {
    const sent = { queryText, accountIds };
    let query: ReturnType<typeof parseQuery>;
    try {
      query = parseQuery(queryText);
    } catch {
      expect(await refusalOf(client, sent)).toMatch(/^mailglob error 51002: queryText /);
      continue;
    }
    const expected = modelMatches(mails, { accountIds, query, passes: () => true }).slice(0, 20);
    const { matches, searchComplete } = await search(client, sent);
    const shown = matches.map(({ summary, relevanceRank }) => [summary.storedEmailId, relevanceRank]);
    expect({ queryText, searchComplete, shown }).toEqual({
      ...{ queryText, searchComplete: true },
      shown: expected.map(({ mail: { message }, score }) => [message.storedEmailId, score]),
    });
    count += matches.length;
    for (const { summary, snippets } of matches) {
      expect(snippets.length).toBeLessThanOrEqual(3);
      for (const snippet of snippets) {
        const plain = snippet.replaceAll('**', '');
        expect([...plain].length).toBeLessThanOrEqual(200);
        expect(snippet).toMatch(/\*\*[^*]/);
        expect(textOf.get(summary.storedEmailId)?.includes(plain)).toBe(true);
      }
    }
  }
  return count;
}
