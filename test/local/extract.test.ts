import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inDirectory, mailglob, root } from './command.ts';

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
  const names = ['reportlab-asian-fonts.pdf', 'python-docx.docx', 'openpyxl.xlsx', 'libreoffice.odp'];
  const { status, stdout } = await mailglob(['extract', ...names.map(name => join(documents, name)), '--json']);
  expect(status).toBe(0);
  const texts = lines(stdout).map(({ chunks }) => JSON.stringify(chunks));
  expect(texts[0]).toContain('日本語の契約書');
  expect(texts[1]).toContain('Gewährleistungsklausel');
  expect(texts[2]).toContain('1,234.50 EUR');
  expect(texts[3]).toContain('Sprechernotizwort');
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

test('without a file it is wrong usage', async () => {
  expect(await mailglob(['extract'])).toMatchObject({ status: 2, stdout: '' });
});
