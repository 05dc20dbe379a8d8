import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mailglob } from './command.ts';
import { mail, mbox } from './mails.ts';

let directory: string;

/** One archive for all tests of this file: 60 numbered mails and some with names of note. */
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mailglob-test-'));
  const numbered = Array.from({ length: 60 }, (_, i) =>
    mail({ id: `n${i}`, files: [`list ${i}.csv`], date: new Date(Date.UTC(2023, 0, 1 + i)).toISOString() }),
  );
  const noted = [
    mail({ id: 'long', files: [`${'a very long name '.repeat(8)}of a report.pdf`], date: '2024-05-01T10:00:00Z' }),
    mail({ id: 'wide', files: ['見積書見積書見積書見積書見積書見積書見積書.pdf'], date: '2024-05-02T23:30:00Z' }),
    mail({
      id: 'evil',
      files: ['evil\u{1b}[2J\u{7}\u{202e}fdp.exe'],
      subject: '=?utf-8?Q?=1B[31mred=1B]0;title=07_=C2=9B2J?=',
      from: '"=?utf-8?Q?Eve=1B[2J?=" <eve@example.com>',
      date: '2024-05-03T10:00:00Z',
    }),
  ];
  await writeFile(join(directory, 'all.mbox'), mbox([...numbered, ...noted]));
  const args = ['import', join(directory, 'all.mbox'), '--account', 'a', '--data', directory];
  expect(await mailglob(args)).toMatchObject({ status: 0 });
});

afterAll(() => rm(directory, { recursive: true, force: true }));

const search = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  mailglob(['search', ...args], { env: { MAILGLOB_DATA: directory, ...env } });

test('--json prints the result of the tool and nothing else', async () => {
  const { status, stdout, stderr } = await search(['LIST 5?.CSV', '--limit', '2', '--json']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const result = JSON.parse(stdout);
  expect(Object.keys(result)).toEqual(['data', 'returned', 'has_more', 'next_cursor', 'scan_complete']);
  expect(result.data.map((row: { filename: string }) => row.filename)).toEqual(['list 59.csv', 'list 58.csv']);
  const next = await search(['LIST 5?.CSV', '--limit', '100', '--cursor', result.next_cursor, '--json']);
  expect(JSON.parse(next.stdout)).toMatchObject({ returned: 8, has_more: false });
});

test('a table shows the newest first and how to see more', async () => {
  const { status, stdout, stderr } = await search(['list*', '--limit', '2', '--before', '2023-02-01']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toBe(
    [
      'DATE        SIZE  FILE NAME    FROM                   SUBJECT',
      '2023-02-01  11 B  list 31.csv  Ann <ann@example.com>  n31',
      '2023-01-31  11 B  list 30.csv  Ann <ann@example.com>  n30',
      '2 files shown, and there are more: add --offset 2, or narrow the search.',
      '',
    ].join('\n'),
  );
  const next = await search(['list*', '--limit', '1', '--before', '2023-02-01', '--offset', '2']);
  expect(next.stdout).toContain('list 29.csv');
});

test('a table fits its terminal, and a name keeps its ending', async () => {
  const { stdout } = await search(['*.pdf'], { COLUMNS: '60' });
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/ 見積書.*….*\.pdf /u);
  expect(lines[2]).toMatch(/ a very.*….*\.pdf /u);
  // Every ideograph takes two columns.
  const columns = (line: string) => line.length + (line.match(/\p{Script=Han}/gu) ?? []).length;
  expect(Math.max(...lines.map(columns))).toBeLessThanOrEqual(60);
});

test('what strangers wrote never reaches the terminal as a control', async () => {
  for (const args of [['evil*'], ['evil*', '--json']]) {
    const { status, stdout } = await search(args);
    expect(status).toBe(0);
    expect(stdout).toContain('eve@example.com');
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u{202a}-\u{202e}\u{2066}-\u{2069}]/u);
  }
});

test('days are those of the time zone that is set', async () => {
  const zone = { MAILGLOB_TIME_ZONE: 'Asia/Tokyo' };
  expect((await search(['*.pdf', '--after', '2024-05-03'], zone)).stdout).toContain('2024-05-03');
  expect((await search(['*.pdf', '--after', '2024-05-03'])).stdout).toBe('No file has such a name.\n');
  const wrong = await search(['*'], { MAILGLOB_TIME_ZONE: 'Mars/Olympus' });
  expect(wrong).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^mailglob: MAILGLOB_TIME_ZONE [^\n]+\n$/u),
  });
});

