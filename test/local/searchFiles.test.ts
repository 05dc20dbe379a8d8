// search_files end to end on this machine: every sentence that the contract says of it, over documents of every type and
// attachments of mails; then arrivals, removals and rebuilds while it is asked.

import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileCount, fileFolder, fileMails, libraryDocuments } from '../contract/askedFiles.ts';
import { checkFiles, searchFiles, untilIndexed } from '../contract/fileTools.ts';
import { inDirectory, mailglob } from './command.ts';
import { mbox } from './mails.ts';
import { serve } from './served.ts';

async function writeLibrary(data: string): Promise<void> {
  for (const [path, bytes] of libraryDocuments) {
    const file = join(data, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
}

async function importMails(directory: string, data: string): Promise<void> {
  for (const [i, raw] of fileMails.entries()) {
    // Keywords in a header count in an mbox alone.
    const isKept = i === fileMails.length - 1;
    const file = join(directory, `${i}.${isKept ? 'mbox' : 'eml'}`);
    await writeFile(file, isKept ? mbox([raw]) : raw);
    const args = ['import', file, '--account', 'me & you', '--folder', fileFolder, '--data', data];
    expect(await mailglob(args)).toMatchObject({ status: 0 });
  }
}

test('every sentence of the contract holds, and again once everything is rebuilt', async () => {
  await inDirectory(async directory => {
    const data = join(directory, 'data');
    await importMails(directory, data);
    await writeLibrary(data);
    const { client, server, stop } = await serve(data);
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === 'search_files');
    expect(tool).toMatchObject({
      title: 'Search files',
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    });
    await untilIndexed(client, fileCount);
    await checkFiles(client, 'me & you');

    // A file that is referred to by none is told once it is a day old.
    const lonely = 'library/pictures/unasked picture.png';
    const unreferenced = async () =>
      (await searchFiles(client, { diagnostics_only: true })).unreferenced_attachments?.rows.map(({ path }) => path);
    expect(await unreferenced()).not.toContain(lonely);
    const before = new Date(Date.now() - 2 * 86_400_000);
    await utimes(join(data, lonely), before, before);
    await expectSoon(async () => expect(await unreferenced()).toContain(lonely));

    // A document that comes, changes and goes is found, found otherwise and found no more.
    const late = join(data, 'library', 'late.txt');
    const found = async (keyword: string) => (await searchFiles(client, { keyword })).results?.map(({ path }) => path);
    await writeFile(late, 'a zebrafish');
    await expectSoon(async () => expect(await found('zebrafish')).toEqual(['library/late.txt']));
    await writeFile(late, 'a lungfish');
    await expectSoon(async () =>
      expect([await found('zebrafish'), await found('lungfish')]).toEqual([[], ['library/late.txt']]),
    );
    await rm(late);
    await expectSoon(async () => expect([await found('lungfish'), await found('late.tx')]).toEqual([[], []]));

    // A rebuild answers from what was there; started twice it loses nothing and doubles nothing.
    const answer = await searchFiles(client, { keyword: 'heliopumps', rebuild_index: true });
    expect(answer).toMatchObject({ returned: 3, index: { state: 'building', mode: 'fullText', ignored_filters: [] } });
    expect(await searchFiles(client, { keyword: 'heliopumps', rebuild_index: true })).toMatchObject({ returned: 3 });
    await untilIndexed(client, fileCount);
    await checkFiles(client, 'me & you');
    expect((await searchFiles(client, { keyword: 'heliopumps' })).index.files_indexed).toBe(fileCount);

    // Attachments of a mail that is removed go with it.
    const [hit] = (await searchFiles(client, { keyword: 'sapphiregasket' })).results ?? [];
    expect(await mailglob(['remove', hit?.message_id ?? '', '--data', data])).toMatchObject({ status: 0 });
    await expectSoon(async () => expect([await found('sapphiregasket'), await found('can_08')]).toEqual([[], []]));

    // Logs hold outcomes, counts and costs, and nothing that was sent or stored.
    expect(server.printed.stderr).toMatch(
      /"tool":"search_files","outcome":"answered".*"items":3.*"cost":\{"calls":[1-9]/,
    );
    expect(server.printed.stderr).not.toMatch(/heliopump|gasket|supply|scan_08|zebrafish/i);
    expect(await stop()).toBe(0);
  });
}, 300_000);

/** Tries until it holds, or half a minute is over. */
async function expectSoon(holds: () => Promise<void>): Promise<void> {
  const end = performance.now() + 30_000;
  for (;;) {
    try {
      await holds();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise(resolve => setTimeout(resolve, 200));
    }
  }
}
