import { contextOf, incoming, list, refusalOf, subjectsOf } from './emailLister.ts';
import { archiveOfMails } from './mailArchive.ts';

describe('a filter', () => {
  it.each<[Record<string, unknown>, string[]]>([
    [{ accountIds: ['beta'] }, ['Mail 4']],
    [{ accountIds: ['alpha', 'beta'], folderAliases: ['archive/2024'] }, ['Mail 3']],
    [{ folderAliases: ['INBOX', 'inbox', 'Inbox'] }, ['Fünf', 'Mail 4', 'Mail 2', 'Mail 1']],
    [{ folderAliases: ['nothing'] }, []],
    [{ senderAddress: 'ANN@EXAMPLE.COM' }, ['Mail 4', 'Mail 3', 'Mail 2', 'Mail 1']],
    [{ senderAddress: 'nn@example.com' }, []],
    [{ recipientAddress: 'X@example.com' }, ['Fünf']],
    [{ recipientAddress: 'bob@example.com', senderAddress: 'ann@example.com', accountIds: ['beta'] }, ['Mail 4']],
    [{ subjectFragment: 'FÜNF' }, ['Fünf']],
    [{ subjectFragment: 'fu\u0308nf' }, ['Fünf']],
    [{ subjectFragment: 'Mail ?' }, []],
    [{ subjectFragment: '*' }, []],
    [{ subjectFragment: 'il 3' }, ['Mail 3']],
    [{ receivedOnOrAfter: '2024-01-04T12:00:00Z', receivedBefore: '2024-01-05T12:00:00Z' }, ['Mail 3']],
    [{ receivedOnOrAfter: '2024-01-04T13:00:00+01:00', receivedBefore: '2024-01-04T12:00:00.001Z' }, ['Mail 3']],
    [{ receivedOnOrAfter: '2024-01-04T12:00:00Z', receivedBefore: '2024-01-04T12:00:00Z' }, []],
    [{ isRemotelySeen: true }, ['Mail 2']],
    [{ isRemotelySeen: false }, ['Mail 3']],
    [{ hasAttachments: true }, ['Mail 4', 'Mail 2']],
    [{ hasAttachments: false }, ['Fünf', 'Mail 3', 'Mail 1']],
    [
      { hasAttachments: null, accountIds: [], folderAliases: [], cursor: null, pageSize: null },
      [...['Fünf', 'Mail 4', 'Mail 3', 'Mail 2', 'Mail 1']],
    ],
  ])('%j lists %j', async (sent, expected) => {
    expect(await subjectsOf(sent)).toEqual(expected);
  });

  it('does not count inline resources as attachments', async () => {
    const raw = Buffer.from(
      [
        'Subject: picture',
        'Content-Type: multipart/related; boundary=b',
        '',
        '--b',
        'Content-Type: text/html',
        '',
        '<img src="cid:x">',
        '--b',
        'Content-Type: image/png; name=logo.png',
        'Content-ID: <x>',
        '',
        'png',
        '--b--',
        '',
      ].join('\r\n'),
    );
    const context = await contextOf({ archive: await archiveOfMails([incoming(1, { raw })]) });
    expect((await list({ hasAttachments: false }, context)).emails).toMatchObject([
      { attachments: { attachmentCount: 0, inlineResourceCount: 1 } },
    ]);
    expect(await subjectsOf({ hasAttachments: true }, context)).toEqual([]);
  });
});

describe('the freshness', () => {
  it('names a folder that nothing ever reached, in each account of the scope', async () => {
    const { folderFreshness } = await list({ folderAliases: ['archive/2024', 'Drafts'] });
    expect(folderFreshness).toEqual([
      expect.objectContaining({ accountId: 'alpha', folderAlias: 'Archive/2024', wasSynchronized: true }),
      { accountId: 'alpha', folderAlias: 'Drafts', wasSynchronized: false, lastStoredAt: null },
      { accountId: 'beta', folderAlias: 'archive/2024', wasSynchronized: false, lastStoredAt: null },
      { accountId: 'beta', folderAlias: 'Drafts', wasSynchronized: false, lastStoredAt: null },
    ]);
  });

  it('shows a caller no folder of another', async () => {
    const context = await contextOf({}, { id: 'x', accounts: ['beta'], library: true, scopes: new Set(['read']) });
    const { emails, folderFreshness } = await list({}, context);
    expect(emails.map(email => email.accountId)).toEqual(['beta']);
    expect(folderFreshness.map(folder => folder.accountId)).toEqual(['beta']);
  });
});

