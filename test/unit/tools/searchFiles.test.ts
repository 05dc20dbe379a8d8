import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import type { Archive } from '../../../lib/archive/archive.ts';
import { fileStateKey } from '../../../lib/archive/fileKeys.ts';
import { changeGenerations, noGenerations, readGenerations } from '../../../lib/archive/files/fileState.ts';
import { startFilesRebuild } from '../../../lib/archive/files/generations.ts';
import { workOffFiles } from '../../../lib/archive/files/workOffFiles.ts';
import { storeMessages } from '../../../lib/archive/writer.ts';
import type { Caller } from '../../../lib/tools/caller.ts';
import { type SearchFilesResult, searchFilesTool as tool } from '../../../lib/tools/searchFiles.ts';
import type { ToolContext } from '../../../lib/tools/tool.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';
import { plainExtract } from '../../doubles/plainExtract.ts';
import { everyone, refusalOf, sampleEnvironment } from '../../doubles/toolService.ts';

const start = Date.UTC(2024, 2, 5, 12);

/** A mail with text files, by name. */
const mailOf = (accountId: string, files: Readonly<Record<string, string>>, day = 0) => ({
  ...{ accountId, folderAlias: 'INBOX', receivedAt: start + day * 86_400_000, flags: null },
  raw: Buffer.from(
    [
      ...[`From: ${accountId}@example.com`, `Date: ${new Date(start + day * 86_400_000).toUTCString()}`],
      ...['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b', ''],
      ...Object.entries(files).flatMap(([name, text]) => [
        ...['--b', 'Content-Type: text/plain', `Content-Disposition: attachment; filename="${name}"`, '', text],
      ]),
      ...['--b--', ''],
    ].join('\r\n'),
  ),
});

async function archiveOf(library: Readonly<Record<string, string>> = {}): Promise<Archive> {
  const archive = { store: memoryStore(), blobs: memoryBlobs(() => start - 86_400_000) };
  for (const [path, text] of Object.entries(library)) await archive.blobs.create(path, Buffer.from(text));
  await storeMessages(
    archive,
    [
      mailOf('alpha', { 'offer.txt': 'a pump of alpha', 'same.txt': 'the same' }),
      mailOf('beta', { 'letter.txt': 'a pump of beta', 'same.txt': 'the same', 'pumpkin.txt': '' }, 1),
      mailOf('beta', { 'pumps.txt': 'nothing else' }, 2),
    ],
    () => start,
  );
  return archive;
}

const documents = { 'library/note.txt': 'a pump of the library', 'library/twin.txt': 'the same' };

async function indexed(library: Readonly<Record<string, string>> = documents): Promise<Archive> {
  const archive = await archiveOf(library);
  await workOffFiles(archive, plainExtract);
  return archive;
}

async function contextOf(archive: Archive, fields: Partial<ToolContext> = {}): Promise<ToolContext> {
  return { ...(await sampleEnvironment({ archive })), caller: everyone, ...fields };
}

const validate = new AjvJsonSchemaValidator().getValidator<SearchFilesResult>(
  tool.outputSchema as unknown as Parameters<AjvJsonSchemaValidator['getValidator']>[0],
);

async function ask(context: ToolContext, sent: Readonly<Record<string, unknown>>): Promise<SearchFilesResult> {
  const { result } = await tool.call(context, sent);
  expect(validate(JSON.parse(JSON.stringify(result)))).toMatchObject({ valid: true });
  return result;
}

const namesOf = ({ results = [] }: SearchFilesResult): readonly string[] =>
  results.map(({ path }) => path.split('/').at(-1)?.replace(/^\d-/, '') ?? '');

const beta: Caller = { ...everyone, accounts: ['beta'], library: false };

