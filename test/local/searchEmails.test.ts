// search_emails end to end: every sentence that the contract says of it, over a few mails made for them; then queries over
// real mail, before it is sealed and after, while another process imports; each answer is that of an exhaustive ranking.

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { storedEmailIdOf } from '../../lib/archive/identity.ts';
import { openArchive } from '../../lib/local/openArchive.ts';
import type { SearchEmailsResult } from '../../lib/tools/searchEmails.ts';
import { callTool } from '../contract/emailTools.ts';
import { type ModelMail, readModelMail } from '../contract/searchEmailsModel.ts';
import { checkRanking, checkSearches, drawQueries, letterFolders, letters } from '../contract/searchTool.ts';
import { inDirectory, mailglob, startMailglob } from './command.ts';
import { corpus } from './corpus.ts';
import { mail, mbox } from './mails.ts';
import { serve } from './served.ts';

/** The ids of what a query finds. */
const find = async (client: Client, queryText: string): Promise<string[]> =>
  (await callTool<SearchEmailsResult>(client, 'search_emails', { queryText })).matches.map(
    ({ summary }) => summary.storedEmailId,
  );

test('every sentence of the contract holds, before mail is sealed and after', async () => {
  await inDirectory(async directory => {
    const data = join(directory, 'data');
    const run = async (...args: string[]) =>
      expect(await mailglob([...args, '--data', data])).toMatchObject({ status: 0 });
    for (const [i, folder] of letterFolders.entries()) {
      const own = i === 0 ? letters.slice(0, -1) : letters.slice(-1);
      const files = await Promise.all(
        own.map(async (raw, j) => {
          const file = join(directory, `${i}-${j}.eml`);
          await writeFile(file, raw);
          return file;
        }),
      );
      await run('import', ...files, '--account', 'me', '--folder', folder);
    }
    const { client, server, stop } = await serve(data);
    await checkSearches(client, 'me');
    await run('rebuild');
    await checkSearches(client, 'me');

    // A mail that is stored is found at once, and one that is removed no more, sealed or not.
    for (const [i, isSealed] of [false, true].entries()) {
      const late = join(directory, `late${i}.eml`);
      await writeFile(late, mail({ id: `late${i}`, subject: 'A zebra' }));
      expect(await find(client, 'zebra')).toEqual([]);
      await run('import', late, '--account', 'me');
      const [id = ''] = await find(client, 'zebra');
      expect(id).not.toBe('');
      if (isSealed) await run('rebuild');
      expect(await find(client, 'zebra')).toEqual([id]);
      await run('remove', id);
      expect(await find(client, 'zebra')).toEqual([]);
    }
    // Logs hold outcomes, counts and costs, and nothing that was sent or stored.
    expect(server.printed.stderr).toMatch(
      /"tool":"search_emails","outcome":"answered".*"items":2.*"cost":\{"calls":[1-9]/,
    );
    expect(server.printed.stderr).toMatch(/"tool":"search_emails".*"code":51003/);
    expect(server.printed.stderr).not.toMatch(/zebra|invoice|pump|tanaka/i);
    expect(await stop()).toBe(0);
  });
}, 120_000);

const mostMails = 300;
const places = [
  { accountId: 'me', folderAlias: 'INBOX' },
  { accountId: 'me', folderAlias: 'Archive/2024' },
  { accountId: 'you', folderAlias: 'INBOX' },
];

/** Imports real mail, in turn into each folder. */
async function importCorpus(directory: string, data: string): Promise<ModelMail[]> {
  const names = (await readdir(corpus)).filter(name => name.endsWith('.eml')).toSorted();
  const step = Math.max(1, Math.floor(names.length / mostMails));
  const ids = new Set<string>();
  for (const [i, { accountId, folderAlias }] of places.entries()) {
    const source = join(directory, `source${i}`);
    await mkdir(source);
    for (const [j, name] of names.entries()) {
      if (j % step !== 0 || (j / step) % places.length !== i) continue;
      const raw = await readFile(join(corpus, name));
      await writeFile(join(source, name), raw);
      ids.add(storedEmailIdOf(accountId, folderAlias, raw));
    }
    const options = ['--account', accountId, '--folder', folderAlias, '--data', data];
    expect(await mailglob(['import', source, ...options])).toMatchObject({ status: 0 });
  }
  const archive = await openArchive(data);
  try {
    return await Promise.all([...ids].map(id => readModelMail(archive, id)));
  } finally {
    await archive.close();
  }
}

test('queries over real mail give the exhaustive ranking, sealed or not, while another process imports', async () => {
  await inDirectory(async directory => {
    const data = join(directory, 'data');
    const mails = await importCorpus(directory, data);
    const arriving = join(directory, 'arriving.mbox');
    await writeFile(arriving, mbox(Array.from({ length: 3000 }, (_, i) => mail({ id: `a${i}` }))));
    const { client, stop } = await serve(data);
    const importing = startMailglob(['import', arriving, '--account', 'other', '--data', data, '--quiet']);
    try {
      const queries = drawQueries(mails, 150);
      expect(await checkRanking(client, mails, queries)).toBeGreaterThan(300);
      expect(await mailglob(['rebuild', '--data', data])).toMatchObject({ status: 0 });
      expect(await checkRanking(client, mails, queries)).toBeGreaterThan(300);
    } finally {
      await importing.stop('SIGKILL');
      expect(await stop()).toBe(0);
    }
  });
}, 300_000);
