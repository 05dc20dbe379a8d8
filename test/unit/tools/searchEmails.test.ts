import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import type { Archive } from '../../../lib/archive/archive.ts';
import { contentBlobKey, mailBlobKey, mailName } from '../../../lib/archive/blobKeys.ts';
import { storedEmailIdOf } from '../../../lib/archive/identity.ts';
import type { IncomingMessage } from '../../../lib/archive/prepareMail.ts';
import { storeMessages } from '../../../lib/archive/writer.ts';
import { limits } from '../../../lib/limits.ts';
import type { Caller } from '../../../lib/tools/caller.ts';
import { listEmailsTool } from '../../../lib/tools/listEmails.ts';
import { searchEmailsTool as tool } from '../../../lib/tools/searchEmails.ts';
import type { ToolContext, ToolEnvironment } from '../../../lib/tools/tool.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';
import { everyone, refusalOf as refusalOfCall, sampleEnvironment } from '../../doubles/toolService.ts';

const day = 86_400_000;
const start = Date.UTC(2024, 0, 1, 12);

interface Spec {
  readonly subject?: string;
  readonly from?: string;
  readonly to?: string;
  readonly text?: string;
  readonly html?: string;
  readonly file?: string;
  readonly accountId?: string;
  readonly folderAlias?: string;
  readonly isSeen?: boolean;
}

