import { execFileSync } from 'node:child_process';
import { chmod, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ReadProgress } from '../../../lib/import/sourceItem.ts';
import { limits } from '../../../lib/limits.ts';
import { mail, makeTree, mboxrd, observedAt, readAll, readTree, subjects, textOf } from './material.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

describe('a file', () => {
  it('is a message, byte for byte', async () => {
    const { messages, problems } = await readTree({ 'a.eml': mail('one') }, 'a.eml');
    expect(problems).toEqual([]);
    expect(messages).toEqual([
      {
        kind: 'message',
        origin: 'a.eml',
        index: 0,
        raw: Buffer.from(mail('one')),
        folderAlias: null,
        receivedAt: null,
        flags: null,
      },
    ]);
  });

  it('is told by its content, whatever it is called', async () => {
    expect(subjects((await readTree({ 'a.txt': mail('one') }, 'a.txt')).messages)).toEqual(['one']);
    expect(subjects((await readTree({ a: mboxrd([mail('one'), mail('two')]) }, 'a')).messages)).toEqual(['one', 'two']);
  });

  test.each<[string, string | Uint8Array, RegExp]>([
    ['a.txt', 'Dear Ann,\n', /no mail/],
    ['a.eml', png, /no mail/],
    ['a.eml', '', /empty/],
    ['a.mbox', '', /empty/],
    ['a.gz', gzipSync('Dear Ann,\n'), /no mail/],
    ['a.gz', gzipSync(''), /empty/],
    ['a.gz', gzipSync(gzipSync(mail('one'))), /no mail/],
    ['a.mbox.gz', gzipSync(mboxrd([mail('one')])).subarray(0, -12), /cut short/],
    ['a.mbox.gz', Buffer.concat([gzipSync('x').subarray(0, 10), Buffer.alloc(50, 0xff)]), /damaged/],
  ])('%s that holds no mail is a problem of one line', async (name, content, words) => {
    const { messages, problems } = await readTree({ [name]: content }, name);
    expect(messages).toEqual([]);
    expect(problems).toEqual([{ kind: 'problem', origin: name, message: expect.stringMatching(words) }]);
    expect(problems[0]?.message).not.toMatch(/\n/);
  });

  it('that is not there is a problem, and the next is read', async () => {
    const { root, remove } = await makeTree({ 'a.eml': mail('one') });
    const { messages, problems } = await readAll([join(root, 'no.eml'), join(root, 'a.eml', 'x'), join(root, 'a.eml')]);
    await remove();
    expect(problems.map(({ message }) => message)).toEqual(['is not there', 'is not there']);
    expect(subjects(messages)).toEqual(['one']);
  });

  it('may be gzipped', async () => {
    const files = {
      'a.eml.gz': gzipSync(mail('one')),
      'b.mbox.gz': Buffer.concat([gzipSync(mboxrd([mail('two')])), gzipSync(mboxrd([mail('three')]))]),
    };
    const { messages } = await readTree(files);
    expect(subjects(messages)).toEqual(['one', 'two', 'three']);
    expect(messages.map(({ index }) => index)).toEqual([0, 0, 1]);
  });

  it('of many megabytes is one message', async () => {
    const large = mail('large', '', `${'x'.repeat(75)}\n`.repeat(60_000));
    const { messages } = await readTree({ 'a.eml': large, 'b.eml.gz': gzipSync(large) }, '', { chunkBytes: 100_000 });
    expect(messages.map(message => textOf(message) === large)).toEqual([true, true]);
  });

  it('that is larger than a message may be is a problem', async () => {
    const { root, remove } = await makeTree({ 'a.eml': mail('huge'), 'b.eml': mail('one') });
    await truncate(join(root, 'a.eml'), limits.rawBytes.value + 1);
    const { messages, problems } = await readAll([root]);
    await remove();
    expect(subjects(messages)).toEqual(['one']);
    expect(problems.map(({ message }) => message)).toEqual([
      'is larger than 512 MB, the most that one message may have',
    ]);
  });

  it('may be cut short anywhere', async () => {
    const whole = mail('one', 'MIME-Version: 1.0\n');
    const { messages } = await readTree({ 'a.eml': whole.slice(0, -3), 'b.eml': whole.slice(0, 40) });
    expect(messages.map(textOf)).toEqual([whole.slice(0, -3), whole.slice(0, 40)]);
  });
});

