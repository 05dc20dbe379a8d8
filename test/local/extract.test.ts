import { execFileSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inDirectory, mailglob, program, root, runProgram } from './command.ts';

const documents = join(root, 'test', 'documents');
const lines = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));

test('--json prints one line for each file, in the order and the words of the contract', async () => {
  await inDirectory(async directory => {
    const note = join(directory, 'note.md');
    await writeFile(note, '# Terms\n\nThe warranty clause.\u2028Its end.\n');
    const encrypted = join(documents, 'qpdf-encrypted.pdf');
    const { status, stdout, stderr } = await mailglob(['extract', note, encrypted, '--json']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(lines(stdout)).toEqual([
      {
        file: note,
        type: 'md',
        outcome: 'text',
        reason: null,
        chunks: [{ heading: 'Terms', text: 'The warranty clause.\nIts end.' }],
        milliseconds: expect.any(Number),
      },
      {
        file: encrypted,
        type: 'pdf',
        outcome: 'encrypted',
        reason: 'it needs a password',
        chunks: [],
        milliseconds: expect.any(Number),
      },
    ]);
  });
});

test('the built command reads a PDF, with the maps of Asian fonts, and Office documents', async () => {
  const names = [
    ...['reportlab-asian-fonts.pdf', 'python-docx.docx', 'openpyxl.xlsx', 'libreoffice.odp'],
    'chromium-actual-text.pdf',
  ];
  const { status, stdout } = await mailglob(['extract', ...names.map(name => join(documents, name)), '--json']);
  expect(status).toBe(0);
  const texts = lines(stdout).map(({ chunks }) => JSON.stringify(chunks));
  expect(texts[0]).toContain('日本語の契約書');
  expect(texts[1]).toContain('Gewährleistungsklausel');
  expect(texts[2]).toContain('1,234.50 EUR');
  expect(texts[3]).toContain('Sprechernotizwort');
  // What marks stand for, which pdf.js tells since it is built with that.
  expect(texts[4]).toContain('वारंटी की अवधि पाँच वर्ष है।\\nการรับประกันมีระยะเวลาห้าปี');
});

test('for a person: type, outcome, and the text under its headings, with nothing that a terminal would obey', async () => {
  await inDirectory(async directory => {
    const path = join(directory, 'note.md');
    await writeFile(
      path,
      '---\ntitle: T\ntags: [a, b]\ndate: 2024-05-06\n---\n# Head\n\nwords \u001b[31m ![p](pic.png)\n',
    );
    const { status, stdout } = await mailglob(['extract', path]);
    expect(status).toBe(0);
    expect(stdout).toContain('type          md');
    expect(stdout).toContain('outcome       all of its text was read');
    expect(stdout).toContain('tags          a, b');
    expect(stdout).toContain('date          2024-05-06');
    expect(stdout).toContain('refers to     pic.png');
    expect(stdout).toContain('[Head]');
    expect(stdout).not.toContain('\u001b');
  });
});

test('a file that cannot be had is one line on standard error and status 1, and the others are shown', async () => {
  await inDirectory(async directory => {
    const path = join(directory, 'a.txt');
    await writeFile(path, 'words');
    await mkdir(join(directory, 'folder'));
    const { status, stdout, stderr } = await mailglob(['extract', 'missing.txt', 'folder', 'a.txt', '--json'], {
      cwd: directory,
    });
    expect(status).toBe(1);
    expect(lines(stdout)).toMatchObject([{ file: 'a.txt', outcome: 'text' }]);
    expect(stderr.trimEnd().split('\n')).toEqual([
      'mailglob: missing.txt: there is no such file',
      'mailglob: folder: it is a directory; name files',
    ]);
  });
});

test('a pipe or a device is no file, and nobody waits for it', async () => {
  await inDirectory(async directory => {
    await writeFile(join(directory, 'a.txt'), 'words');
    execFileSync('mkfifo', [join(directory, 'pipe')]);
    const { status, stdout, stderr } = await mailglob(['extract', 'pipe', '/dev/zero', 'a.txt', '--json'], {
      cwd: directory,
    });
    expect({ status, files: lines(stdout).map(({ file }) => file) }).toEqual({ status: 1, files: ['a.txt'] });
    expect(stderr.trimEnd().split('\n')).toEqual([
      'mailglob: pipe: it is no file but a pipe, a socket or a device',
      'mailglob: /dev/zero: it is no file but a pipe, a socket or a device',
    ]);
  });
});

test('names that are no UTF-8, two of which are shown alike; one of them is found by how it is shown where it is alone', async () => {
  await inDirectory(async directory => {
    const bytesOf = (name: string) => Buffer.from(join(directory, name), 'latin1');
    const [first = '', second = ''] = ['Gr\u00fc.txt', 'Gr\u00e4.txt'];
    await writeFile(bytesOf(first), 'the first').catch(() => {});
    // Some file systems take no such names.
    if ((await readdir(Buffer.from(directory), { encoding: 'latin1' }))[0] !== first) return;
    await writeFile(bytesOf(second), 'the second');
    await mkdir(bytesOf('stra\u00dfe'));
    await writeFile(bytesOf('stra\u00dfe/a.txt'), 'the third');
    const run = async (names: string) => {
      // A shell, since Node hands over UTF-8 alone.
      const script = Buffer.from(`exec '${process.execPath}' '${program}' extract --json ${names}`, 'latin1');
      await writeFile(join(directory, 'run.sh'), script);
      const { stdout, status } = await runProgram('/bin/sh', ['run.sh'], { cwd: directory });
      return [status, ...lines(stdout).map(({ file, chunks }) => [file, chunks[0].text])];
    };
    expect(await run(`'${second}' '${first}' 'stra\u00dfe/a.txt'`)).toEqual([
      0,
      ['Gr\ufffd.txt', 'the second'],
      ['Gr\ufffd.txt', 'the first'],
      ['stra\ufffde/a.txt', 'the third'],
    ]);
    await writeFile(bytesOf('stra\u00dfe/a.eml'), 'From: a@example.org\r\nSubject: of the folder\r\n\r\nwords\r\n');
    const inspected = await mailglob(['inspect', 'stra\ufffde', '--json'], { cwd: directory });
    expect(lines(inspected.stdout)).toMatchObject([{ subject: 'of the folder' }]);
    expect(await mailglob(['extract', 'stra\ufffde/a.txt'], { cwd: directory })).toMatchObject({ status: 0 });
    expect(await mailglob(['extract', 'Gr\ufffd.txt'], { cwd: directory })).toMatchObject({ status: 1 });
  });
});

test('without a file it is wrong usage', async () => {
  expect(await mailglob(['extract'])).toMatchObject({ status: 2, stdout: '' });
});
