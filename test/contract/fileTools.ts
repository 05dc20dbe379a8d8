// What section 7 of the contract promises of search_files, asked as any client asks: over MCP, with every result held to
// the published schema by the client. Run on this machine and deployed, over documents of every type.

import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { SearchFilesResult } from '../../lib/tools/searchFiles.ts';
import { fileFolder, fileMails, idOf, libraryDocuments, month, realDocument, supply } from './askedFiles.ts';
import { callTool } from './emailTools.ts';

export const searchFiles = (client: Client, sent: Readonly<Record<string, unknown>>) =>
  callTool<SearchFilesResult>(client, 'search_files', sent);

async function refusalOf(client: Client, sent: Readonly<Record<string, unknown>>): Promise<string> {
  const { isError, content } = await client.callTool({ name: 'search_files', arguments: { ...sent } });
  const text = (content as readonly { readonly text: string }[])[0]?.text ?? '';
  expect({ sent, isError, said: text.length < 400 }).toEqual({ sent, isError: true, said: true });
  return text;
}

/** Waits until everything is indexed. */
export async function untilIndexed(client: Client, files: number, milliseconds = 120_000): Promise<void> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const { index } = await searchFiles(client, { keyword: 'heliopump' });
    if (index.state === 'ready' && index.files_pending === 0 && index.files_indexed >= files) return;
    if (performance.now() > end) throw new Error(`not indexed in time: ${JSON.stringify(index)}`);
    await new Promise(resolve => setTimeout(resolve, 250));
  }
}