/** The n-th mail, a day after the one before. */
function incoming(spec: Spec, n: number): IncomingMessage {
  const { subject = '', from = 'Ann <ann@example.com>', to = 'bob@example.com', text = '', html, file } = spec;
  const { accountId = 'alpha', folderAlias = 'INBOX', isSeen } = spec;
  const body = Buffer.from(html ?? text).toString('base64');
  const parts = [
    `Content-Type: text/${html === undefined ? 'plain' : 'html'}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}`,
    ...(file === undefined
      ? []
      : [
          `Content-Type: application/pdf\r\nContent-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(file)}\r\n\r\nx`,
        ]),
  ];
  const raw = [
    ...[`From: ${from}`, `To: ${to}`, `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`],
    ...[`Message-ID: <${n}@example.com>`, 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b', ''],
    ...parts.map(part => `--b\r\n${part}`),
    ...['--b--', ''],
  ].join('\r\n');
  const flags = { observedAt: start, isAnswered: false, isFlagged: false, isDraft: false, keywords: [] };
  return {
    ...{ accountId, folderAlias, raw: Buffer.from(raw), receivedAt: start + n * day },
    flags: isSeen === undefined ? null : { ...flags, isSeen },
  };
}

const samples: readonly Spec[] = [
  { subject: 'Invoice for March', text: 'Please find it attached.', file: 'INV_2024_077 Rechnung.pdf' },
  { subject: 'Lunch', text: 'The invoices came. We pay them on Friday, and then we go to lunch.', isSeen: true },
  {
    subject: 'Noise',
    from: '田中 芽衣 <tanaka@example.net>',
    text: 'Die Prüfung ergab nichts. The noise test is done.',
  },
  { subject: 'Noise again', text: 'Test of noise, not done.', folderAlias: 'Archive/2024', isSeen: false },
  { subject: '見積書', text: '請求書を送ります', accountId: 'beta' },
  { subject: 'ใบแจ้งหนี้', html: '<p>Visible words</p><p style="display:none">hidden treasure</p>' },
];

async function archiveOf(specs: readonly Spec[]): Promise<Archive> {
  const archive = { store: memoryStore(), blobs: memoryBlobs(() => start) };
  await storeMessages(archive, specs.map(incoming), () => start);
  return archive;
}

const contextOf = async (fields: Partial<ToolEnvironment> = {}, caller: Caller = everyone): Promise<ToolContext> => ({
  ...(await sampleEnvironment({ archive: await archiveOf(samples), ...fields })),
  caller,
});

const search = async (sent: Record<string, unknown>, context?: ToolContext) =>
  (await tool.call(context ?? (await contextOf()), sent)).result;

const subjectsOf = async (sent: Record<string, unknown>, context?: ToolContext) =>
  (await search(sent, context)).matches.map(({ summary }) => summary.subject);

const refusalOf = (sent: Record<string, unknown>, context?: ToolContext): Promise<string> =>
  refusalOfCall(() => search(sent, context));

const validate = new AjvJsonSchemaValidator().getValidator(tool.outputSchema);

describe('the result', () => {
  it('is the summary that list_emails gives, a rank and passages of each mail, and the freshness of each folder', async () => {
    const context = await contextOf();
    const result = await search({ queryText: 'invoices', accountIds: ['alpha'] }, context);
    const listed = (await listEmailsTool.call(context, { accountIds: ['alpha'] })).result;
    const summaryOf = (subject: string) => listed.emails.find(email => email.subject === subject);
    expect(result).toEqual({
      matches: [
        { summary: summaryOf('Invoice for March'), relevanceRank: expect.any(Number), snippets: [] },
        {
          summary: summaryOf('Lunch'),
          relevanceRank: expect.any(Number),
          snippets: ['The **invoices** came. We pay them on Friday, and then we go to lunch.'],
        },
      ],
      retrievalMode: 'lexical',
      searchComplete: true,
      folderFreshness: listed.folderFreshness,
    });
    expect(result.matches[0]?.relevanceRank).toBeGreaterThan(result.matches[1]?.relevanceRank ?? 9);
    expect(validate(result)).toMatchObject({ valid: true });
  });

  it('is empty where nothing matches, with the same freshness', async () => {
    const context = await contextOf();
    const { folderFreshness } = await search({ queryText: 'invoice' }, context);
    expect(await search({ queryText: 'nothing' }, context)).toEqual({
      ...{ matches: [], retrievalMode: 'lexical', searchComplete: true, folderFreshness },
    });
    expect(folderFreshness).toHaveLength(3);
  });

  it('has 20 mails unless told otherwise, and 50 at most', async () => {
    const context = await contextOf({ archive: await archiveOf(Array.from({ length: 60 }, () => ({ text: 'word' }))) });
    const count = async (sent: object) => (await search({ queryText: 'word', ...sent }, context)).matches.length;
    expect([await count({}), await count({ resultLimit: 1 }), await count({ resultLimit: 50 })]).toEqual([20, 1, 50]);
  });

  it('has the newest first of those with one score', async () => {
    const texts = [`word${' other'.repeat(200)}`, 'word', 'word', 'word', `word${' other'.repeat(200)}`];
    const context = await contextOf({ archive: await archiveOf(texts.map((text, n) => ({ text, subject: `${n}` }))) });
    expect(await subjectsOf({ queryText: 'word' }, context)).toEqual(['3', '2', '1', '4', '0']);
  });

  it('says where the budget ended first, and has only what matches', async () => {
    const specs = Array.from({ length: 30 }, (_, n) => ({ text: 'word', subject: n === 0 ? 'wanted' : 'other' }));
    const context = await contextOf({
      archive: await archiveOf(specs),
      budget: { rows: 4, milliseconds: 60_000 },
    });
    expect(await search({ queryText: 'word', subjectFragment: 'wanted' }, context)).toMatchObject({
      ...{ matches: [], searchComplete: false },
    });
    expect(await search({ queryText: 'word', resultLimit: 3 }, context)).toMatchObject({ searchComplete: true });
  });

  it('counts for the log what it holds and what it cost, and nothing of what was asked', async () => {
    const { items, cost, trouble } = await tool.call(await contextOf(), { queryText: 'invoice' });
    expect(items).toBe(2);
    expect(cost.rounds).toBeGreaterThan(2);
    expect(trouble).toBeUndefined();
  });
});

describe('a query', () => {
  it.each([
    ['INVOICE', ['Invoice for March', 'Lunch']],
    ['invoicing', ['Invoice for March', 'Lunch']],
    ['march invoice', ['Invoice for March']],
    // In the subject the one, in the text the other.
    ['march attached', ['Invoice for March']],
    ['march friday', []],
    ['noise test', ['Noise', 'Noise again']],
    ['"noise test"', ['Noise']],
    ['"test noise"', []],
    ['noise -again', ['Noise']],
    ['noise -"noise test"', ['Noise again']],
    ['noise -archive', ['Noise', 'Noise again']],
    ['PRU\u0308FUNG', ['Noise']],
    ['prüf', []],
    // By names, addresses and their parts, and names of files.
    ['tanaka', ['Noise']],
    ['tanaka@example.net', ['Noise']],
    ['example.net', ['Noise']],
    ['田中', ['Noise']],
    ['芽', ['Noise']],
    ['rechnung.pdf', ['Invoice for March']],
    ['INV_2024_077', ['Invoice for March']],
    ['2024 077', ['Invoice for March']],
    ['請求', ['見積書']],
    ['書', ['見積書']],
    ['แจ้ง', ['ใบแจ้งหนี้']],
    ['treasure', []],
    ['visible', ['ใบแจ้งหนี้']],
  ])('%s finds %j', async (queryText, expected) => {
    expect((await subjectsOf({ queryText })).toSorted()).toEqual(expected.toSorted());
  });

  it('weighs a word of the subject and of a name more than one of the text', async () => {
    const specs = [
      { subject: 'text', text: 'about the engine and other things', from: 'x@example.org' },
      { subject: 'engine and other things', text: 'about it', from: 'x@example.org' },
      { subject: 'name', text: 'about it and other things', from: 'Engine <x@example.org>' },
    ];
    const context = await contextOf({ archive: await archiveOf(specs) });
    expect((await subjectsOf({ queryText: 'engine' }, context)).at(-1)).toBe('text');
  });
});

describe('a filter', () => {
  it.each<[Record<string, unknown>, string[]]>([
    [{}, ['Noise', 'Noise again']],
    [{ accountIds: ['beta'] }, []],
    [{ folderAliases: ['archive/2024'] }, ['Noise again']],
    [{ folderAliases: ['nothing'] }, []],
    [{ senderAddress: 'TANAKA@example.net' }, ['Noise']],
    [{ senderAddress: '田中 芽衣 <tanaka@example.net>' }, ['Noise']],
    [{ recipientAddress: 'bob@example.com' }, ['Noise', 'Noise again']],
    [{ recipientAddress: 'nobody@example.com' }, []],
    [{ subjectFragment: 'AGAIN' }, ['Noise again']],
    [{ receivedOnOrAfter: '2024-01-04T12:00:00Z' }, ['Noise again']],
    [{ receivedBefore: '2024-01-04T12:00:00Z' }, ['Noise']],
    [{ receivedOnOrAfter: '2024-01-03T12:00:00Z', receivedBefore: '2024-01-03T12:00:00Z' }, []],
    [{ isRemotelySeen: false }, ['Noise again']],
    [{ isRemotelySeen: true }, []],
    [{ hasAttachments: true }, []],
    [{ hasAttachments: false, folderAliases: [], accountIds: null }, ['Noise', 'Noise again']],
  ])('%j leaves %j', async (filters, expected) => {
    expect((await subjectsOf({ queryText: 'noise', ...filters })).toSorted()).toEqual(expected);
  });

  it('is the one of list_emails, word for word', () => {
    const { direction, pageSize, cursor, ...filters } = listEmailsTool.inputSchema.properties;
    expect([direction, pageSize, cursor]).not.toContain(undefined);
    const { queryText, resultLimit, ...own } = tool.inputSchema.properties;
    expect([queryText, resultLimit]).not.toContain(undefined);
    expect(own).toEqual(filters);
  });

  it('names a folder that nothing ever reached, in each account', async () => {
    const { folderFreshness } = await search({ queryText: 'noise', folderAliases: ['Archive/2024', 'Drafts'] });
    expect(folderFreshness.map(one => [one.accountId, one.folderAlias, one.wasSynchronized])).toEqual([
      ['alpha', 'Archive/2024', true],
      ['alpha', 'Drafts', false],
      ['beta', 'Archive/2024', false],
      ['beta', 'Drafts', false],
    ]);
  });
});

describe('a caller', () => {
  const beta: Caller = { id: 'beta', accounts: ['beta'], library: false, scopes: new Set(['read']) };

  it('finds mail of the accounts that are granted alone, and learns nothing of the others', async () => {
    const specs = [{ text: 'word' }, { text: 'word', accountId: 'beta' }];
    const alone = await contextOf({ archive: await archiveOf(specs.slice(1)) }, beta);
    const beside = await contextOf({ archive: await archiveOf([...specs, ...specs.slice(0, 1)]) }, beta);
    const ranks = async (context: ToolContext) =>
      (await search({ queryText: 'word' }, context)).matches.map(({ summary, relevanceRank }) => [
        summary.accountId,
        relevanceRank,
      ]);
    expect(await ranks(beside)).toEqual(await ranks(alone));
    expect(await ranks(alone)).toEqual([['beta', expect.any(Number)]]);
    expect(await refusalOf({ queryText: 'word', accountIds: ['alpha'] }, beside)).toMatch(/^53001 /);
  });
});

describe('refused', () => {
  it.each<[Record<string, unknown>, RegExp]>([
    [{}, /^51002 queryText is required/],
    [{ queryText: null }, /^51002 queryText is required/],
    [{ queryText: 7 }, /^51002 queryText takes text/],
    [{ queryText: ' \u200b' }, /^51002 queryText takes text/],
    [{ queryText: 'a\u0007b' }, /^51002 queryText takes text/],
    [{ queryText: 'a\nb' }, /^51002 queryText takes text/],
    [{ queryText: 'a'.repeat(513) }, /^51002 queryText takes text of 1 to 512 characters/],
    [{ queryText: '-invoice' }, /^51002 queryText has only words that must not/],
    [{ queryText: '?!' }, /^51002 queryText must have at least one word/],
    [{ queryText: '"noise' }, /^51002 queryText has a quotation mark without its partner/],
    [{ queryText: 'x', resultLimit: 0 }, /^51003 resultLimit takes a whole number from 1 to 50/],
    [{ queryText: 'x', resultLimit: 51 }, /^51003 /],
    [{ queryText: 'x', resultLimit: 1.5 }, /^51003 /],
    [{ queryText: 'x', resultLimit: '5' }, /^51002 resultLimit/],
    [{ queryText: 'x', direction: 'newestFirst' }, /^51002 an argument is not one of this tool's/],
    [{ queryText: 'x', pageSize: 5 }, /^51002 /],
    [{ queryText: 'x', cursor: 'x' }, /^51002 /],
    [{ queryText: 'x', receivedBefore: '2024-01-01T00:00:00Z', receivedOnOrAfter: '2024-01-02T00:00:00Z' }, /^51002 /],
    [{ queryText: 'x', senderAddress: 'a b' }, /^51002 senderAddress/],
  ])('%j', async (sent, expected) => {
    const said = await refusalOf(sent);
    expect(said).toMatch(expected);
    expect(said).not.toMatch(/\u0007|a{20}/);
  });

  it('before anything is read', async () => {
    const archive = new Proxy({} as Archive, {
      get: () => {
        throw new Error('read');
      },
    });
    const context = { ...(await contextOf()), archive };
    expect(await refusalOf({ queryText: '"noise' }, context)).toMatch(/^51002 /);
  });
});

describe('what strangers wrote', () => {
  it('is answered within bounds, whatever the query', async () => {
    const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(97 + i));
    const context = await contextOf({ archive: await archiveOf([...samples, { text: letters.join(' ') }]) });
    const queries = [
      ...[
        'a '.repeat(256).trim(),
        letters.join(' '),
        'w'.repeat(500),
        `"${letters.join(' ')}"`,
        '"" a',
        '-a b',
        '--- a',
      ],
      ...[
        '＂ａ＂',
        '*',
        'a*',
        '(a OR b)',
        'subject:a',
        '\ud83d\ude00',
        '書'.repeat(512),
        '"'.repeat(512),
        "'".repeat(512),
      ],
    ];
    for (const queryText of queries) {
      expect([...queryText].length).toBeLessThanOrEqual(512);
      expect(await refusalOf({ queryText }, context)).toMatch(/^answered$|^51002 /);
    }
    expect((await search({ queryText: letters.join(' ') }, context)).matches).toHaveLength(1);
  });

  it('keeps marks apart from what the text itself has', async () => {
    const context = await contextOf({ archive: await archiveOf([{ text: 'Look: **bold** word and **more** of it' }]) });
    const [match] = (await search({ queryText: 'word' }, context)).matches;
    for (const snippet of match?.snippets ?? []) {
      expect(snippet.match(/\*\*/g)).toHaveLength(2);
      expect(snippet).toContain('**word**');
    }
    expect(match?.snippets).toHaveLength(1);
  });

  it('is bounded in characters', async () => {
    const long = { subject: 's'.repeat(5000), text: `${'word '.repeat(50_000)}${'w'.repeat(100_000)}` };
    const context = await contextOf({ archive: await archiveOf(Array.from({ length: 3 }, () => long)) });
    const result = await search({ queryText: 'word' }, context);
    expect(JSON.stringify(result).length).toBeLessThan(20_000);
    for (const snippet of result.matches.flatMap(({ snippets }) => snippets))
      expect([...snippet.replaceAll('**', '')].length).toBeLessThanOrEqual(limits.snippetCharacters.value);
  });
});

describe('a mail whose content is lost', () => {
  it('has passages of its raw mail, and none where that is gone too', async () => {
    const archive = await archiveOf([{ text: 'a word of it' }]);
    const context = await contextOf({ archive });
    const id = storedEmailIdOf('alpha', 'INBOX', incoming({ text: 'a word of it' }, 0).raw);
    const snippets = async () => {
      const { result, trouble } = await tool.call(context, { queryText: 'word' });
      return [result.matches.map(match => match.snippets), trouble === undefined];
    };
    await archive.blobs.remove(contentBlobKey('alpha', id));
    expect(await snippets()).toEqual([[['a **word** of it']], true]);
    await archive.blobs.remove(mailBlobKey('alpha', 'INBOX', mailName(id)));
    expect(await snippets()).toEqual([[[]], false]);
  });
});
