import { describe, expect, test } from '@jest/globals';
import { readTextBlobKey } from '../../../../lib/archive/blobKeys.ts';
import { librarySpace, pendingFilesKey } from '../../../../lib/archive/fileKeys.ts';
import { readDiagnostics } from '../../../../lib/archive/files/fileDiagnostics.ts';
import { encodePending, readFileState } from '../../../../lib/archive/files/fileState.ts';
import { decodeText, getFileText } from '../../../../lib/archive/files/fileText.ts';
import { startFilesRebuild } from '../../../../lib/archive/files/generations.ts';
import { readFilesNewestFirst } from '../../../../lib/archive/files/readFiles.ts';
import { rebuild } from '../../../../lib/archive/rebuild.ts';
import { removeMessages } from '../../../../lib/archive/removeMessages.ts';
import { mailKeys, openArchive } from '../material.ts';
import { type MemoryArchive, mailWith, snapshotOf, storeMails, textReader, workOff } from './material.ts';

async function filesOf(archive: MemoryArchive) {
  const files = [];
  for await (const some of readFilesNewestFirst(archive.store, 'ann', 1)) files.push(...some);
  return files;
}

/** The text of a blob, whatever version it is of. */
function decodedText(key: string, bytes: Uint8Array): string | undefined {
  const place = readTextBlobKey(key);
  return (place && decodeText(place, bytes))?.extraction.chunks[0]?.text;
}