describe('who asks', () => {
  it('finds attachments of the accounts that he may read, and documents of the library only where he may', async () => {
    const archive = await indexed();
    const paths = async (caller: Caller) =>
      namesOf(await ask(await contextOf(archive, { caller }), { keyword: 'pump' }));
    expect((await paths(everyone)).toSorted()).toEqual([
      'letter.txt',
      'note.txt',
      'offer.txt',
      'pumpkin.txt',
      'pumps.txt',
    ]);
    expect((await paths(beta)).toSorted()).toEqual(['letter.txt', 'pumpkin.txt', 'pumps.txt']);
    expect(await paths({ ...beta, accounts: [], library: true })).toEqual(['note.txt']);
    expect(await paths({ ...beta, accounts: [] })).toEqual([]);
  });

  it('is told how many of his files are indexed, and nothing of others', async () => {
    const archive = await indexed();
    const index = async (caller: Caller) =>
      (await ask(await contextOf(archive, { caller }), { keyword: 'pump' })).index;
    expect(await index(everyone)).toMatchObject({ files_indexed: 8, files_pending: 0 });
    expect(await index(beta)).toMatchObject({ files_indexed: 4, files_pending: 0 });
    expect(await index({ ...beta, library: true })).toMatchObject({ files_indexed: 6 });
  });

  it('learns of the same bytes in his files alone', async () => {
    const archive = await indexed();
    const same = async (caller: Caller) =>
      (await ask(await contextOf(archive, { caller }), { diagnostics_only: true })).duplicate_content;
    expect(await same(everyone)).toMatchObject({ total: 1, rows: [{ count: 3, size_bytes: 8 }] });
    expect(await same({ ...beta, library: true })).toMatchObject({ total: 1, rows: [{ count: 2 }] });
    expect(await same(beta)).toEqual({ total: 0, rows: [] });
  });

  it('starts a rebuild only with the scope admin, before the search is answered', async () => {
    const archive = await indexed();
    let started = 0;
    const rebuildFiles = async () => {
      started++;
      await startFilesRebuild(archive);
    };
    const reader: Caller = { ...everyone, scopes: new Set(['read']) };
    const refused = await contextOf(archive, { caller: reader, rebuildFiles });
    expect(await refusalOf(() => tool.call(refused, { keyword: 'pump', rebuild_index: true }))).toMatch(
      /^51002 rebuild_index /,
    );
    expect([started, (await ask(refused, { keyword: 'pump', rebuild_index: false })).index.state]).toEqual([
      0,
      'ready',
    ]);
    const context = await contextOf(archive, { rebuildFiles });
    for (const time of [1, 2]) {
      const answer = await ask(context, { keyword: 'pump', rebuild_index: true });
      expect([started, answer.returned]).toEqual([time, 5]);
      expect(answer.index).toMatchObject({ state: 'building', mode: 'fullText', ignored_filters: [] });
    }
    await workOffFiles(archive, plainExtract);
    expect(await ask(context, { keyword: 'pump' })).toMatchObject({
      returned: 5,
      index: { state: 'ready', files_indexed: 8, files_pending: 0 },
    });
  });

  it('starts none where the rest of his arguments is refused', async () => {
    let started = 0;
    const rebuildFiles = async () => {
      started++;
    };
    const context = await contextOf(await indexed(), { rebuildFiles });
    for (const wrong of [{ limit: 0 }, { keyword: '"pump' }, { keyword: null }, { diagnostics_only: true }])
      expect(await refusalOf(() => tool.call(context, { keyword: 'pump', rebuild_index: true, ...wrong }))).toMatch(
        /^5100/,
      );
    expect(started).toBe(0);
  });
});

describe('while no index is whole', () => {
  it('scans names and what was read of files, newest first, and names the filters that it passes over', async () => {
    const archive = await archiveOf(documents);
    const context = await contextOf(archive);
    // Nothing is read yet: names alone.
    const byName = await ask(context, { keyword: 'pump', tags: ['x'], date_from: '2030-01-01', exact_phrase: 'y' });
    expect(namesOf(byName)).toEqual(['pumps.txt', 'pumpkin.txt']);
    // What is still to be read may hold the keyword too.
    expect(byName).toMatchObject({ has_more: false, search_complete: false });
    expect(byName.index).toMatchObject({
      ...{ state: 'building', mode: 'directScan', ignored_filters: ['tags', 'date_from', 'exact_phrase'] },
    });
    // Everything is read, and the index not whole.
    await workOffFiles(archive, plainExtract);
    const state = await readGenerations(archive.store);
    await changeGenerations(archive.store, state, { ...noGenerations, building: state.complete, isListed: true });
    const scanned = await ask(context, { keyword: 'pump', modified_after: '2030-01-01', date_to: '1999-01-01' });
    expect(namesOf(scanned)).toEqual(['pumps.txt', 'letter.txt', 'pumpkin.txt', 'offer.txt', 'note.txt']);
    expect(scanned.results?.map(({ snippet }) => snippet)).toEqual([
      ...['**pump**s.txt', 'a **pump** of beta', '**pump**kin.txt', 'a **pump** of alpha', 'a **pump** of the library'],
    ]);
    expect(scanned.search_complete).toBe(true);
    expect(scanned.index.ignored_filters).toEqual(['date_to', 'modified_after']);
    // The keyword, the path and the types apply; pages go by offset.
    expect(namesOf(await ask(context, { keyword: 'pump', path: 'mail/beta' }))).toEqual([
      'pumps.txt',
      'letter.txt',
      'pumpkin.txt',
    ]);
    expect(namesOf(await ask(context, { keyword: 'pump', path: 'library' }))).toEqual(['note.txt']);
    expect(namesOf(await ask(context, { keyword: 'pump', file_types: ['TXT'] }))).toHaveLength(5);
    expect(namesOf(await ask(context, { keyword: 'pump', file_types: ['pdf'] }))).toEqual([]);
    expect(namesOf(await ask(context, { keyword: 'pump -beta' }))).toEqual(['pumps.txt', 'offer.txt', 'note.txt']);
    const second = await ask(context, { keyword: 'pump', limit: 2, offset: 2 });
    expect([namesOf(second), second.has_more]).toEqual([['pumpkin.txt', 'offer.txt'], true]);
    // And who may not read something does not find it.
    expect(namesOf(await ask(await contextOf(archive, { caller: beta }), { keyword: 'pump' }))).toHaveLength(3);
  });
});

