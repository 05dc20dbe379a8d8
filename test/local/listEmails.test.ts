// list_emails end to end: what the contract promises of it and of get_email_content, asked over HTTP by a real client
// that validates each result, over real mail in folders and a Maildir, while another process imports.

import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
import { type ModelMail, modelMail } from '../contract/mailModel.ts';
import { inDirectory, mailglob, startMailglob } from './command.ts';
import { corpus, pathOf } from './corpus.ts';
import { mail, mbox } from './mails.ts';
import { serve } from './served.ts';

const mostMails = 400;

const places = [
  { accountId: 'me', folderAlias: 'INBOX' },
  { accountId: 'me', folderAlias: 'Archive/2024' },
  { accountId: 'you', folderAlias: 'INBOX' },
  { accountId: 'you', folderAlias: 'Lists' },
] as const;

/** Imports the corpus into four folders, the last from a Maildir, and tells what there is. */
async function importCorpus(directory: string, data: string): Promise<ModelMail[]> {
  const lines = (await mailglob(['inspect', corpus, '--json'])).stdout.trim().split('\n');
  const dated = lines
    .map(line => JSON.parse(line) as { file: string; receivedAt: string | null })
    .filter(({ receivedAt }) => receivedAt !== null)
    .slice(0, mostMails);
  expect(dated.length).toBeGreaterThan(40);
  const maildir = join(directory, 'Maildir');
  for (const folder of ['cur', 'new', 'tmp']) await mkdir(join(maildir, folder), { recursive: true });
  const files = new Map<(typeof places)[number], string[]>(places.map(place => [place, []]));
  const mails = new Map<string, ModelMail>();
  for (const [i, { file, receivedAt }] of dated.entries()) {
    const place = places[i % places.length] ?? places[0];
    const path = pathOf(file);
    const raw = await readFile(path);
    const flags = place.folderAlias === 'Lists' ? (['S', '', 'FS', 'R', 'DFRS'][i % 5] ?? '') : null;
    // Some come in the same second.
    const seconds = 1_650_000_000 + Math.floor(i / 10) * 86_400;
    const received = flags === null ? Date.parse(receivedAt ?? '') : seconds * 1000;
    const one = await modelMail({ ...place, receivedAt: received, flags, raw });
    if (mails.has(one.id)) continue;
    mails.set(one.id, one);
    if (flags !== null) await writeFile(join(maildir, 'cur', `${seconds}.${i}.host:2,${flags}`), raw);
    else files.get(place)?.push(path);
  }
  for (const [{ accountId, folderAlias }, paths] of files) {
    const sources = folderAlias === 'Lists' ? [maildir] : paths;
    const options = ['--account', accountId, '--folder', folderAlias, '--data', data];
    expect(await mailglob(['import', ...sources, ...options])).toMatchObject({ status: 0 });
  }
  return [...mails.values()];
}

test('every promise holds over real mail, page by page, while another process imports', async () => {
  await inDirectory(async directory => {
    const data = join(directory, 'data');
    const mails = await importCorpus(directory, data);
    const arriving = join(directory, 'arriving.mbox');
    const others = Array.from({ length: 4000 }, (_, i) => {
      const date = new Date(Date.UTC(1995 + (i % 40), i % 12, 1 + (i % 28), i % 24)).toISOString();
      return mail({ id: `a${i}`, date });
    });
    await writeFile(arriving, mbox(others));
    const { client, server, stop } = await serve(data);
    const importing = startMailglob(['import', arriving, '--account', 'other', '--data', data, '--quiet']);
    try {
      await checkLists(client, mails, 250);
      await checkCursors(client, mails);
      await checkTools(client);
      await checkSchemaIsStrict(client);
      await checkListRefusals(client, 'me');
      await checkReadRefusals(
        client,
        mails.map(one => one.id),
      );
      // Logs hold outcomes and codes, and nothing that was sent or stored.
      const said = server.printed.stderr;
      expect(said).toMatch(/"tool":"list_emails".*"code":51001/);
      expect(said).toMatch(/"tool":"get_email_content".*"code":51006/);
      expect(said).not.toMatch(/canary|nobody@example\.com|receivedOnOrAfter/i);
    } finally {
      await importing.stop('SIGKILL');
      expect(await stop()).toBe(0);
    }
  });
}, 180_000);

