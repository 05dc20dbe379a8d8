import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import type { Archive } from '../../../lib/archive/archive.ts';
import { storedEmailIdOf } from '../../../lib/archive/identity.ts';
import type { IncomingMessage } from '../../../lib/archive/prepareMail.ts';
import { storeMessages } from '../../../lib/archive/writer.ts';
import { limits } from '../../../lib/limits.ts';
import type { Caller } from '../../../lib/tools/caller.ts';
import { getEmailContentTool } from '../../../lib/tools/getEmailContent.ts';
import { listEmailsTool as tool } from '../../../lib/tools/listEmails.ts';
import type { ToolContext, ToolEnvironment } from '../../../lib/tools/tool.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';
import { everyone, refusalOf as refusalOfCall, sampleEnvironment } from '../../doubles/toolService.ts';
import { mail } from '../../local/mails.ts';

const day = 86_400_000;
const start = Date.UTC(2024, 0, 1, 12);

/** The n-th mail, a day after the one before. */
const incoming = (n: number, fields: Partial<IncomingMessage> = {}): IncomingMessage => ({
  accountId: 'alpha',
  folderAlias: 'INBOX',
  raw: Buffer.from(mail({ id: `mail${n}`, subject: `Mail ${n}`, files: n % 2 === 0 ? ['a.pdf'] : [] })),
  receivedAt: start + n * day,
  flags: null,
  ...fields,
});

const seen = { observedAt: start, isSeen: true, isAnswered: false, isFlagged: true, isDraft: false, keywords: ['a b'] };
const samples: readonly IncomingMessage[] = [
  incoming(1),
  incoming(2, { flags: seen }),
  incoming(3, { folderAlias: 'Archive/2024', flags: { ...seen, isSeen: false } }),
  incoming(4, { accountId: 'beta' }),
  incoming(5, { raw: Buffer.from('Subject: =?utf-8?q?F=C3=BCnf?=\r\nTo: x@example.com\r\n\r\nno date, no sender') }),
];

async function archiveOf(messages: readonly IncomingMessage[]): Promise<Archive> {
  const archive = { store: memoryStore(), blobs: memoryBlobs(() => start) };
  await storeMessages(archive, messages, () => start);
  return archive;
}

const contextOf = async (fields: Partial<ToolEnvironment> = {}, caller: Caller = everyone): Promise<ToolContext> => ({
  ...(await sampleEnvironment({ archive: await archiveOf(samples), ...fields })),
  caller,
});

const list = async (sent: Record<string, unknown>, context?: ToolContext) =>
  (await tool.call(context ?? (await contextOf()), sent)).result;

const subjectsOf = async (sent: Record<string, unknown>, context?: ToolContext) =>
  (await list(sent, context)).emails.map(email => email.subject);

const refusalOf = (sent: Record<string, unknown>, context?: ToolContext): Promise<string> =>
  refusalOfCall(() => list(sent, context));

const subjectMail = (subject: string) => Buffer.from(`From: a@example.com\r\nSubject: ${subject}\r\n\r\n`);

const validate = new AjvJsonSchemaValidator().getValidator(tool.outputSchema);