describe('an mbox', () => {
  it('gives dates and flags, and counts its messages', async () => {
    const text = mboxrd([mail('one', 'Status: RO\nX-Status: F\n'), mail('two')]);
    const { messages } = await readTree({ inbox: text }, 'inbox');
    expect(messages.map(({ index, receivedAt, folderAlias }) => [index, receivedAt, folderAlias])).toEqual([
      [0, Date.UTC(2024, 0, 1, 10), null],
      [1, Date.UTC(2024, 0, 1, 10), null],
    ]);
    expect(messages.map(({ flags }) => flags)).toEqual([
      { observedAt, isSeen: true, isAnswered: false, isFlagged: true, isDraft: false, keywords: [] },
      null,
    ]);
  });

  it('may have lost the dates of its From_ lines', async () => {
    const text = mboxrd([mail('one', '', 'From here on\n\nFrom home\nwith love\n'), mail('two')], 'From 123@xxx');
    const { messages } = await readTree({ 'a.mbox': text.replaceAll('>From ', 'From ') }, 'a.mbox');
    expect(subjects(messages)).toEqual(['one', 'two']);
  });

  it('lies in a directory of that name where Apple Mail exports', async () => {
    const files = { 'Sent.mbox/mbox': mboxrd([mail('one'), mail('two')]), 'Sent.mbox/table_of_contents': png };
    const { messages, problems } = await readTree(files, 'Sent.mbox');
    expect(subjects(messages)).toEqual(['one', 'two']);
    expect(problems).toEqual([]);
  });

  it('passes over a From_ line without a message', async () => {
    const opening = 'From a@b.example Mon Jan  1 10:00:00 2024\n';
    const { messages, problems } = await readTree({ a: `${opening}\n${mboxrd([mail('one')])}` }, 'a');
    expect(messages.map(({ index }) => index)).toEqual([1]);
    expect(problems).toEqual([]);
  });
});

describe('an .eml file that begins with a From_ line', () => {
  const opening = 'From ann@example.com Mon Jan  1 10:00:00 2024\n';

  it('is one message with that line, and has no date of receipt', async () => {
    const text = `${opening}${mail('one')}`;
    const { messages } = await readTree({ 'a.eml': text }, 'a.eml');
    expect(messages.map(message => [textOf(message), message.receivedAt])).toEqual([[text, null]]);
  });

  it('is one message where the second From_ line stands within an open multipart', async () => {
    const text = `${opening}${mail('one', 'Content-Type: multipart/mixed;\n boundary="=-="\n', `--=-=\n\n${opening}Subject: no\n\nx\n--=-=--\n`)}`;
    const { messages } = await readTree({ 'a.eml': text }, 'a.eml');
    expect(messages.map(textOf)).toEqual([text]);
  });

  it('is an mbox where further messages follow', async () => {
    const closed = mail('one', 'Content-Type: multipart/mixed; boundary=b\n', '--b\n\nx\n--b--\n');
    const { messages } = await readTree({ 'a.eml': mboxrd([closed, mail('two')]) }, 'a.eml');
    expect(messages.map(textOf)).toEqual([closed, mail('two')]);
  });

  it('is one message where its From_ lines have no dates', async () => {
    const text = mboxrd([mail('one'), mail('two')], 'From 123@xxx');
    const { messages } = await readTree({ 'a.eml': text }, 'a.eml');
    expect(messages.map(textOf)).toEqual([text]);
  });
});

