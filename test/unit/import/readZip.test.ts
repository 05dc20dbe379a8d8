import { gzipSync } from 'node:zlib';
import { limits } from '../../../lib/limits.ts';
import { mail, makeZip, mboxrd, readTree, subjects } from './material.ts';

const readZipOf = (members: Parameters<typeof makeZip>[0], name = 'a.zip') =>
  readTree({ [name]: makeZip(members) }, name);

describe('a zip', () => {
  it('gives the mails of its members', async () => {
    const { messages, problems } = await readZipOf([
      { name: 'mails/', content: '', isStored: true },
      { name: 'mails/one.eml', content: mail('one') },
      { name: 'mails/box', content: mboxrd([mail('two'), mail('three')]), isStored: true },
      { name: 'mails/box.gz', content: gzipSync(mboxrd([mail('four')])) },
      { name: 'mails/readme.txt', content: 'Dear Ann,\n' },
      { name: 'mails/empty.eml', content: '' },
    ]);
    expect(problems).toEqual([]);
    expect(subjects(messages)).toEqual(['one', 'two', 'three', 'four']);
    expect(messages.map(({ origin, index }) => `${origin} ${index}`)).toEqual([
      'a.zip/mails/one.eml 0',
      'a.zip/mails/box 0',
      'a.zip/mails/box 1',
      'a.zip/mails/box.gz 0',
    ]);
  });

  it('may hold a Maildir, below a directory or not', async () => {
    for (const top of ['', 'Maildir/', 'whatever/']) {
      const { messages } = await readZipOf([
        { name: `${top}cur/1500000000.a:2,Sa`, content: mail('one') },
        { name: `${top}new/1500000001.a`, content: mail('two') },
        { name: `${top}tmp/1500000002.a`, content: mail('unfinished') },
        { name: `${top}.Archive.2024/cur/1500000003.a:2,F`, content: mail('three') },
        { name: `${top}dovecot-keywords`, content: '0 Work\n' },
      ]);
      expect(
        messages.map(({ folderAlias, receivedAt, flags }, i) => [
          subjects(messages)[i],
          folderAlias,
          receivedAt,
          flags?.keywords,
        ]),
      ).toEqual([
        ['one', null, 1_500_000_000_000, ['Work']],
        ['two', null, 1_500_000_001_000, []],
        ['three', 'Archive/2024', 1_500_000_003_000, []],
      ]);
      expect(messages.map(({ flags }) => [flags?.isSeen, flags?.isFlagged])).toEqual([
        [true, false],
        [false, false],
        [false, true],
      ]);
    }
  });

  it('may hold a tree of Maildirs', async () => {
    const { messages } = await readZipOf([
      { name: 'INBOX/cur/1.a', content: mail('one') },
      { name: 'Archive/2024/cur/1.a', content: mail('two') },
    ]);
    expect(messages.map(({ folderAlias }) => folderAlias)).toEqual(['INBOX', 'Archive/2024']);
  });

  it('may have names in any form, none of which leads anywhere', async () => {
    const { messages } = await readZipOf([
      { name: '../../etc/one.eml', content: mail('one') },
      { name: '/two.eml', content: mail('two') },
      { name: 'C:\\mails\\three.eml', content: mail('three') },
      { name: Buffer.from('Gr\u{fc}\u{df}e.eml', 'latin1'), content: mail('four') },
      { name: 'Grüße.eml', content: mail('five') },
    ]);
    expect(subjects(messages)).toEqual(['one', 'two', 'three', 'four', 'five']);
    expect(messages.map(({ origin }) => origin).filter((_, i) => i !== 3)).toEqual([
      'a.zip/../../etc/one.eml',
      'a.zip//two.eml',
      'a.zip/C:/mails/three.eml',
      'a.zip/Grüße.eml',
    ]);
  });

  it('is opened within a zip, and left within that one with a word', async () => {
    const innermost = makeZip([{ name: 'three.eml', content: mail('three') }]);
    const inner = makeZip([
      { name: 'one.eml', content: mail('one') },
      { name: 'Archive/cur/1500000000.a:2,S', content: mail('two') },
      { name: 'deep.zip', content: innermost },
    ]);
    const { messages, problems } = await readZipOf([
      { name: 'inner.ZIP', content: inner },
      { name: 'letter.docx', content: inner },
      { name: 'documents.zip', content: makeZip([{ name: 'a.txt', content: 'words' }]) },
      { name: 'broken.zip', content: inner.subarray(0, -30) },
    ]);
    expect(messages.map(({ origin, folderAlias }) => [origin, folderAlias])).toEqual([
      ['a.zip/inner.ZIP/one.eml', null],
      ['a.zip/inner.ZIP/Archive/cur/1500000000.a:2,S', 'Archive'],
    ]);
    expect(problems.map(({ origin, message }) => [origin, message])).toEqual([
      ['a.zip/inner.ZIP/deep.zip', 'is a zip within a zip within a zip, which is not opened: unpack it first'],
      ['a.zip/broken.zip', expect.stringMatching(/^cannot be read/)],
    ]);
    const empty = await readZipOf([{ name: 'documents.zip', content: makeZip([{ name: 'a.txt', content: 'words' }]) }]);
    expect(empty.problems).toEqual([{ kind: 'problem', origin: 'a.zip', message: 'holds no mail' }]);
  });

  it('within a zip counts as what that unpacks to', async () => {
    const inner = makeZip([{ name: '0.eml', content: mail('bomb', '', '\0'.repeat(38 * 1024 * 1024)) }]);
    const zip = makeZip(Array.from({ length: 12 }, (_, i) => ({ name: `${i}.zip`, content: inner })));
    const { messages, problems } = await readTree({ 'a.zip': zip }, 'a.zip');
    expect(messages.length * 38 * 1024 * 1024).toBeLessThanOrEqual(limits.zipFloorBytes.value);
    expect(problems.map(({ message }) => message)).toEqual(['cannot be read: it unpacks to far more than mail does']);
  });

  it('is told by its content where it is named, and by its ending in a directory', async () => {
    const zip = makeZip([{ name: 'one.eml', content: mail('one') }]);
    expect(subjects((await readTree({ document: zip }, 'document')).messages)).toEqual(['one']);
    const { messages, problems } = await readTree({ 'd/a.zip': zip, 'd/b.docx': zip }, 'd');
    expect(messages.map(({ origin }) => origin)).toEqual(['d/a.zip/one.eml']);
    expect(problems).toEqual([]);
  });

  it('with encrypted members says so, and gives the others', async () => {
    const { messages, problems } = await readZipOf([
      { name: 'one.eml', content: mail('one'), isEncrypted: true },
      { name: 'two.eml', content: mail('two') },
    ]);
    expect(subjects(messages)).toEqual(['two']);
    expect(problems).toEqual([{ kind: 'problem', origin: 'a.zip', message: 'holds 1 encrypted member' }]);
  });

  it('with a damaged member says which, and gives the others', async () => {
    const zip = makeZip([
      { name: 'one.eml', content: mail('one', '', 'word '.repeat(1000)) },
      { name: 'two.eml', content: mail('two') },
    ]);
    zip.fill(0xff, 30 + 'one.eml'.length + 5, 30 + 'one.eml'.length + 40);
    const { messages, problems } = await readTree({ 'a.zip': zip }, 'a.zip');
    expect(subjects(messages)).toEqual(['two']);
    expect(problems.map(({ origin }) => origin)).toEqual(['a.zip/one.eml']);
  });

  it('that is cut short is a problem', async () => {
    const zip = makeZip([{ name: 'one.eml', content: mail('one') }]);
    const { messages, problems } = await readTree({ 'a.zip': zip.subarray(0, -30) }, 'a.zip');
    expect(messages).toEqual([]);
    expect(problems).toEqual([
      { kind: 'problem', origin: 'a.zip', message: expect.stringMatching(/^cannot be read: [^\n]+$/) },
    ]);
  });

  it('is left where it unpacks to more than mail does', async () => {
    // One large member, and a directory that names it again and again: small files become endless that way.
    const bomb = mail('bomb', '', '\0'.repeat(80 * 1024 * 1024));
    const zip = makeZip([{ name: '0.eml', content: bomb }]);
    const start = zip.indexOf('PK\u{1}\u{2}', 0, 'latin1');
    const end = zip.indexOf('PK\u{5}\u{6}', 0, 'latin1');
    const central = zip.subarray(start, end);
    const tail = Buffer.from(zip.subarray(end));
    tail.writeUInt16LE(10, 8);
    tail.writeUInt16LE(10, 10);
    tail.writeUInt32LE(central.length * 10, 12);
    const overlapping = Buffer.concat([zip.subarray(0, start), ...Array<Buffer>(10).fill(central), tail]);
    expect(overlapping.length * limits.zipRatio.value).toBeLessThan(limits.zipFloorBytes.value);
    const { messages, problems } = await readTree({ 'a.zip': overlapping }, 'a.zip');
    expect(messages).toHaveLength(3);
    expect(problems.map(({ message }) => message)).toEqual(['cannot be read: it unpacks to far more than mail does']);
  });
});