describe('files of mails', () => {
  test('a stored mail is pending, and found as files with text, words and tags once it is indexed', async () => {
    const archive = openArchive();
    const { extract } = textReader();
    const mail = mailWith(1, [
      { name: 'offer 2024-03-15.txt', text: 'warranty of #clause years' },
      { name: null, text: 'nameless' },
    ]);
    const [id = ''] = await storeMails(archive, [mail]);
    expect(await readFileState(archive.store, ['ann'])).toMatchObject({ complete: null, building: null, pending: 2 });
    expect(await workOff(archive, extract)).toEqual({ files: 2, extracted: 2, bytes: 33 });
    expect(await readFileState(archive.store, ['ann'])).toMatchObject({ complete: 1, building: null, pending: 0 });
    const files = await filesOf(archive);
    expect(files.map(({ path, date, tags, outcome }) => [path, date, tags, outcome])).toEqual([
      [`mail/ann/INBOX/2024-05/${id}/1-offer 2024-03-15.txt`, '2024-03-15', ['clause'], 'text'],
      [`mail/ann/INBOX/2024-05/${id}/2-unnamed`, null, [], 'text'],
    ]);
    expect(files[0] && (await getFileText(archive.blobs, files[0]))).toEqual([
      { heading: null, text: 'warranty of #clause years' },
    ]);
    const { words } = await snapshotOf(archive, ['ann']);
    expect(words[1]?.words).toEqual(
      expect.arrayContaining(['warranti', '\u0001etxt', '\u0001tclause', '\u0001dmail/ann']),
    );
  });

  test('a file that comes a hundred times is read once, and told as a duplicate', async () => {
    const archive = openArchive();
    const { extract, read } = textReader();
    const mails = Array.from({ length: 100 }, (_, i) => mailWith(i, [{ name: 'same.txt', text: 'always the same' }]));
    await storeMails(archive, mails);
    expect(await workOff(archive, extract, 8)).toMatchObject({ files: 100, extracted: 1 });
    expect(read).toHaveLength(1);
    expect(await readDiagnostics(archive.store, 'ann', 'duplicate')).toHaveLength(100);
  });

  test('a file of a mail that gets another date is told as a duplicate there alone', async () => {
    const archive = openArchive();
    const { extract } = textReader();
    const dateless = Buffer.from(
      `Content-Type: text/plain\r\nContent-Disposition: attachment; filename="same.txt"\r\n\r\nalways the same`,
    );
    await storeMails(archive, [dateless, mailWith(1, [{ name: 'same.txt', text: 'always the same' }])]);
    await workOff(archive, extract);
    const told = await readDiagnostics(archive.store, 'ann', 'duplicate');
    expect(told).toHaveLength(2);
    for (const [key, blob] of archive.blobs.all)
      if (blob.metadata['stored-at'])
        archive.blobs.all.set(key, { ...blob, metadata: { 'stored-at': '2020-02-02T00:00:00.000Z' } });
    await rebuild(archive);
    await workOff(archive, extract);
    const after = await readDiagnostics(archive.store, 'ann', 'duplicate');
    expect(after).toHaveLength(2);
    expect(after).not.toEqual(told);
  });

  test('a poisonous file costs no other, and says why', async () => {
    const archive = openArchive();
    const { extract } = textReader();
    const files = [
      { name: 'a.txt', text: 'first' },
      { name: 'b.txt', text: 'poison' },
      { name: 'c.txt', text: 'locked' },
      { name: 'd.txt', text: '' },
    ];
    await storeMails(archive, [mailWith(1, files)]);
    await workOff(archive, extract);
    expect((await filesOf(archive)).map(({ outcome }) => outcome)).toEqual(['text', 'broken', 'encrypted', 'noText']);
    expect((await readDiagnostics(archive.store, 'ann', 'unreadable')).map(({ detail }) => detail)).toEqual([
      'it cannot be read',
      'it needs a password',
    ]);
    expect(await readDiagnostics(archive.store, 'ann', 'empty')).toHaveLength(1);
  });

  test('files that came while a generation is built are counted once', async () => {
    const archive = openArchive();
    await storeMails(archive, [mailWith(1, [{ name: 'a.txt', text: 'first' }])]);
    await workOff(archive, textReader().extract);
    await startFilesRebuild(archive);
    await archive.store.put([
      { ...pendingFilesKey('ann', null, 'x'), data: encodePending({ subject: 'x', files: 3, mark: 0 }) },
      { ...pendingFilesKey('ann', 2, 'x'), data: encodePending({ subject: 'x', files: 3, mark: 0 }) },
    ]);
    expect(await readFileState(archive.store, ['ann'])).toMatchObject({ complete: 1, building: 2, pending: 3 });
  });

  test('a rebuild reads once what could not be read, or was read by another version, however often it was sent', async () => {
    const archive = openArchive();
    const { extract, read } = textReader();
    const files = ['sound', 'damaged', 'older'].map(text => ({ name: `${text}.txt`, text }));
    await storeMails(archive, [mailWith(1, files), mailWith(2, files), mailWith(3, files)]);
    await workOff(archive, extract, 1);
    expect(read.splice(0).toSorted()).toEqual(['damaged', 'older', 'sound']);
    for (const [key, { bytes }] of archive.blobs.all)
      if (key.startsWith('text/') && decodedText(key, bytes) === 'older') bytes[3] = 1;
    for (const again of [['damaged', 'older'], ['damaged']]) {
      await startFilesRebuild(archive);
      await workOff(archive, extract, 1);
      expect(read.splice(0).toSorted()).toEqual(again);
    }
  });

  test('files of a mail whose raw bytes are gone stay, in a new generation too', async () => {
    const archive = openArchive();
    const { extract } = textReader();
    await storeMails(archive, [mailWith(1, [{ name: 'a.txt', text: 'kept words' }])]);
    await workOff(archive, extract);
    const before = await snapshotOf(archive, ['ann']);
    for (const key of mailKeys(archive)) archive.blobs.all.delete(key);
    await startFilesRebuild(archive);
    await workOff(archive, extract);
    const after = await snapshotOf(archive, ['ann']);
    expect(after.state.complete).toBe(2);
    expect(after.words.map(({ words }) => words)).toEqual(before.words.map(({ words }) => words));
    expect(after.rows.map(({ data }) => data)).toEqual(before.rows.map(({ data }) => data));
  });

  test('removing mails leaves what there would be without them', async () => {
    const same = { name: 'same.txt', text: 'common' };
    const mails = [1, 2, 3].map(number => mailWith(number, [same, { name: `${number}.txt`, text: `own ${number}` }]));
    const [first, ...others] = mails;
    const archive = openArchive();
    const without = openArchive();
    const { extract } = textReader();
    const ids = await storeMails(archive, mails);
    await workOff(archive, extract);
    await removeMessages(archive, ids.slice(1));
    await storeMails(without, first ? [first] : []);
    await workOff(without, extract);
    expect(others).toHaveLength(2);
    expect(await snapshotOf(archive, ['ann'])).toEqual(await snapshotOf(without, ['ann']));
    await removeMessages(archive, ids);
    const { rows, words, blobs } = await snapshotOf(archive, ['ann', librarySpace]);
    expect([rows.map(({ family }) => family), words, blobs]).toEqual([['folder'], [], []]);
  });
});
