import { storedEmailIdOf } from '../../../lib/archive/identity.ts';
import { limits } from '../../../lib/limits.ts';
import { getEmailContentTool } from '../../../lib/tools/getEmailContent.ts';
import { listEmailsTool as tool } from '../../../lib/tools/listEmails.ts';
import { mail } from '../../local/mails.ts';
import { contextOf, incoming, list, samples, subjectMail, subjectsOf, validate } from './emailLister.ts';
import { archiveOfMails } from './mailArchive.ts';

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
    const archive = await archiveOfMails([incoming(1, { raw })]);
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
    const { emails } = await list({}, await contextOf({ archive: await archiveOfMails([incoming(1, { raw })]) }));
    expect(emails).toMatchObject([{ subject: 'cut', contentAvailability: 'damaged' }]);
  });

  it('is bounded in characters, whatever strangers wrote', async () => {
    const to = Array.from({ length: 400 }, (_, i) => `${'a'.repeat(300)}${i}@example.com`).join(', ');
    const raw = Buffer.from(
      `From: ${'N'.repeat(5000)} <a@example.com>\r\nTo: ${to}\r\nSubject: ${'s'.repeat(5000)}\r\n\r\n`,
    );
    const archive = await archiveOfMails([incoming(1, { raw })]);
    const result = await list({}, await contextOf({ archive }));
    expect(result.emails[0]?.toAddresses).toHaveLength(limits.shownRecipients.value);
    expect(result.emails[0]?.moreToAddresses).toBeGreaterThan(250);
    expect(validate(result)).toMatchObject({ valid: true });
    expect(JSON.stringify(result).length).toBeLessThan(20_000);
  });

  it('finds by all of a subject that get_email_content shows, though it shows less itself', async () => {
    const most = limits.storedHeaderCharacters.value;
    const long = `${'s'.repeat(most - 6)} End.`;
    const archive = await archiveOfMails(
      [long, `${long} beyond`].map((subject, n) => incoming(n, { raw: subjectMail(subject) })),
    );
    const context = await contextOf({ archive });
    const { emails } = await list({ subjectFragment: 's END.' }, context);
    expect(emails.map(({ subject }) => subject)).toEqual(
      Array(2).fill(`${'s'.repeat(limits.shownCharacters.value - 1)}…`),
    );
    const read = await getEmailContentTool.call(context, { storedEmailIds: emails.map(one => one.storedEmailId) });
    expect(read.result.emails.map(({ content }) => content?.headers.subject)).toEqual(
      expect.arrayContaining([long, `${long}…`]),
    );
    expect(await subjectsOf({ subjectFragment: 'beyond' }, context)).toEqual([]);
  });

  it('shows the beginning of a header of megabytes, what stands behind it, and that something was left out', async () => {
    const raw = Buffer.from(
      `Subject: Offer ${'x'.repeat(3_000_000)}\r\nFrom: Ann <ann@example.com>\r\nTo: bob@example.com\r\n` +
        'Date: Mon, 1 Jan 2024 10:00:00 +0000\r\nMessage-ID: <one@example.com>\r\n\r\nHello.\r\n',
    );
    const context = await contextOf({ archive: await archiveOfMails([incoming(1, { raw })]) });
    const { emails } = await list({ senderAddress: 'ann@example.com', subjectFragment: 'offer' }, context);
    expect(emails).toMatchObject([
      {
        subject: `Offer ${'x'.repeat(limits.shownCharacters.value - 7)}…`,
        ...{ senderAddress: 'ann@example.com', senderDisplayName: 'Ann', toAddresses: ['bob@example.com'] },
        ...{ sentAt: '2024-01-01T10:00:00.000Z', messageId: '<one@example.com>', contentAvailability: 'damaged' },
      },
    ]);
    const read = await getEmailContentTool.call(context, { storedEmailIds: emails.map(one => one.storedEmailId) });
    const [email] = read.result.emails;
    expect(email?.content?.headers.subject).toBe(`Offer ${'x'.repeat(limits.storedHeaderCharacters.value - 7)}…`);
    expect(email?.content?.body.plainText.text).toBe('Hello.\n');
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
    const archive = await archiveOfMails(Array.from({ length: 51 }, (_, i) => incoming(i)));
    const context = await contextOf({ archive });
    const first = await list({}, context);
    const second = await list({ cursor: first.nextCursor }, context);
    const third = await list({ cursor: second.nextCursor, pageSize: 1 }, context);
    expect([first, second, third].map(page => page.emails.length)).toEqual([25, 25, 1]);
    expect(Object.keys(third)).toEqual(['emails', 'folderFreshness']);
    expect((await list({ pageSize: 100 }, context)).emails).toHaveLength(51);
  });

  it('comes back short where the budget ends, and never pretends to be the last', async () => {
    const archive = await archiveOfMails(Array.from({ length: 30 }, (_, i) => incoming(i)));
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
