import { limits } from '../../../lib/limits.ts';
import { multipartMail, raw } from '../../mails.ts';
import { contentOf, readAll, textMail } from './emailReader.ts';

describe('what is read of a mail', () => {
  const whole = raw(
    [
      'From: =?utf-8?q?J=C3=BCrgen_=E2=80=AE?= <j@example.com>',
      'To: bob@example.org',
      'Subject: Two\tforms',
      'Date: Mon, 6 May 2024 07:08:09 +0200',
      'Message-ID: <2@example.com>',
      'References: <0@example.com> <1@example.com>',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x\nContent-Type: text/html\n\n<p>Some <b>words</b></p><img src="cid:logo">',
      '--x\nContent-Type: application/pdf\nContent-Disposition: attachment; filename="../a.pdf"\n\nabc',
      '--x\nContent-Type: image/png\nContent-ID: <logo>\nContent-Disposition: inline\n\nabcd',
      '--x\nContent-Type: application/pgp-signature; name=signature.asc\n\nabcde',
      '--x--',
      '',
    ].join('\n'),
  );

  test('without more than was asked for', async () => {
    const [email] = await readAll([{ raw: whole, isObserved: true }]);
    expect(email).toEqual({
      storedEmailId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      failure: null,
      content: {
        accountId: 'alpha',
        folderAlias: 'Archive/2024',
        sizeBytes: whole.length,
        headers: {
          subject: 'Two forms',
          sentAt: '2024-05-06T05:08:09.000Z',
          receivedAt: '2024-05-06T00:00:00.000Z',
          participants: [
            { role: 'from', address: 'j@example.com', displayName: 'Jürgen' },
            { role: 'to', address: 'bob@example.org', displayName: null },
          ],
          messageId: '<2@example.com>',
          inReplyTo: null,
          references: ['<0@example.com>', '<1@example.com>'],
        },
        body: {
          availability: 'readable',
          plainText: { text: 'Some words', originalCharacterCount: 10, truncatedBy: 'none' },
          sanitizedHtml: null,
        },
        attachments: null,
        attachmentCounts: {
          attachmentCount: 1,
          inlineResourceCount: 1,
          totalSizeBytes: 12,
          isEncrypted: false,
          hasUnverifiedSignature: true,
          hasUnexpandedTnef: false,
        },
        remoteFlags: {
          wasObserved: true,
          observedAt: '2024-05-07T00:00:00.000Z',
          isSeen: true,
          isAnswered: false,
          isFlagged: true,
          isDraft: false,
          keywords: ['a b'],
        },
      },
    });
  });

  test('with HTML and the files', async () => {
    const content = await contentOf({ raw: whole }, { includeSanitizedHtml: true, includeAttachmentDetails: true });
    const [{ storedEmailId } = { storedEmailId: '' }] = await readAll([{ raw: whole }]);
    expect(content.body.sanitizedHtml).toEqual({
      text: '<p>Some <b>words</b></p>',
      originalCharacterCount: 24,
      truncatedBy: 'none',
    });
    expect(content.attachments).toEqual([
      {
        attachmentId: `${storedEmailId}/1`,
        fileName: 'a.pdf',
        wasFileNameNormalized: true,
        mediaType: 'application/pdf',
        sizeBytes: 3,
        disposition: 'attachment',
        path: null,
      },
      {
        attachmentId: `${storedEmailId}/2`,
        fileName: null,
        wasFileNameNormalized: false,
        mediaType: 'image/png',
        sizeBytes: 4,
        disposition: 'inline',
        path: null,
      },
    ]);
  });

  test('flags that nobody saw are not observed', async () => {
    const { remoteFlags } = await contentOf({ raw: whole });
    expect(remoteFlags).toEqual({
      wasObserved: false,
      observedAt: null,
      isSeen: false,
      isAnswered: false,
      isFlagged: false,
      isDraft: false,
      keywords: [],
    });
  });

  test('a text without files or HTML', async () => {
    const content = await contentOf(
      { raw: textMail('Hello\n\n\tthere') },
      { includeSanitizedHtml: true, includeAttachmentDetails: true },
    );
    expect(content.body.plainText.text.trimEnd()).toBe('Hello\n\n\tthere');
    expect(content.body.sanitizedHtml).toBeNull();
    expect(content.attachments).toEqual([]);
    expect(content.headers.sentAt).toBeNull();
    expect(content.headers.receivedAt).toBe('2024-05-07T00:00:00.000Z');
  });

  test('nothing of an encrypted body', async () => {
    const encrypted = multipartMail('encrypted', [
      'Content-Type: application/pgp-encrypted\n\nVersion: 1',
      'Content-Type: application/octet-stream\n\nabc',
    ]);
    const content = await contentOf({ raw: encrypted }, { includeSanitizedHtml: true, includeAttachmentDetails: true });
    expect(content.body).toEqual({
      availability: 'encryptedNotReadableLocally',
      plainText: { text: '', originalCharacterCount: 0, truncatedBy: 'none' },
      sanitizedHtml: null,
    });
    expect(content.attachmentCounts).toMatchObject({ isEncrypted: true });
  });

  test('the headers alone of one over the size limit', async () => {
    const huge = Buffer.concat([textMail('x'), Buffer.alloc(limits.messageBytes.value, 'x')]);
    const content = await contentOf({ raw: huge }, { includeSanitizedHtml: true, includeAttachmentDetails: true });
    expect(content).toMatchObject({
      sizeBytes: huge.length,
      headers: { subject: 'Test' },
      body: { availability: 'notStoredExceededSizeLimit', plainText: { text: '' }, sanitizedHtml: null },
      attachments: null,
      attachmentCounts: null,
    });
  });

  test('lists that are bounded, however long they are', async () => {
    const people = Array.from({ length: 2000 }, (_, i) => `"${'n'.repeat(50)}" <p${i}@example.com>`).join(', ');
    const files = Array.from(
      { length: 500 },
      (_, i) => `Content-Type: a/b\nContent-Disposition: attachment; filename=${'f'.repeat(100)}${i}\n\nx`,
    );
    const long = raw(
      `To: ${people}\nReferences: ${'<r@example.com> '.repeat(2000)}\n${multipartMail('mixed', files).toString()}`,
    );
    const content = await contentOf({ raw: long }, { includeAttachmentDetails: true });
    const { participants, references } = content.headers;
    for (const list of [participants, references]) {
      expect(list.length).toBeGreaterThan(50);
      expect(JSON.stringify(list).length).toBeLessThan(limits.listCharacters.value + list.length + 2);
    }
    expect(participants[0]).toMatchObject({ address: 'ann@example.com' });
    expect(participants.length + (content.headers.moreParticipants ?? 0)).toBe(limits.storedParticipants.value);
    expect(references.length + (content.headers.moreReferences ?? 0)).toBe(limits.storedReferences.value);
    expect(content).not.toHaveProperty('moreAttachments');
    expect(content.attachments?.length).toBe(500);
    expect(content.attachmentCounts?.attachmentCount).toBe(500);
  });

  test('all files of a mail that has as many as are read, and of all mails of a call within one budget', async () => {
    const files = (count: number, name: string) =>
      raw(
        multipartMail(
          'mixed',
          Array.from(
            { length: count },
            (_, i) => `Content-Type: a/b\nContent-Disposition: attachment; filename=${name}${i}.bin\n\nx`,
          ),
        ).toString(),
      );
    const mails = [
      { raw: files(limits.parts.value, 'f') },
      { raw: files(400, 'f'.repeat(150)) },
      { raw: files(1500, 'g'.repeat(150)) },
      { raw: files(3, 'h') },
    ];
    const emails = await readAll(mails, { includeAttachmentDetails: true });
    const lists = emails.map(({ content }) => content?.attachments ?? []);
    expect(emails.map(({ content }, i) => (content?.moreAttachments ?? 0) + (lists[i]?.length ?? 0))).toEqual([
      ...[limits.parts.value, 400, 1500, 3],
    ]);
    expect(emails[0]?.content).not.toHaveProperty('moreAttachments');
    expect(lists[0]?.length).toBe(limits.parts.value);
    expect(lists.flat().length).toBeLessThan(3903);
    expect(Buffer.byteLength(JSON.stringify(lists))).toBeLessThan(limits.fileListBytes.value + 100);
  });
});