/** Asks for every sentence of the contract but for what needs another caller, time or an index that is not whole. */
export async function checkFiles(client: Client, accountId: string): Promise<void> {
  // A client holds results to the schemas that it has seen.
  await client.listTools();
  const find = async (sent: Readonly<Record<string, unknown>>) => (await searchFiles(client, sent)).results ?? [];
  const paths = async (keyword: string, sent: Readonly<Record<string, unknown>> = {}) =>
    (await find({ keyword, ...sent })).map(({ path }) => path);
  const best = async (keyword: string, sent: Readonly<Record<string, unknown>> = {}) =>
    (await find({ keyword, ...sent }))[0];
  const offer = idOf(accountId, fileMails[0] ?? '');
  const folder = `mail/${encodeURIComponent(accountId)}/${encodeURIComponent(fileFolder)}/${month}`;
  const supplyPath = 'library/contracts/supply.md';
  const annexPath = 'library/contracts/old/annex 2023-06-01.txt';
  const offerPath = `${folder}/${offer}/1-offer 20240229.txt`;

  // Attachments and documents, each under its path; account and folder are one segment each.
  expect(await paths('heliopumps')).toHaveLength(3);
  expect((await paths('heliopump')).toSorted()).toEqual([annexPath, supplyPath, offerPath].toSorted());
  expect(await find({ keyword: 'sapphiregasket' })).toEqual([
    {
      path: offerPath,
      heading: null,
      score: expect.any(Number),
      snippet: 'Our offer for heliopumps with a **sapphiregasket**.',
      size_bytes: 47,
      file_date: '2024-02-29',
      modified: '2024-03-05T12:00:00.000Z',
      tags: [],
      message_id: offer,
      attachment_id: `${offer}/1`,
    },
  ]);
  expect(await paths('rubygasket')).toEqual([`${folder}/${offer}/3-unnamed`]);

  // One hit a file: its best chunk, whose heading is shown. All words must stand in the file, -words must not.
  expect(await find({ keyword: 'warranty heliopumps' })).toEqual([
    {
      path: supplyPath,
      heading: 'Warranty clause',
      score: expect.any(Number),
      snippet: expect.stringContaining('**warranty** clause covers **heliopumps**'),
      size_bytes: supply.length,
      file_date: '2024-03-15',
      modified: expect.stringMatching(/Z$/),
      tags: ['Legal', 'supply chain', 'hardware'],
      message_id: null,
      attachment_id: null,
    },
  ]);
  expect((await best('liability'))?.heading).toBe('Liability');
  expect((await best('opalgasket'))?.heading).toBe('Seals');
  expect(await paths('heliopumps -zirconvalves')).toHaveLength(2);
  expect(await paths('"gasket sapphire"')).toEqual([]);
  const scores = (await find({ keyword: 'heliopumps' })).map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(scores.every(score => score > 0)).toBe(true);

  // Chunks follow pages, sheets, slides and headings.
  for (const [keyword, name, heading] of [
    ['Tabzelle vier', 'libreoffice-slides.pdf', 'Page 2'],
    ['Geheimblatt', 'openpyxl.xlsx', 'Verborgen'],
    ['Sprechernotizwort', 'python-pptx.pptx', 'Slide 1: Folientitel Eins'],
    ['Wertvoll', 'pandoc.docx', 'Tabelle'],
  ])
    expect(await find({ keyword, path: 'library/real', limit: 200 })).toContainEqual(
      expect.objectContaining({ path: `library/real/${name}`, heading }),
    );

  // A mark of the text's own is no mark of a match.
  expect((await best('rotors'))?.snippet?.split('**')).toHaveLength(3);

  // Text comes out of every type.
  for (const [word, path] of Object.entries({
    quartzgasket: 'contracts/prices.csv',
    flintgasket: 'contracts/prices.tsv',
    basaltgasket: 'data/part.json',
    granitegasket: 'data/part.xml',
    marblegasket: 'data/part.rtf',
    slategasket: 'data/meeting.ics',
    chalkgasket: 'data/letter.eml',
    opalgasket: 'data/page.html',
  }))
    expect([word, await paths(word)]).toEqual([word, [`library/${path}`]]);
  expect(await paths('hiddengasket')).toEqual([]);
  const expected = JSON.parse(realDocument('expected.json').toString()) as Record<
    string,
    { readonly outcome: string; readonly phrases?: readonly string[] }
  >;
  let tried = 0;
  for (const [name, { outcome, phrases = [] }] of Object.entries(expected)) {
    const path = `library/real/${name}`;
    if (!libraryDocuments.has(path) || outcome !== 'text') continue;
    for (const phrase of phrases.filter(one => /^[\p{L} ]{6,}$/u.test(one)).slice(0, 3)) {
      tried++;
      expect([name, phrase, await paths(`"${phrase}"`, { limit: 200, path: 'library/real' })]).toEqual([
        ...[name, phrase],
        expect.arrayContaining([path]),
      ]);
    }
  }
  expect(tried).toBeGreaterThan(30);

  // A substring of a name finds the file, pictures and unreadable ones too, with the name as its snippet.
  expect(await find({ keyword: 'can_08' })).toEqual([
    expect.objectContaining({
      path: `${folder}/${offer}/2-scan_0815.png`,
      heading: null,
      snippet: 's**can_08**15.png',
      score: 0,
    }),
  ]);
  expect(await paths('sked pict')).toEqual(['library/pictures/unasked picture.png']);
  expect(await paths('pdf-encry')).toEqual(['library/real/qpdf-encrypted.pdf']);
  expect(await paths('roken.doc')).toEqual(['library/data/broken.docx']);
  // Files found by words come first, each file once.
  const annexes = await find({ keyword: 'annex' });
  expect(annexes[0]).toMatchObject({ path: annexPath, score: expect.any(Number) });
  expect(new Set(annexes.map(({ path }) => path)).size).toBe(annexes.length);

  // A directory; empty and left out are everything.
  expect(await paths('heliopumps', { path: 'library/contracts' })).toHaveLength(2);
  expect(await paths('heliopumps', { path: '/library/contracts/old/' })).toEqual([annexPath]);
  expect(await paths('heliopumps', { path: 'library/contr' })).toEqual([]);
  expect(await paths('heliopumps', { path: folder })).toEqual([offerPath]);
  expect(await paths('can_08', { path: `${folder}/${offer}` })).toHaveLength(1);
  expect(await paths('can_08', { path: 'library' })).toEqual([]);
  expect(await paths('heliopumps', { path: '' })).toHaveLength(3);

  // One of the tags at least: of front matter, of the text, observed keywords.
  expect(await paths('heliopumps', { tags: ['legal'] })).toEqual([supplyPath]);
  expect(await paths('heliopumps', { tags: ['none', '#Hardware'] })).toEqual([supplyPath]);
  expect(await paths('heliopumps', { tags: ['none'] })).toEqual([]);
  expect(await paths('heliopumps', { tags: [] })).toHaveLength(3);
  expect(await paths('pearlgasket', { tags: ['invoiced'] })).toEqual([expect.stringMatching(/1-kept\.txt$/)]);

  // File dates: of front matter, else in the name, else of the modification; both days are inclusive.
  expect(await paths('heliopumps', { date_from: '2024-03-15', date_to: '2024-03-15' })).toEqual([supplyPath]);
  expect(await paths('heliopumps', { date_to: '2023-06-01' })).toEqual([annexPath]);
  expect(await paths('heliopumps', { date_from: '2024-02-29', date_to: '2024-02-29' })).toEqual([offerPath]);
  expect(await paths('pearlgasket', { date_from: '2024-03-05', date_to: '2024-03-05' })).toHaveLength(1);
  expect(await paths('pearlgasket', { date_from: '2024-03-06' })).toEqual([]);
  expect(await paths('heliopumps', { modified_after: '2024-03-05', modified_before: '2024-03-05' })).toEqual([
    offerPath,
  ]);
  expect(await paths('heliopumps', { modified_before: '2024-03-05T11:59:59Z' })).not.toContain(offerPath);
  expect(await paths('heliopumps', { modified_after: '2024-03-06' })).not.toContain(offerPath);

  // Types by content, any case, the dot optional.
  expect(await paths('heliopumps', { file_types: ['MD', '.pdf'] })).toEqual([supplyPath]);
  expect(await paths('scan', { file_types: ['.PNG'] })).toHaveLength(1);
  expect(await paths('heliopumps', { file_types: ['pdf'] })).toEqual([]);

  // A phrase stands verbatim in the chunk that matches, besides the keyword.
  expect(await paths('heliopumps', { exact_phrase: 'TWELVE months from delivery.' })).toEqual([supplyPath]);
  expect((await best('heliopumps', { exact_phrase: 'is owed' }))?.heading).toBe('Liability');
  expect(await paths('zirconvalves', { exact_phrase: 'months from' })).toEqual([]);
  expect(await paths('rotors', { exact_phrase: 'is owed' })).toEqual([]);
  expect(await paths('heliopumps', { exact_phrase: 'month from' })).toEqual([]);

  // Pages go by offset; has_more is exact.
  const all = await searchFiles(client, { keyword: 'gasket', limit: 200 });
  const gaskets = (await searchFiles(client, { keyword: 'heliopumps', limit: 200 })).results ?? [];
  expect(all).toMatchObject({ returned: all.results?.length, has_more: false, search_complete: true });
  for (const [i, hit] of gaskets.entries()) {
    expect(await searchFiles(client, { keyword: 'heliopumps', limit: 1, offset: i })).toMatchObject({
      ...{ results: [hit], returned: 1, has_more: i < gaskets.length - 1 },
    });
  }
  expect(await searchFiles(client, { keyword: 'e' })).toMatchObject({ returned: 20, has_more: true });
  expect(await searchFiles(client, { keyword: 'heliopumps', offset: 10_000 })).toMatchObject({
    results: [],
    has_more: false,
  });

  // How far files are indexed.
  const nothing = await searchFiles(client, { keyword: 'nowheretobefound' });
  expect(nothing).toEqual({
    ...{ results: [], returned: 0, has_more: false, search_complete: true },
    index: {
      state: 'ready',
      mode: 'fullText',
      ignored_filters: [],
      files_indexed: expect.any(Number),
      files_pending: 0,
    },
  });

  await checkReport(client);
  await checkRefusals(client);
}