test('a later import of a Maildir changes flags and nothing else, and a rebuild comes to the same', async () => {
  await inDirectory(async directory => {
    const data = ['--data', join(directory, 'data')] as const;
    const maildir = join(directory, 'Maildir');
    for (const folder of ['cur', 'new', 'tmp']) await mkdir(join(maildir, folder), { recursive: true });
    const keywords = join(maildir, 'dovecot-keywords');
    await writeFile(keywords, '0 work\n');
    const cur = (name: string) => join(maildir, 'cur', name);
    for (const id of ['one', 'two', 'three'])
      await writeFile(cur(`1700000000.${id}.host:2,${id === 'two' ? 'S' : ''}`), mail({ id, files: [`${id}.pdf`] }));
    await writeFile(join(maildir, 'new', '1700000001.four.host'), mail({ id: 'four' }));
    const load = async () => {
      const { stdout } = await mailglob(['import', maildir, '--account', 'me', '--json', ...data]);
      return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as { stored: number; duplicates: number };
    };
    expect(await load()).toMatchObject({ stored: 4, duplicates: 0 });

    const served = await serve(data[1]);
    const list = async (question: Record<string, unknown> = {}, { client } = served) =>
      (await callTool<ListEmailsResult>(client, 'list_emails', question)).emails;
    const subjects = async (question: Record<string, unknown>) =>
      (await list(question)).map(email => email.subject).toSorted();
    const before = await list();
    expect(await subjects({ isRemotelySeen: false })).toEqual(['four', 'one', 'three']);

    // Read, answered and labelled; read no more; moved out of new without a flag.
    await rename(cur('1700000000.one.host:2,'), cur('1700000000.one.host:2,RSa'));
    await rename(cur('1700000000.two.host:2,S'), cur('1700000000.two.host:2,F'));
    await rename(join(maildir, 'new', '1700000001.four.host'), cur('1700000001.four.host:2,'));
    expect(await load()).toMatchObject({ stored: 0, duplicates: 4 });
    const after = await list();
    const stateOf = (id: string) => {
      const { observedAt: _, ...flags } = after.find(email => email.subject === id)?.remoteFlags ?? {};
      return flags;
    };
    const none = { isSeen: false, isAnswered: false, isFlagged: false, isDraft: false, keywords: [] };
    expect(stateOf('one')).toEqual({ ...none, wasObserved: true, isSeen: true, isAnswered: true, keywords: ['work'] });
    expect(stateOf('two')).toEqual({ ...none, wasObserved: true, isFlagged: true });
    expect(stateOf('three')).toEqual({ ...none, wasObserved: true });
    const flagless = (emails: typeof before) => emails.map(({ remoteFlags: _, ...rest }) => rest);
    expect(flagless(after)).toEqual(flagless(before));
    const untouched = (emails: typeof before) => emails.filter(email => ['three', 'four'].includes(email.subject));
    expect(untouched(after)).toEqual(untouched(before));
    expect(await subjects({ isRemotelySeen: false })).toEqual(['four', 'three', 'two']);
    expect(await subjects({ isRemotelySeen: true })).toEqual(['one']);

    expect(await served.stop()).toBe(0);
    expect(await mailglob(['verify', ...data])).toMatchObject({ status: 0 });
    for (const name of await readdir(join(directory, 'data')))
      if (name.startsWith('mailglob.db')) await rm(join(directory, 'data', name));
    expect(await mailglob(['rebuild', ...data])).toMatchObject({ status: 0 });
    const again = await serve(data[1]);
    expect(await list({}, again)).toEqual(after);
    await again.stop();
  });
}, 60_000);
