import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { askFiles } from '../../bench/files/askFiles.ts';
import {
  countWords,
  type FileQuestion,
  fileClasses,
  fileQuestions,
  noWordCounts,
} from '../../bench/files/fileQuestions.ts';
import { fillArchive } from '../../bench/files/filesArchive.ts';
import { type MadeFile, makeFiles } from '../../bench/files/makeFiles.ts';
import { type Scanner, scanCommand, scannerHere } from '../../bench/files/scanner.ts';
import { randomOf } from '../../bench/words/random.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';

const count = 120;

/** Paragraphs of invented words without endings of English, some in all and some in few. */
function documentation() {
  const random = randomOf(7);
  const syllables = ['zo', 'ku', 'pa', 'ma', 'do', 'fu', 'go', 'ha', 'wu', 'bo'] as const;
  const word = (from: number) =>
    Array.from({ length: 2 + random.below(2) }, () => syllables[random.below(from)]).join('');
  const paragraph = () => `${Array.from({ length: 30 }, () => word(random() < 0.5 ? 3 : 10)).join(' ')}.`;
  const texts = Array.from({ length: 40 }, () => ({ paragraphs: Array.from({ length: 20 }, paragraph), isHan: false }));
  return { texts, characters: 0 };
}

const files = [...makeFiles(documentation(), 42, count)];
const textOf = ({ pages }: MadeFile): string => pages.join('\n\n');

function questions(): readonly FileQuestion[] {
  const counts = noWordCounts();
  for (const file of files) countWords(counts, file, count);
  return fileQuestions(counts, count, 42);
}

describe('files that are made', () => {
  it('are the same for one seed, and questions of every class are asked of them', () => {
    expect([...makeFiles(documentation(), 42, count)]).toEqual(files);
    expect(questions()).toEqual(questions());
    expect(new Set(questions().map(({ cls }) => cls))).toEqual(new Set(fileClasses));
    for (const { cls, keyword } of questions()) {
      const found = files.filter(file => textOf(file).includes(keyword)).length;
      if (cls === 'absent') expect([keyword, found]).toEqual([keyword, 0]);
      if (cls === 'rare') expect(found).toBeGreaterThan(0);
    }
  });

  it('have names that a file system takes, in whatever script', () => {
    const paragraphs = Array.from({ length: 40 }, (_, i) => `x${'多段アンドゥ'.repeat(20)} ${'記'.repeat(90)} ${i}`);
    const han = { texts: [{ paragraphs, isHan: false }], characters: 0 };
    for (const { name } of makeFiles(han, 42, count)) {
      expect(Buffer.byteLength(`${count}-${name}.txt`)).toBeLessThan(256);
      expect(name).not.toContain('\ufffd');
    }
  });

  it('are found by every question that is asked of them, and no others', async () => {
    const { client, time } = simulatedDynamo();
    const archive = { store: dynamoStore({ client, table: 'bench', clock: time }), blobs: memoryBlobs() };
    await fillArchive(
      archive,
      (async function* () {
        yield* files;
      })(),
    );
    for (const question of questions()) {
      const page = await askFiles(archive, question);
      const expected = files.filter(file => answers(file, question)).map(({ name }) => name);
      const names = page.hits.map(({ file }) => file.filename);
      expect([question, page.isComplete, names.length]).toEqual([question, true, Math.min(20, expected.length)]);
      expect([question, names.filter(name => !expected.includes(name ?? ''))]).toEqual([question, []]);
    }
  });
});

/** As it is read without an index; invented words have no other forms. */
function answers(file: MadeFile, { cls, keyword, phrase, tag, type, folder, dates }: FileQuestion): boolean {
  const text = `${file.name}\n${textOf(file)}`.toLowerCase();
  const at = file.date === null ? file.modified : Date.parse(file.date);
  if (tag !== undefined && !file.tags.includes(tag)) return false;
  if (type !== undefined && file.type !== type) return false;
  if (folder !== undefined && file.folder !== folder) return false;
  if (dates && !(at >= dates[0] && at < dates[1])) return false;
  if (phrase !== undefined && !file.pages.some(page => page.toLowerCase().includes(phrase))) return false;
  if (file.name.toLowerCase().includes(keyword.replaceAll('"', ''))) return true;
  if (cls === 'namePart') return false;
  const words = keyword.startsWith('"') ? [keyword.replaceAll('"', '')] : keyword.split(' ');
  return words.every(word => new RegExp(`(?<![a-z])${word}(?![a-z])`).test(text));
}

describe('scanCommand', () => {
  const dir = mkdtempSync(join(tmpdir(), 'mailglob-scan-'));
  const texts = { 'INBOX/1-a b.pdf.txt': 'Alpha and\nbeta gamma', 'Project 1/2-$(x);.csv.txt': 'alphabet beta Gamma' };
  beforeAll(() => {
    for (const [name, text] of Object.entries(texts)) {
      mkdirSync(join(dir, name, '..'), { recursive: true });
      writeFileSync(join(dir, name), text);
    }
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  const scanners: readonly Scanner[] = [...new Set<Scanner>(['grep', scannerHere()])];
  it.each(scanners)('finds with %s what is asked for', scanner => {
    const found = (question: Omit<FileQuestion, 'cls'> & { readonly cls?: FileQuestion['cls'] }) => {
      const [command, ...args] = scanCommand(scanner, { texts: dir }, { cls: 'common', ...question }) ?? [''];
      const { stdout } = spawnSync(command, args, { encoding: 'utf8' });
      const names = stdout.split('\n').filter(line => line !== '');
      return names.map(name => basename(name)[0]).toSorted();
    };
    expect(found({ keyword: 'alpha' })).toEqual(['1']);
    expect(found({ keyword: 'beta' })).toEqual(['1', '2']);
    expect(found({ keyword: 'absent' })).toEqual([]);
    expect(found({ keyword: 'gamma alphabet' })).toEqual(['2']);
    expect(found({ keyword: 'gamma beta' })).toEqual(['1', '2']);
    expect(found({ keyword: '"beta gamma"' })).toEqual(['1', '2']);
    expect(found({ keyword: 'beta', phrase: 'et beta' })).toEqual(['2']);
    expect(found({ keyword: 'beta', type: 'csv' })).toEqual(['2']);
    expect(found({ keyword: 'beta', folder: 'INBOX' })).toEqual(['1']);
    expect(found({ cls: 'namePart', keyword: 'a b.P' })).toEqual(['1']);
  });

  it('has none for what a scanner does not know', () => {
    for (const filter of [{ tag: 'x' }, { dates: [0, 1] }] as const)
      expect(scanCommand('grep', { texts: dir }, { cls: 'common', keyword: 'a', ...filter })).toBeNull();
  });
});