it('takes an ending of several parts for what a name ends with, found by words or by the name', async () => {
  const archive = await indexed({
    ...{
      'library/a.tar.gz': 'a pump',
      'library/b.gz': 'a pump',
      'library/c.gz': 'nothing',
      'library/tar.gz': 'a pump',
    },
    ...{ 'library/pump.Tar.GZ': 'nothing', 'library/pump.gz': 'nothing' },
  });
  const context = await contextOf(archive);
  for (const type of ['tar.gz', '.TAR.gz'])
    expect(namesOf(await ask(context, { keyword: 'pump', file_types: [type] })).toSorted()).toEqual([
      'a.tar.gz',
      'pump.Tar.GZ',
    ]);
  const page = await ask(context, { keyword: 'pump', file_types: ['tar.gz'], limit: 1, offset: 1 });
  expect([page.results?.length, page.has_more]).toEqual([1, false]);
  expect(namesOf(await ask(context, { keyword: 'pump', file_types: ['gz'] }))).toHaveLength(5);
  expect(namesOf(await ask(context, { keyword: 'pump', file_types: ['tar.gz', 'pdf'] }))).toHaveLength(2);
});

it('shows a hundred rows of each kind of the report, and tells how many there are', async () => {
  const empty = Array.from({ length: 101 }, (_, i) => [`library/${i}.txt`, ''] as const);
  const report = await ask(await contextOf(await indexed(Object.fromEntries(empty))), { diagnostics_only: true });
  // One is an attachment.
  expect(report.empty_files?.total).toBe(102);
  for (const { total, rows } of [report.empty_files, report.unreferenced_attachments].flatMap(one => one ?? [])) {
    expect(total).toBeGreaterThan(100);
    expect(rows).toHaveLength(100);
  }
});

/** Words of another version, as an archive has them that another version of the program made. */
async function makeWordsOlder({ store }: Archive): Promise<void> {
  const [row] = await store.get([fileStateKey]);
  await store.put([{ ...fileStateKey, data: (row?.data ?? '').replace(/"completeWords":\d+/, '"completeWords":1') }]);
}

it('scans files whose words are of an older version, says so, and makes them anew when it may', async () => {
  const archive = await indexed();
  const context = await contextOf(archive);
  const before = await ask(context, { keyword: 'pump' });
  await makeWordsOlder(archive);
  const older = await ask(context, { keyword: 'pump', tags: ['x'] });
  expect(older.index).toMatchObject({ state: 'building', mode: 'directScan', ignored_filters: ['tags'] });
  expect(namesOf(older).toSorted()).toEqual(namesOf(before).toSorted());
  expect(await ask(context, { diagnostics_only: true })).toMatchObject({
    index: { state: 'building', mode: 'directScan' },
  });
  await workOffFiles(archive, plainExtract);
  expect((await readGenerations(archive.store)).complete).toBe(2);
  const after = await ask(context, { keyword: 'pump' });
  expect(after.index).toEqual(before.index);
  expect(namesOf(after)).toEqual(namesOf(before));
});

it('says so where its budget ends first', async () => {
  const archive = await indexed();
  const context = await contextOf(archive, { budget: { rows: 1000, milliseconds: 0 } });
  const answer = await ask(context, { keyword: 'nothing', exact_phrase: 'x' });
  expect(answer).toMatchObject({ returned: 0, search_complete: false });
});

it('tells a file that is not indexed yet by its name', async () => {
  const archive = await indexed();
  await storeMessages(archive, [mailOf('beta', { 'late pump 2024-01-02.txt': 'unread zebra' }, 3)], () => start);
  const context = await contextOf(archive);
  expect((await ask(context, { keyword: 'late pu' })).results).toMatchObject([
    { snippet: '**late pu**mp 2024-01-02.txt', file_date: '2024-01-02', tags: [], heading: null, score: 0 },
  ]);
  expect(await ask(context, { keyword: 'zebra' })).toMatchObject({ returned: 0, index: { files_pending: 1 } });
});
