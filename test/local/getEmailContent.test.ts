// get_email_content end to end: real mail imported by the command, read over HTTP by a client that holds every answer
// to the published schema, and compared with what `inspect` and another parser say of the same files.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { contentBlobKey, mailBlobKey } from '../../lib/archive/blobKeys.ts';
import { storedEmailIdOf } from '../../lib/archive/identity.ts';
import { openArchive } from '../../lib/local/openArchive.ts';
import { callTool } from '../contract/emailTools.ts';
import { oneLine } from '../contract/mailModel.ts';
import { inDirectory, mailglob } from './command.ts';
import { corpus, isShared, pathOf } from './corpus.ts';
import { mail } from './mails.ts';
import { serve } from './served.ts';

interface Shown {
  readonly text: string;
  readonly originalCharacterCount: number;
  readonly truncatedBy: string;
}

interface Email {
  readonly storedEmailId: string;
  readonly failure: { readonly code: number; readonly message: string } | null;
  readonly content: {
    readonly accountId: string;
    readonly folderAlias: string;
    readonly sizeBytes: number;
    readonly headers: {
      readonly subject: string;
      readonly sentAt: string | null;
      readonly receivedAt: string;
      readonly messageId: string | null;
      readonly participants: readonly { role: string; address: string; displayName: string | null }[];
    };
    readonly body: { readonly availability: string; readonly plainText: Shown; readonly sanitizedHtml: Shown | null };
    readonly attachments:
      | readonly {
          attachmentId: string;
          fileName: string | null;
          wasFileNameNormalized: boolean;
          sizeBytes: number;
          path: string | null;
        }[]
      | null;
    readonly attachmentCounts: { readonly attachmentCount: number; readonly inlineResourceCount: number } | null;
    readonly remoteFlags: { readonly wasObserved: boolean };
  } | null;
}

interface Inspected {
  readonly file: string;
  readonly from: string | null;
  readonly subject: string | null;
  readonly messageId: string | null;
  readonly sentAt: string | null;
  readonly receivedAt: string | null;
  readonly sizeBytes: number;
  readonly attachments: readonly {
    filename: string | null;
    wasFileNameNormalized: boolean;
    kind: string;
    sizeBytes: number;
    path: string | null;
  }[];
}

/** Serves an archive, and reads mails of it. */
async function serveEmails(data: string, env: Readonly<Record<string, string>> = {}) {
  const served = await serve(data, env);
  const read = async (storedEmailIds: readonly string[], more: Record<string, unknown> = {}) => {
    const sent = { storedEmailIds, ...more };
    return (await callTool<{ readonly emails: readonly Email[] }>(served.client, 'get_email_content', sent)).emails;
  };
  return { ...served, read };
}

/** Words of ASCII letters: what charsets do not change. */
const wordsOf = (text: string) => new Set(text.match(/[A-Za-z]{4,}/g) ?? []);

test('every mail of the corpus reads as inspect and another parser say', async () => {
  await inDirectory(async directory => {
    const data = join(directory, 'data');
    const lines = (await mailglob(['inspect', corpus, '--json'])).stdout.trim().split('\n');
    const inspected = new Map<string, { raw: Buffer; one: Inspected }>();
    for (const line of lines) {
      const one: Inspected = JSON.parse(line);
      const raw = await readFile(pathOf(one.file));
      inspected.set(storedEmailIdOf('me', 'INBOX', raw), { raw, one });
    }
    expect(inspected.size).toBeGreaterThan(40);
    expect(await mailglob(['import', corpus, '--account', 'me', '--data', data])).toMatchObject({ status: 0 });
    const { read, stop } = await serveEmails(data);

    const ids = [...inspected.keys()];
    let bodies = 0;
    const differing: string[] = [];
    for (let at = 0; at < ids.length; at += 10) {
      const some = ids.slice(at, at + 10);
      const emails = await read(some, { includeSanitizedHtml: true, includeAttachmentDetails: true });
      expect(emails.map(email => email.storedEmailId)).toEqual(some);
      let characters = 0;
      for (const { storedEmailId, content, failure } of emails) {
        const known = inspected.get(storedEmailId);
        if (!content || !known) throw new Error(`${known?.one.file}: ${JSON.stringify(failure)}`);
        const { one, raw } = known;
        const { headers, body } = content;
        expect([one.file, content.accountId, content.folderAlias, content.sizeBytes]).toEqual([
          one.file,
          'me',
          'INBOX',
          raw.length,
        ]);
        expect(headers.sentAt && Date.parse(headers.sentAt)).toBe(one.sentAt && Date.parse(one.sentAt));
        if (one.receivedAt !== null) expect(Date.parse(headers.receivedAt)).toBe(Date.parse(one.receivedAt));
        expect(oneLine(one.subject ?? '').startsWith(headers.subject.replace(/…$/, ''))).toBe(true);
        const from = headers.participants.find(({ role }) => role === 'from');
        if (one.from) expect([one.file, from?.address]).toEqual([one.file, oneLine(one.from)]);
        const files = one.attachments.flatMap((file, i) =>
          file.kind === 'signature' ? [] : [{ file, number: i + 1 }],
        );
        const listed = content.attachments ?? [];
        expect(
          listed.map(file => [file.attachmentId, file.wasFileNameNormalized, file.sizeBytes, file.path === null]),
        ).toEqual(
          files
            .slice(0, listed.length)
            .map(({ file, number }) => [
              `${storedEmailId}/${number}`,
              file.wasFileNameNormalized,
              file.sizeBytes,
              file.path === null,
            ]),
        );
        if (files.length < 50) expect(listed).toHaveLength(files.length);
        const count = (kind: string) => one.attachments.filter(file => file.kind === kind).length;
        expect(content.attachmentCounts).toMatchObject({
          attachmentCount: count('attachment'),
          inlineResourceCount: count('inline'),
        });
        expect(content.remoteFlags.wasObserved).toBe(false);

        for (const shown of [body.plainText, body.sanitizedHtml]) {
          if (!shown) continue;
          const length = [...shown.text].length;
          characters += length;
          expect(shown.text.isWellFormed()).toBe(true);
          expect(shown.text).not.toMatch(/[\0-\x08\x0b-\x1f\x7f\u202e]/);
          expect(shown.truncatedBy === 'none').toBe(length === shown.originalCharacterCount);
          expect(length).toBeLessThanOrEqual(40_000);
        }
        expect(body.sanitizedHtml?.text ?? '').not.toMatch(
          /<(?:script|style|form|iframe|img|svg)|\son\w+=|javascript:|cid:[^<]*"/i,
        );

        const other = await PostalMime.parse(raw).catch(() => null);
        const words = wordsOf(other?.text ?? '');
        // Others add to the text what are files here: nested mails, further texts, what is uuencoded in it.
        if (words.size >= 5 && body.plainText.truncatedBy === 'none' && one.attachments.length === 0) {
          bodies++;
          const own = wordsOf(body.plainText.text);
          if (![...words].every(word => own.has(word))) differing.push(one.file);
        }
      }
      expect(characters).toBeLessThanOrEqual(100_000);
    }
    expect(bodies).toBeGreaterThanOrEqual(isShared ? 25 : 4);
    expect(differing).toEqual([]);
    await stop();
  });
}, 240_000);