test('--explain tells what was joined, what was read and what it cost, below the files', async () => {
  const { status, stdout, stderr } = await search(['*list*5?.csv', '--explain'], { COLUMNS: '80' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const [files = '', candidates = '', rounds = '', sum = ''] = stdout.split('\n\n');
  expect(files.split('\n')).toHaveLength(11);
  expect(candidates).toMatch(/^THE NAME +ROUNDS +ROWS\n/);
  expect(candidates).toMatch(/^contains "lis" +joined in 1$/m);
  expect(candidates).toMatch(/^contains "csv" +(joined in 1|not read)$/m);
  expect(rounds).toMatch(/^ROUND +LED BY +TRIED +ROWS +MS +BACK TO\n1 +contains ".+" and .+ 0 +60 +[\d.]+ +the end$/);
  // The rows came with their postings: none was looked up.
  expect(sum).toMatch(/^1 call, 1 round, \d+ rows, [\d.]+ ms\n$/);
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

test('--explain leaves the result of the tool as it is, and puts its own beside it', async () => {
  const plain = JSON.parse((await search(['*list*5?.csv', '--json'])).stdout);
  const { status, stdout } = await search(['*list*5?.csv', '--json', '--explain']);
  expect(status).toBe(0);
  const { explain, ...result } = JSON.parse(stdout);
  expect(result).toEqual(plain);
  expect(explain).toMatchObject({
    candidates: expect.arrayContaining([{ asks: 'contains', text: 'lis' }]),
    rounds: [{ reads: [{ accountId: 'a', candidates: [0, 1], leads: true, rows: 60, readUnits: 0, backTo: null }] }],
    page: { rows: 0, readUnits: 0 },
    calls: 1,
    readUnits: 0,
  });
});

test.each([
  ['a pattern of 257 characters', ['a'.repeat(257)], 51002, 2],
  ['an empty pattern', [''], 51002, 2],
  ['a page that is too large', ['*', '--limit', '101'], 51001, 2],
  ['a page of nothing', ['*', '--limit', '0'], 51001, 2],
  ['a day that there is not', ['*', '--after', '2024-02-30'], 51002, 2],
  ['days in the wrong order', ['*', '--after', '2024-02-02', '--before', '2024-02-01'], 51002, 2],
  ['an account that there is not', ['*', '--account', 'nobody'], 53001, 1],
  ['a cursor that was made up', ['*', '--cursor', 'abc'], 52001, 2],
])('%s is refused in the words of the tool', async (_, args, code, expected) => {
  for (const form of [args, [...args, '--json']]) {
    const { status, stdout, stderr } = await search(form);
    expect({ status, stdout }).toEqual({ status: expected, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^mailglob: error ${code}: [^\\n]+\\n$`, 'u'));
  }
});

test.each([
  ['*.csv,*.pdf', 'search once for each'],
  ['[ab]*.pdf', 'only * and ? are wildcards'],
  ['{a,b}*', 'search once for each'],
])('%s finds nothing, and a person is told why', async (pattern, hint) => {
  const { status, stdout, stderr } = await search([pattern]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^No file has such a name\.\nNote: [^\n]+\.\n$/u);
  expect(stdout).toContain(hint);
  expect(JSON.parse((await search([pattern, '--json'])).stdout)).toMatchObject({ data: [], returned: 0 });
  expect((await search(['nothing*.pdf'])).stdout).toBe('No file has such a name.\n');
});

test('a pattern of 256 characters is taken', async () => {
  expect(await search(['ä'.repeat(256)])).toMatchObject({ status: 0 });
});

test('a pattern may stand behind the accounts', async () => {
  expect((await search(['--account', 'a', 'list 7.csv'])).stdout).toContain('list 7.csv');
});

test('says what to do where there is no archive', async () => {
  const { status, stdout, stderr } = await mailglob(['search', '*', '--data', join(directory, 'nowhere')]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^mailglob: [^\n]*import[^\n]*\n$/u);
});
