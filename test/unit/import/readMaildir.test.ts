import { gzipSync } from 'node:zlib';
import { mail, mboxrd, observedAt, readTree, subjects, textOf } from './material.ts';

const none = { observedAt, isSeen: false, isAnswered: false, isFlagged: false, isDraft: false, keywords: [] };

const maildirPlusPlus = {
  'Maildir/cur/1500000000.M1P1.host,S=1:2,FS': mail('seen'),
  'Maildir/cur/1500000001.M1P1.host;2,Ra': mail('answered'),
  'Maildir/cur/.hidden': mail('hidden'),
  'Maildir/new/1500000002.M1P1.host': mail('new'),
  'Maildir/tmp/1500000003.M1P1.host': mail('unfinished'),
  'Maildir/dovecot-keywords': '0 Work\n',
  'Maildir/dovecot-uidlist': '3 V1 N5\n1 :1500000000.M1P1.host\n',
  'Maildir/.Archive.2024/cur/1500000004.M1P1.host:2,a': mail('old'),
  'Maildir/.Archive.2024/new/': '',
  'Maildir/.Archive.2024/tmp/': '',
  'Maildir/.Archive.2024/maildirfolder': '',
  'Maildir/.Archive.2024/dovecot-keywords': '0 Home\n',
  'Maildir/.Entw&APw-rfe/cur/unusual name:2,D': mail('draft'),
};

describe('a Maildir', () => {
  it('gives folders, dates of delivery and flags', async () => {
    const { messages, problems } = await readTree(maildirPlusPlus, 'Maildir');
    expect(problems).toEqual([]);
    const rows = messages.map(({ folderAlias, receivedAt, flags }, i) => [
      subjects(messages)[i],
      folderAlias,
      receivedAt,
      flags,
    ]);
    expect(rows).toEqual([
      ['seen', null, 1_500_000_000_000, { ...none, isSeen: true, isFlagged: true }],
      ['answered', null, 1_500_000_001_000, { ...none, isAnswered: true, keywords: ['Work'] }],
      ['new', null, 1_500_000_002_000, none],
      ['old', 'Archive/2024', 1_500_000_004_000, { ...none, keywords: ['Home'] }],
      ['draft', 'Entwürfe', null, { ...none, isDraft: true }],
    ]);
  });

  it('keeps its folders where it is found below another directory', async () => {
    const { messages } = await readTree(maildirPlusPlus);
    expect(messages.map(({ folderAlias }) => folderAlias)).toEqual([null, null, null, 'Archive/2024', 'Entwürfe']);
  });

  it('may be given by one of its folders', async () => {
    for (const path of ['Maildir/.Archive.2024', 'Maildir/.Archive.2024/']) {
      const { messages } = await readTree(maildirPlusPlus, path);
      expect(messages.map(({ folderAlias }) => folderAlias)).toEqual(['Archive/2024']);
    }
  });

  it('may have a hidden name of its own', async () => {
    const { messages } = await readTree({ '.mail/cur/1500000000.a:2,S': mail('one') }, '.mail');
    expect(messages.map(({ folderAlias }) => folderAlias)).toEqual([null]);
  });

  it('may stand in a tree of Maildirs', async () => {
    const files = {
      'INBOX/cur/1500000000.a': mail('one'),
      'Archive/2024/cur/1500000001.a': mail('two'),
      'Archive/cur/1500000002.a': mail('three'),
      'Archive/plain.eml': mail('four'),
    };
    const { messages } = await readTree(files);
    expect(messages.map(({ folderAlias }, i) => [subjects(messages)[i], folderAlias])).toEqual([
      ['four', null],
      ['three', 'Archive'],
      ['two', 'Archive/2024'],
      ['one', 'INBOX'],
    ]);
  });

  it('may have lost its empty directories', async () => {
    const flags = async (files: Record<string, string>) =>
      (await readTree(files)).messages.map(message => message.flags !== null);
    expect(await flags({ 'cur/1.a:2,S': mail('one') })).toEqual([true]);
    expect(await flags({ 'new/1.a': mail('one'), 'tmp/': '' })).toEqual([true]);
    expect(await flags({ 'new/1.a': mail('one') })).toEqual([false]);
  });

  it('takes each delivery as one message, gzipped ones unpacked', async () => {
    const box = mboxrd([mail('one'), mail('two')]);
    const files = {
      'cur/1500000000.a:2,S': box,
      'cur/1500000001.a:2,S': gzipSync(mail('three')),
      'cur/1500000002.a:2,S': 'no header at all\n',
      'cur/1500000003.a:2,S': '',
      'cur/Thumbs.db': '\u{0}\u{1}\u{2}',
    };
    const { messages, problems } = await readTree(files);
    expect(messages.map(textOf)).toEqual([box, mail('three'), 'no header at all\n']);
    expect(problems).toEqual([]);
  });
});
