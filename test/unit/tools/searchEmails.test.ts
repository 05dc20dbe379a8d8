import { listEmailsTool } from '../../../lib/tools/listEmails.ts';
import { searchEmailsTool as tool } from '../../../lib/tools/searchEmails.ts';
import { archiveOf, contextOf, search, subjectsOf, validate } from './emailSearcher.ts';

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
