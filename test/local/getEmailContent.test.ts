// get_email_content end to end: real mail imported by the command, read over HTTP by a client that holds every answer
// to the published schema, and compared with what `inspect` and another parser say of the same files.

import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import PostalMime from 'postal-mime';
import { storedEmailIdOf } from '../../lib/archive/identity.ts';
import { contentBlobKey, mailBlobKey } from '../../lib/archive/keys.ts';
import { openArchive } from '../../lib/local/openArchive.ts';
import { inDirectory, mailglob, root, startMailglob } from './command.ts';
import { mail } from './mails.ts';

const shared = join(root, '..', 'shared', 'mail', 'eml');
const corpus = existsSync(shared) ? shared : join(root, 'lib', 'samples', 'mail');

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

/** Serves an archive and connects a client that has seen the schemas, and so checks every result by them. */
async function serve(data: string, env: Readonly<Record<string, string>> = {}) {
  const server = startMailglob(['serve', '--port', '0', '--data', data], { env });
  const url = (await server.firstLine).replace('mailglob serving ', '');
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)) as Parameters<typeof client.connect>[0]);
  await client.listTools();
  const call = (sent: Record<string, unknown>) => client.callTool({ name: 'get_email_content', arguments: sent });
  return {
    server,
    client,
    call,
    read: async (storedEmailIds: readonly string[], more: Record<string, unknown> = {}): Promise<readonly Email[]> => {
      const result = await call({ storedEmailIds, ...more });
      const structured = result.structuredContent as { readonly emails: readonly Email[] };
      expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(structured) }]);
      return structured.emails;
    },
  };
}

const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu, '')
    .trim();

/** Words of ASCII letters: what charsets do not change. */
const wordsOf = (text: string) => new Set(text.match(/[A-Za-z]{4,}/g) ?? []);

test('every mail of the corpus reads as inspect and another parser say', async () => {
  await inDirectory(async directory => {
    const data = join(directory, 'data');
    const lines = (await mailglob(['inspect', corpus, '--json'])).stdout.trim().split('\n');
    const inspected = new Map<string, { raw: Buffer; one: Inspected }>();
    for (const line of lines) {
      const one: Inspected = JSON.parse(line);
      const raw = await readFile(one.file.startsWith('/') ? one.file : join(root, one.file));
      inspected.set(storedEmailIdOf('me', 'INBOX', raw), { raw, one });
    }
    expect(inspected.size).toBeGreaterThan(40);
    expect(await mailglob(['import', corpus, '--account', 'me', '--data', data])).toMatchObject({ status: 0 });
    const { read, client, server } = await serve(data);

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
    expect(bodies).toBeGreaterThanOrEqual(corpus === shared ? 25 : 4);
    expect(differing).toEqual([]);
    await client.close();
    await server.stop();
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
    const { call, read, client, server } = await serve(data, limits);

    const cut = await read([d, c, b, a]);
    expect(cut.map(({ content }) => [content?.body.plainText.text, content?.body.plainText.truncatedBy])).toEqual([
      ['d'.repeat(2000), 'bodyCharacterLimit'],
      ['c'.repeat(2000), 'bodyCharacterLimit'],
      ['b'.repeat(1000), 'readCharacterBudget'],
      ['', 'readCharacterBudget'],
    ]);

    for (const [code, sent] of [
      [51005, {}],
      [51005, { storedEmailIds: Array(11).fill(a) }],
      [51004, { storedEmailIds: [a, 'x'] }],
      [51006, { storedEmailIds: [a, a.toUpperCase()] }],
      [51002, { storedEmailIds: a }],
      [51002, { storedEmailIds: [a], includeSanitizedHtml: 1 }],
    ] as const) {
      const refusal = await call(sent);
      expect(refusal).toMatchObject({ isError: true });
      expect(JSON.stringify(refusal.content)).toMatch(`mailglob error ${code}: `);
    }

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
    await client.close();
    await server.stop();
  });
}, 120_000);
