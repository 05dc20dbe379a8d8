// What the contract promises of mails, asked of a stack: the same contents as on this machine, flags that change, and a
// raw mail that is gone.

import { contentBlobKey } from '../../lib/archive/blobKeys.ts';
import { rebuild } from '../../lib/archive/rebuild.ts';
import { s3Blobs } from '../../lib/aws/s3Blobs.ts';
import type { ListEmailsResult } from '../../lib/tools/listEmails.ts';
import {
  callTool,
  checkCursors,
  checkListRefusals,
  checkLists,
  checkReadRefusals,
  checkSchemaIsStrict,
  checkTools,
} from '../contract/emailTools.ts';
import { accounts, idOf, mails, metadataOf, modelOfAll } from './bucketMails.ts';
import type { SearchClient } from './mcpClient.ts';
import { type StackTools, until } from './stackTools.ts';

/** What get_email_content says of every mail, here and there; of some of them also with what was kept taken away. */
export async function compareContents(search: SearchClient, own: SearchClient, { remove }: StackTools): Promise<void> {
  const ids = [...new Set(mails.map(idOf))];
  const read = async ({ client }: SearchClient, storedEmailIds: readonly string[]) => {
    const sent = { storedEmailIds, includeSanitizedHtml: true, includeAttachmentDetails: true };
    return (await client.callTool({ name: 'get_email_content', arguments: sent })).structuredContent;
  };
  for (let at = 0; at < ids.length; at += 10) {
    const some = ids.slice(at, at + 10);
    const expected = await read(own, some);
    expect(await read(search, some)).toEqual(expected);
    if (at > 0) continue;
    expect(JSON.stringify(expected)).not.toContain('"failure":{');
    const keys = some.flatMap(id => accounts.map(account => contentBlobKey(account, id)));
    for (const key of keys) await remove(key);
    expect(await read(search, some)).toEqual(expected);
  }
}

/** What the contract promises of list_emails and get_email_content, each result validated by the client. */
export async function checkEmailTools({ client }: SearchClient): Promise<void> {
  const all = await modelOfAll();
  await checkLists(client, all, 40);
  await checkCursors(client, all);
  await checkTools(client);
  await checkSchemaIsStrict(client);
  await checkListRefusals(client, 'billing');
  await checkReadRefusals(
    client,
    all.map(one => one.id),
  );
}

async function listed({ client }: SearchClient, id: string): Promise<ListEmailsResult['emails'][number] | undefined> {
  for (let cursor: string | undefined; ; ) {
    const sent = { pageSize: 100, ...(cursor !== undefined && { cursor }) };
    const page = await callTool<ListEmailsResult>(client, 'list_emails', sent);
    const found = page.emails.find(email => email.storedEmailId === id);
    cursor = page.nextCursor;
    if (found || cursor === undefined) return found;
  }
}

/** The same mail again, with what an importer saw of it since. */
export async function checkFlagsChange(search: SearchClient, { put }: StackTools): Promise<void> {
  const mail = mails.find(one => one.marks === null);
  if (!mail) throw new Error('all have flags');
  const before = await listed(search, idOf(mail));
  await put(mail.key, mail.raw, { ...metadataOf(mail), flags: 'answered', keywords: 'to%20do' });
  await until(async () => (await listed(search, idOf(mail)))?.remoteFlags.wasObserved === true);
  expect(await listed(search, idOf(mail))).toEqual({
    ...before,
    remoteFlags: {
      ...{ wasObserved: true, observedAt: expect.any(String), isSeen: false, isAnswered: true },
      ...{ isFlagged: false, isDraft: false, keywords: ['to do'] },
    },
  });
}

/** A raw mail that is gone without anybody telling: it stays listed, and once somebody looked it says so. */
export async function checkRawGone(search: SearchClient, tools: StackTools): Promise<void> {
  const mail = mails.at(-1);
  if (!mail) throw new Error('no mail');
  const id = idOf(mail);
  const read = async () => {
    const { emails } = await callTool<{ emails: { failure: { code: number } | null }[] }>(
      search.client,
      'get_email_content',
      { storedEmailIds: [id] },
    );
    return emails[0]?.failure?.code ?? 'content';
  };
  const before = await listed(search, id);
  expect([before?.contentAvailability, await read()]).toEqual(['available', 'content']);
  const speak = await tools.silence();
  for (const key of [mail.key, contentBlobKey(mail.accountId, id)]) await tools.remove(key);
  await speak();
  expect([await listed(search, id), await read()]).toEqual([before, 55001]);

  const archive = { store: tools.openStore(), blobs: s3Blobs({ client: tools.s3(), bucket: tools.bucket }) };
  const rules = { servesAccount: (accountId: string) => accounts.includes(accountId) };
  const settle = async () => {};
  expect(await rebuild(archive, { rules, settle })).toMatchObject({ gone: 1, removed: 0 });
  expect([await listed(search, id), await read()]).toEqual([{ ...before, contentAvailability: 'damaged' }, 55001]);
  await archive.store.close();

  await tools.put(mail.key, mail.raw, metadataOf(mail));
  await until(async () => (await listed(search, id))?.contentAvailability === 'available');
  expect([await listed(search, id), await read()]).toEqual([before, 'content']);
}