describe('a refusal', () => {
  const many = Array.from({ length: 65 }, (_, i) => `account ${i}`);
  it.each<[Record<string, unknown>, RegExp]>([
    [{ pageSize: 0 }, /^51001 pageSize takes a whole number from 1 to 100\.$/],
    [{ pageSize: 101 }, /^51001 pageSize/],
    [{ pageSize: 1.5 }, /^51001 pageSize/],
    [{ pageSize: '10' }, /^51002 pageSize/],
    [{ accountIds: many }, /^51002 accountIds takes a list of at most 64/],
    [{ accountIds: [...many, 7] }, /^51002 accountIds/],
    [{ accountIds: 'alpha' }, /^51002 accountIds/],
    [{ folderAliases: many }, /^51002 folderAliases takes a list of at most 64/],
    [{ folderAliases: [''] }, /^51002 folderAliases/],
    [{ folderAliases: ['a\u0000'] }, /^51002 folderAliases/],
    [{ folderAliases: ['x'.repeat(257)] }, /^51002 folderAliases/],
    [{ senderAddress: ' ' }, /^51002 senderAddress takes a whole address/],
    [{ senderAddress: 7 }, /^51002 senderAddress/],
    [{ recipientAddress: `${'x'.repeat(320)}@example.com` }, /^51002 recipientAddress/],
    [{ subjectFragment: 'x'.repeat(257) }, /^51002 subjectFragment takes text of at most 256 characters/],
    [{ subjectFragment: 'a\tb' }, /^51002 subjectFragment/],
    [{ subjectFragment: 7 }, /^51002 subjectFragment/],
    [{ receivedOnOrAfter: '2024-01-01' }, /^51002 receivedOnOrAfter takes a date-time with its zone/],
    [{ receivedBefore: '2024-01-01T00:00:00' }, /^51002 receivedBefore/],
    [{ receivedBefore: '2024-02-30T00:00:00Z' }, /^51002 receivedBefore/],
    [{ receivedBefore: 1_700_000_000_000 }, /^51002 receivedBefore/],
    [
      { receivedOnOrAfter: '2024-01-02T00:00:00Z', receivedBefore: '2024-01-01T00:00:00Z' },
      /^51002 receivedBefore is earlier than receivedOnOrAfter/,
    ],
    [{ isRemotelySeen: 'true' }, /^51002 isRemotelySeen takes true or false\.$/],
    [{ hasAttachments: 1 }, /^51002 hasAttachments/],
    [{ direction: 'newest' }, /^51002 direction takes newestFirst or oldestFirst\.$/],
    [{ direction: 'NEWESTFIRST' }, /^51002 direction/],
    [{ direction: 0 }, /^51002 direction/],
    [{ limit: 5 }, /^51002 an argument is not one of this tool's: it has accountIds, folderAliases, .*, cursor\.$/],
    [{ cursor: 'made up' }, /^52001 /],
    [{ cursor: 7 }, /^51002 cursor/],
    [{ accountIds: ['gamma'] }, /^53001 account 'gamma' is not served to you/],
  ])('of %j has its code', async (sent, refusal) => {
    expect(await refusalOf(sent)).toMatch(refusal);
  });

  it('comes for a cursor of other arguments, and for one of another tool', async () => {
    const context = await contextOf();
    const { nextCursor: cursor } = await list({ pageSize: 1 }, context);
    expect(await refusalOf({ cursor, direction: 'oldestFirst' }, context)).toMatch(/^52002 /);
    expect(await refusalOf({ cursor, accountIds: ['alpha', 'beta'] }, context)).toMatch(/^52002 /);
    expect(await refusalOf({ cursor: cursor?.slice(1) }, context)).toMatch(/^52001 /);
    expect(await refusalOf({ cursor, pageSize: 9, direction: 'newestFirst' }, context)).toBe('answered');
  });

  it('takes bounds to the letter', async () => {
    for (const sent of [
      { pageSize: 100 },
      { accountIds: ['alpha', 'alpha'] },
      { folderAliases: Array.from({ length: 64 }, (_, i) => `${i} ${'😀'.repeat(250)}`) },
      { subjectFragment: '😀'.repeat(256) },
      { subjectFragment: '' },
    ])
      expect(await refusalOf(sent)).toBe('answered');
  });
});