/** Asks for the report. */
async function checkReport(client: Client): Promise<void> {
  const report = await searchFiles(client, { diagnostics_only: true });
  expect(Object.keys(report).toSorted()).toEqual(
    [
      ...['broken_image_references', 'duplicate_content', 'empty_files', 'index', 'unreadable_files'],
      'unreferenced_attachments',
    ].toSorted(),
  );
  const { empty_files, duplicate_content, broken_image_references, unreferenced_attachments, unreadable_files } =
    report;
  expect(empty_files).toEqual({
    total: 2,
    rows: expect.arrayContaining([{ path: 'library/data/empty.txt' }, { path: 'library/data/blanks.txt' }]),
  });
  expect(broken_image_references?.rows).toContainEqual({
    path: 'library/contracts/supply.md',
    reference: '../pictures/lost.png',
  });
  expect(broken_image_references?.rows.some(({ reference }) => reference.includes('pump.png'))).toBe(false);
  const twins = duplicate_content?.rows.find(({ paths }) => paths.includes('library/data/twin a.txt'));
  expect(twins).toMatchObject({ size_bytes: 22, count: 2, content_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(twins?.paths.toSorted()).toEqual(['library/data/twin a.txt', 'library/data/twin b.txt']);
  expect(unreadable_files?.rows).toContainEqual({
    path: 'library/real/qpdf-encrypted.pdf',
    reason: 'it needs a password',
  });
  expect(unreadable_files?.rows.map(({ path }) => path)).toContain('library/data/broken.docx');
  // What is referred to, or younger than a day, is not told.
  expect(unreferenced_attachments?.rows.map(({ path }) => path)).not.toContain('library/pictures/pump.png');
  for (const { total, rows } of [
    empty_files,
    duplicate_content,
    broken_image_references,
    unreferenced_attachments,
    unreadable_files,
  ].filter(one => one !== undefined)) {
    expect(rows.length).toBe(Math.min(total, 100));
  }
}

/** Every value that is refused, with its code. */
async function checkRefusals(client: Client): Promise<void> {
  const long = 'c'.repeat(257);
  const keyword = 'canary';
  const cases: readonly (readonly [code: number, sent: Readonly<Record<string, unknown>>])[] = [
    ...[0, 201, 2.5].map(limit => [51001, { keyword, limit }] as const),
    ...[-1, 10_001, 0.5].map(offset => [51002, { keyword, offset }] as const),
    ...['20', true].map(limit => [51002, { keyword, limit }] as const),
    [51002, {}],
    ...[long, ' ', 'a\nb', 7, '"canary'].map(value => [51002, { keyword: value }] as const),
    ...['pdf', [long], [7], Array.from({ length: 65 }, (_, i) => `canary${i}`)].flatMap(list => [
      [51002, { keyword, tags: list }] as const,
      [51002, { keyword, file_types: list }] as const,
    ]),
    // Endings that no file has, and patterns.
    ...['.', '..', ' ', 'pdf.', '*.pdf', 'a/b'].map(type => [51002, { keyword, file_types: [type] }] as const),
    ...['date_from', 'date_to', 'modified_after', 'modified_before'].flatMap(name =>
      ['2024-02-30', 'canary', 20240101, '2024-01-01T00:00:00'].map(
        value => [51002, { keyword, [name]: value }] as const,
      ),
    ),
    [51002, { keyword, date_from: '2024-02-02', date_to: '2024-02-01' }],
    [51002, { keyword, modified_after: '2024-02-02', modified_before: '2024-02-01' }],
    ...[long, '', 7].map(exact_phrase => [51002, { keyword, exact_phrase }] as const),
    ...['true', 1].map(value => [51002, { keyword, rebuild_index: value }] as const),
    ...['true', 1].map(value => [51002, { keyword, diagnostics_only: value }] as const),
    [51002, { diagnostics_only: true, rebuild_index: true }],
    [51002, { keyword, canary: 1 }],
    [51002, { keyword, path: 7 }],
  ];
  for (const [code, sent] of cases) {
    const said = await refusalOf(client, sent);
    expect([sent, said]).toEqual([sent, expect.stringMatching(new RegExp(`^mailglob error ${code}: `))]);
    expect(said).not.toContain('canary');
  }
  expect((await searchFiles(client, { keyword: 'c'.repeat(256), tags: null, path: null, limit: 200 })).returned).toBe(
    0,
  );
}