describe('the result', () => {
  it('is a summary of each mail, to the letter, and the freshness of each folder', async () => {
    const result = await list({ senderAddress: 'ann@example.com', accountIds: ['alpha'], hasAttachments: true });
    const raw = samples[1]?.raw ?? Buffer.alloc(0);
    expect(result).toEqual({
      emails: [
        {
          storedEmailId: storedEmailIdOf('alpha', 'INBOX', raw),
          accountId: 'alpha',
          folderAlias: 'INBOX',
          messageId: '<mail2@example.com>',
          subject: 'Mail 2',
          senderAddress: 'ann@example.com',
          senderDisplayName: 'Ann',
          toAddresses: ['bob@example.com'],
          sentAt: '2024-03-05T12:00:00.000Z',
          receivedAt: '2024-01-03T12:00:00.000Z',
          sizeBytes: raw.length,
          attachments: {
            attachmentCount: 1,
            inlineResourceCount: 0,
            totalSizeBytes: 5,
            isEncrypted: false,
            hasUnverifiedSignature: false,
            hasUnexpandedTnef: false,
          },
          remoteFlags: {
            wasObserved: true,
            observedAt: '2024-01-01T12:00:00.000Z',
            isSeen: true,
            isAnswered: false,
            isFlagged: true,
            isDraft: false,
            keywords: ['a b'],
          },
          contentAvailability: 'available',
        },
      ],
      folderFreshness: [
        {
          accountId: 'alpha',
          folderAlias: 'Archive/2024',
          wasSynchronized: true,
          lastStoredAt: '2024-01-01T12:00:00.000Z',
        },
        { accountId: 'alpha', folderAlias: 'INBOX', wasSynchronized: true, lastStoredAt: '2024-01-01T12:00:00.000Z' },
      ],
    });
    expect(validate(result)).toMatchObject({ valid: true });
  });

  it('has nulls where a mail has nothing, and false flags where none were observed', async () => {
    const result = await list({ subjectFragment: 'fünf' });
    expect(result.emails).toMatchObject([
      {
        subject: 'Fünf',
        messageId: null,
        senderAddress: null,
        senderDisplayName: null,
        sentAt: null,
        toAddresses: ['x@example.com'],
        remoteFlags: {
          ...{ wasObserved: false, observedAt: null, isSeen: false, isAnswered: false },
          ...{ isFlagged: false, isDraft: false, keywords: [] },
        },
      },
    ]);
    expect(validate(result)).toMatchObject({ valid: true });
  });

  it('lists a mail over the size limit from its headers, with parts that were never read', async () => {
    const raw = Buffer.concat([Buffer.from(mail({ id: 'big' })), Buffer.alloc(limits.messageBytes.value, 'x')]);
    const archive = await archiveOf([incoming(1, { raw })]);
    const result = await list({}, await contextOf({ archive }));
    expect(result.emails).toMatchObject([
      { subject: 'big', attachments: null, contentAvailability: 'exceededSizeLimit', sizeBytes: raw.length },
    ]);
    expect(validate(result)).toMatchObject({ valid: true });
    // Nobody knows whether it has attachments.
    for (const hasAttachments of [true, false])
      expect(await subjectsOf({ hasAttachments }, await contextOf({ archive }))).toEqual([]);
  });

  it('lists a mail that cannot be read whole as damaged, with what could be read', async () => {
    const whole = mail({ id: 'cut', files: ['a long enough name.pdf'] });
    const raw = Buffer.from(whole.slice(0, whole.lastIndexOf('==') - 3));
    const { emails } = await list({}, await contextOf({ archive: await archiveOf([incoming(1, { raw })]) }));
    expect(emails).toMatchObject([{ subject: 'cut', contentAvailability: 'damaged' }]);
  });

  it('is bounded in characters, whatever strangers wrote', async () => {
    const to = Array.from({ length: 400 }, (_, i) => `${'a'.repeat(300)}${i}@example.com`).join(', ');
    const raw = Buffer.from(
      `From: ${'N'.repeat(5000)} <a@example.com>\r\nTo: ${to}\r\nSubject: ${'s'.repeat(5000)}\r\n\r\n`,
    );
    const archive = await archiveOf([incoming(1, { raw })]);
    const result = await list({}, await contextOf({ archive }));
    expect(result.emails[0]?.toAddresses).toHaveLength(limits.shownRecipients.value);
    expect(result.emails[0]?.moreToAddresses).toBeGreaterThan(250);
    expect(validate(result)).toMatchObject({ valid: true });
    expect(JSON.stringify(result).length).toBeLessThan(20_000);
  });

  it('finds by all of a subject that get_email_content shows, though it shows less itself', async () => {
    const most = limits.storedHeaderCharacters.value;
    const long = `${'s'.repeat(most - 5)} End.`;
    const archive = await archiveOf(
      [long, `${long} beyond`].map((subject, n) => incoming(n, { raw: subjectMail(subject) })),
    );
    const context = await contextOf({ archive });
    const { emails } = await list({ subjectFragment: 's END.' }, context);
    expect(emails.map(({ subject }) => subject)).toEqual(
      Array(2).fill(`${'s'.repeat(limits.shownCharacters.value - 1)}…`),
    );
    const read = await getEmailContentTool.call(context, { storedEmailIds: emails.map(one => one.storedEmailId) });
    expect(read.result.emails.map(({ content }) => content?.headers.subject)).toEqual([long, long]);
    expect(await subjectsOf({ subjectFragment: 'beyond' }, context)).toEqual([]);
  });

  it('counts for the log what it holds and what it cost', async () => {
    const { items, cost } = await tool.call(await contextOf(), {});
    expect(items).toBe(5);
    expect(cost.rounds).toBeGreaterThan(0);
  });
});

describe('the order and the pages', () => {
  it('is newest first, or exactly the reverse', async () => {
    const newest = ['Fünf', 'Mail 4', 'Mail 3', 'Mail 2', 'Mail 1'];
    expect(await subjectsOf({})).toEqual(newest);
    expect(await subjectsOf({ direction: 'newestFirst' })).toEqual(newest);
    expect(await subjectsOf({ direction: 'oldestFirst' })).toEqual(newest.toReversed());
  });

  it('has 25 mails a page unless told otherwise, and says when there is no further page', async () => {
    const archive = await archiveOf(Array.from({ length: 51 }, (_, i) => incoming(i)));
    const context = await contextOf({ archive });
    const first = await list({}, context);
    const second = await list({ cursor: first.nextCursor }, context);
    const third = await list({ cursor: second.nextCursor, pageSize: 1 }, context);
    expect([first, second, third].map(page => page.emails.length)).toEqual([25, 25, 1]);
    expect(Object.keys(third)).toEqual(['emails', 'folderFreshness']);
    expect((await list({ pageSize: 100 }, context)).emails).toHaveLength(51);
  });

  it('comes back short where the budget ends, and never pretends to be the last', async () => {
    const archive = await archiveOf(Array.from({ length: 30 }, (_, i) => incoming(i)));
    const context = await contextOf({ archive, budget: { rows: 4, milliseconds: 60_000 } });
    const found: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await list({ subjectFragment: 'mail 7', ...(cursor !== undefined && { cursor }) }, context);
      found.push(...page.emails.map(email => email.subject));
      cursor = page.nextCursor;
      pages++;
    } while (cursor !== undefined);
    expect(found).toEqual(['Mail 7']);
    expect(pages).toBeGreaterThan(5);
  });
});

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
    const context = await contextOf({ archive: await archiveOf([incoming(1, { raw })]) });
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