test('what is refused, what is not held and what is damaged are told apart, and a budget is kept', async () => {
  await inDirectory(async directory => {
    const data = join(directory, 'data');
    const texts = ['a', 'b', 'c', 'd'].map(char => mail({ id: char }).replace(`Text of ${char}.`, char.repeat(3000)));
    const ids = texts.map(text => storedEmailIdOf('me', 'INBOX', Buffer.from(text)));
    const [a = '', b = '', c = '', d = ''] = ids;
    for (const [i, text] of texts.entries()) await writeFile(join(directory, `${i}.eml`), text);
    const files = texts.map((_, i) => join(directory, `${i}.eml`));
    expect(await mailglob(['import', ...files, '--account', 'me', '--data', data])).toMatchObject({ status: 0 });
    const limits = { MAILGLOB_REPRESENTATION_CHARACTERS: '2000', MAILGLOB_READ_CHARACTERS: '5000' };
    const { read, client, server, stop } = await serveEmails(data, limits);

    const cut = await read([d, c, b, a]);
    expect(cut.map(({ content }) => [content?.body.plainText.text, content?.body.plainText.truncatedBy])).toEqual([
      ['d'.repeat(2000), 'bodyCharacterLimit'],
      ['c'.repeat(2000), 'bodyCharacterLimit'],
      ['b'.repeat(1000), 'readCharacterBudget'],
      ['', 'readCharacterBudget'],
    ]);

    // One is removed by the command, of one the disk loses all, of one what is kept beside the raw mail.
    expect(await mailglob(['remove', a, '--data', data])).toMatchObject({ status: 0 });
    const { blobs, close } = await openArchive(data);
    await blobs.remove(mailBlobKey('me', 'INBOX', `${b}.eml`));
    await blobs.remove(contentBlobKey('me', b));
    await blobs.put(contentBlobKey('me', c), Buffer.from('spoilt'));
    await close();
    const emails = await read([a, b, c, d]);
    expect(emails.map(({ failure, content }) => failure?.code ?? content?.headers.subject)).toEqual([
      53002,
      55001,
      'c',
      'd',
    ]);
    // Where it went wrong, and nothing of the mail.
    expect(server.printed.stderr).toMatch(/"code":55001.*readRawContent/);
    expect(server.printed.stderr).not.toMatch(/bbbb|example\.com/);

    // What nobody removed stays listed, and says so once somebody looked.
    const listed = async () => {
      const { structuredContent } = await client.callTool({ name: 'list_emails', arguments: {} });
      const { emails } = structuredContent as { emails: { storedEmailId: string; contentAvailability: string }[] };
      return new Map(emails.map(email => [email.storedEmailId, email.contentAvailability]));
    };
    expect([...(await listed()).keys()].toSorted()).toEqual([b, c, d].toSorted());
    expect(await mailglob(['verify', '--data', data])).toMatchObject({ status: 1 });
    expect(await mailglob(['rebuild', '--json', '--data', data])).toMatchObject({ status: 0 });
    expect(await listed()).toEqual(
      new Map([
        [b, 'damaged'],
        [c, 'available'],
        [d, 'available'],
      ]),
    );
    expect((await read([a, b, c])).map(({ failure, content }) => failure?.code ?? content?.headers.subject)).toEqual([
      53002,
      55001,
      'c',
    ]);
    expect(await mailglob(['verify', '--data', data])).toMatchObject({ status: 0 });
    await stop();
  });
}, 120_000);