describe('a directory', () => {
  it('is read with all below it, in the order of names, and what is no mail is passed over', async () => {
    const progress: ReadProgress[] = [];
    const files = {
      'b.txt': mail('two'),
      'a.eml': mail('one'),
      'notes.txt': 'Dear Ann,\n',
      'empty.eml': '',
      'photo.eml': png,
      'sub/deep/c.eml': mail('four'),
      'sub/box': mboxrd([mail('three')]),
      'script.sh': '#!/bin/sh\n',
    };
    const { messages, problems } = await readTree(files, '', { onProgress: step => progress.push(step) });
    expect(subjects(messages)).toEqual(['one', 'two', 'three', 'four']);
    expect(messages.map(({ origin }) => origin)).toEqual(['a.eml', 'b.txt', 'sub/box', 'sub/deep/c.eml']);
    expect(problems).toEqual([]);
    const total = Object.values(files).reduce((sum, content) => sum + Buffer.from(content).length, 0);
    expect(progress.at(-1)).toEqual({ bytesRead: total, bytesTotal: total, passedOver: 4 });
    expect(progress.map(({ bytesRead }) => bytesRead)).toEqual(
      progress.map(({ bytesRead }) => bytesRead).sort((a, b) => a - b),
    );
  });

  test.each<[string, Record<string, string>]>([
    ['without files', { 'd/': '' }],
    ['without mail', { 'd/notes.txt': 'Dear Ann,\n' }],
    ['that is an empty Maildir', { 'd/cur/': '', 'd/new/': '', 'd/tmp/': '' }],
  ])('%s is a problem', async (_, files) => {
    expect((await readTree(files, 'd')).problems).toEqual([{ kind: 'problem', origin: 'd', message: 'holds no mail' }]);
  });

  it('may hold links: to files and directories, in a circle, and to nowhere', async () => {
    const files = {
      'd/a.eml': mail('one'),
      'd/b.eml': '-> a.eml',
      'd/nowhere.eml': '-> no.eml',
      'd/self': '-> self',
      'd/sub/up': '-> ..',
      'd/sub/other': '-> ../../e',
      'e/c.eml': mail('two'),
      'e/back': '-> ../d',
      link: '-> d',
    };
    for (const path of ['d', 'link']) {
      const { messages, problems } = await readTree(files, path);
      expect(subjects(messages)).toEqual(['one', 'one', 'two']);
      expect(problems).toEqual([]);
    }
    expect((await readTree(files, 'd/self')).problems).toEqual([
      { kind: 'problem', origin: 'd/self', message: 'is a link that leads back to itself' },
    ]);
  });

  it('may hold names that are no UTF-8', async () => {
    const { root, remove } = await makeTree({ 'd/': '' });
    await writeFile(
      Buffer.concat([Buffer.from(`${root}/d/`), Buffer.from('caf\u{e9} \u{fc}.eml', 'latin1')]),
      mail('one'),
    );
    await writeFile(join(root, 'd', 'Grüße 😁.eml'), mail('two'));
    const { messages } = await readAll([join(root, 'd')]);
    await remove();
    expect(messages.map(({ origin }) => origin.slice(root.length))).toEqual([
      '/d/Grüße 😁.eml',
      '/d/caf\u{fffd} \u{fffd}.eml',
    ]);
    expect(subjects(messages)).toEqual(['two', 'one']);
  });

  it('names what in it cannot be read, and reads the others', async () => {
    const { root, remove } = await makeTree({
      'a.eml': mail('one'),
      'b.eml': mail('hidden'),
      'c.mbox.gz': gzipSync(mboxrd([mail('damaged')])).subarray(0, -12),
      'd/x.eml': mail('hidden'),
      'e/f.eml': mail('two'),
    });
    await chmod(root, 0o755);
    await chmod(join(root, 'b.eml'), 0);
    await chmod(join(root, 'd'), 0);
    // The super-user may read everything.
    const isSuperUser = process.geteuid?.() === 0;
    if (isSuperUser) process.seteuid?.(65_534);
    try {
      const { messages, problems } = await readAll([root]);
      expect(subjects(messages)).toEqual(['one', 'two']);
      expect(problems.map(({ origin, message }) => [origin.slice(root.length), message])).toEqual([
        ['/b.eml', 'may not be read: permission denied'],
        ['/c.mbox.gz', 'ends early: the gzip data is cut short'],
        ['/d', 'may not be read: permission denied'],
      ]);
    } finally {
      if (isSuperUser) process.seteuid?.(0);
      await chmod(join(root, 'd'), 0o700);
      await remove();
    }
  });

  it('may hold a pipe, which nobody waits for', async () => {
    const { root, remove } = await makeTree({ 'a.eml': mail('one') });
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const { messages } = await readAll([root]);
    await remove();
    expect(subjects(messages)).toEqual(['one']);
  });
});

describe('standard input', () => {
  async function* input(...chunks: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }

  it('is one message', async () => {
    const { messages } = await readAll(['-'], {
      standardInput: input(mail('one').slice(0, 10), mail('one').slice(10)),
    });
    expect(messages.map(message => [message.origin, textOf(message)])).toEqual([['-', mail('one')]]);
  });

  it('is an mbox, perhaps gzipped', async () => {
    const mbox = mboxrd([mail('one'), mail('two')]);
    for (const chunks of [[mbox], [gzipSync(mbox)], [mbox.slice(0, 3), mbox.slice(3, 50), mbox.slice(50)]]) {
      expect(subjects((await readAll(['-'], { standardInput: input(...chunks) })).messages)).toEqual(['one', 'two']);
    }
  });

  it('that holds no mail is a problem', async () => {
    expect((await readAll(['-'], { standardInput: input() })).problems.map(({ message }) => message)).toEqual([
      'is empty',
    ]);
    expect((await readAll(['-'], { standardInput: input('Dear Ann,\n') })).problems).toHaveLength(1);
  });

  it('that breaks off with an error is a problem', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(mboxrd([mail('one'), mail('two')]));
      throw new Error('gone\naway');
    }
    const { messages, problems } = await readAll(['-'], { standardInput: broken() });
    expect(subjects(messages)).toEqual([]);
    expect(problems.map(({ message }) => message)).toEqual(['cannot be read: gone away']);
  });

  it('has no end that progress could know', async () => {
    const totals: (number | null)[] = [];
    await readAll(['-'], {
      standardInput: input(mail('one')),
      onProgress: ({ bytesTotal }) => totals.push(bytesTotal),
    });
    expect(totals).toEqual([null]);
  });
});
