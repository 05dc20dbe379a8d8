import { librarySpace } from '../../../lib/archive/fileKeys.ts';
import { readGenerations } from '../../../lib/archive/files/fileState.ts';
import { startFilesRebuild } from '../../../lib/archive/files/generations.ts';
import { readFilesNewestFirst } from '../../../lib/archive/files/readFiles.ts';
import { ownerKey } from '../../../lib/archive/keys.ts';
import { tryLock } from '../../../lib/archive/objectLocks.ts';
import type { Store } from '../../../lib/archive/ports.ts';
import type { FileTask } from '../../../lib/aws/fileTasks.ts';
import { handleFileTasks } from '../../../lib/aws/handleFileTasks.ts';
import { type MemoryArchive, mailWith, storeMails, textReader } from '../archive/files/material.ts';
import { openArchive } from '../archive/material.ts';

const accountId = 'ann';
const mailTask = (storedEmailId: string): FileTask => ({
  kind: 'index',
  subject: { kind: 'mail', accountId, storedEmailId },
});
const documentTask = (path: string): FileTask => ({ kind: 'index', subject: { kind: 'library', path } });
const workOffTask: FileTask = { kind: 'workOff', stood: 0 };

/** An archive with a function at work on it. */
function deployed(archive: MemoryArchive = openArchive()) {
  const reader = textReader();
  const asked: number[] = [];
  const failures: string[] = [];
  const queue = { workOff: async (stood = 0) => void asked.push(stood) };
  const context = { archive, extract: reader.extract, queue };
  const handle = (...tasks: FileTask[]) =>
    handleFileTasks(context, tasks, event => error => failures.push(`${event} ${error}`));
  return { archive, handle, asked, failures, read: reader.read };
}

async function namesIn(store: Store, space: string): Promise<(string | null)[]> {
  const { complete, building } = await readGenerations(store);
  const names: (string | null)[] = [];
  for await (const files of readFilesNewestFirst(store, space, complete ?? building ?? 0))
    names.push(...files.map(({ filename }) => filename));
  return names.toSorted();
}

const file = (name: string, text: string) => ({ name, text });

describe('the tasks of the function that reads documents', () => {
  it('are answered for each in their order, and one that fails costs no other', async () => {
    const { archive, handle, asked } = deployed();
    const [first = '', second = ''] = await storeMails(archive, [
      mailWith(1, [file('a.txt', 'words')]),
      mailWith(2, [file('b.txt', 'more words')]),
    ]);
    await archive.blobs.create('library/guide.md', Buffer.from('guide'));
    const { store } = archive;
    const broken = { ...archive, store: { ...store, get: failingFor(store, second) } };
    const answers = await deployed(broken as MemoryArchive).handle(
      documentTask('library/guide.md'),
      mailTask(second),
      mailTask(first),
      documentTask('library/none.md'),
    );
    expect(answers).toEqual([
      { outcome: 'indexed' },
      { error: new Error('no such luck') },
      { outcome: 'indexed' },
      { outcome: 'nothing' },
    ]);
    expect(await namesIn(store, accountId)).toEqual(['a.txt']);
    expect(await namesIn(store, librarySpace)).toEqual(['guide.md']);
    expect(await handle(mailTask(second), mailTask(first))).toEqual([{ outcome: 'indexed' }, { outcome: 'nothing' }]);
    expect(await namesIn(store, accountId)).toEqual(['a.txt', 'b.txt']);
    // The first generation is not listed yet.
    expect(asked).toEqual([0]);
  });

  it('wait for a mail whose last row is not written yet, and for none that is gone', async () => {
    const { archive, handle } = deployed();
    const [id = ''] = await storeMails(archive, [mailWith(1, [file('a.txt', 'words')])]);
    const [owner] = await archive.store.get([ownerKey(id)]);
    await archive.store.delete([ownerKey(id)]);
    const [answer] = await handle(mailTask(id));
    expect(answer).toMatchObject({ error: { name: 'ComesAgainError' } });
    if (owner) await archive.store.put([owner]);
    expect(await handle(mailTask(id))).toEqual([{ outcome: 'indexed' }]);
    expect(await handle(mailTask('0190f1e4-0000-8000-8000-000000000001'))).toEqual([{ outcome: 'gone' }]);
  });

  it('read a file once that many mails have', async () => {
    const { archive, handle, read } = deployed();
    const mails = Array.from({ length: 8 }, (_, i) => mailWith(i, [file('same.txt', 'the very same')]));
    const ids = await storeMails(archive, mails);
    expect(await handle(...ids.map(mailTask))).toEqual(ids.map(() => ({ outcome: 'indexed' })));
    expect(read).toEqual(['the very same']);
  });

  it('bring the first generation to its end, and those that are asked for', async () => {
    const { archive, handle, asked, failures } = deployed();
    const [id = ''] = await storeMails(archive, [mailWith(1, [file('a.txt', 'words')]), mailWith(2, [])]);
    await archive.blobs.create('library/guide.md', Buffer.from('guide'));
    await handle(mailTask(id));
    expect(await readGenerations(archive.store)).toMatchObject({ complete: null, building: 1 });
    expect(await handle(workOffTask)).toEqual([{ outcome: 'done' }]);
    expect(await readGenerations(archive.store)).toMatchObject({ complete: 1, building: null, dropping: [] });
    expect(await namesIn(archive.store, librarySpace)).toEqual(['guide.md']);
    await startFilesRebuild(archive);
    await startFilesRebuild(archive);
    expect(await handle(workOffTask, workOffTask)).toEqual([{ outcome: 'done' }, { outcome: 'done' }]);
    expect(await readGenerations(archive.store)).toMatchObject({ complete: 2, building: null, dropping: [] });
    expect(await namesIn(archive.store, accountId)).toEqual(['a.txt']);
    expect([asked, failures]).toEqual([[0], []]);
  });

  it('leave what is pending to whoever is at it', async () => {
    const { archive, handle, asked } = deployed();
    const lock = await tryLock(archive.store, 'work off files');
    await startFilesRebuild(archive);
    expect(await handle(workOffTask)).toEqual([{ outcome: 'busy' }]);
    await lock?.release();
    expect(await handle(workOffTask)).toEqual([{ outcome: 'done' }]);
    expect(asked).toEqual([]);
  });

  it('try again soon what cannot be done now, not for ever, and say what fails', async () => {
    const { archive, handle, asked, failures } = deployed();
    const [id = ''] = await storeMails(archive, [mailWith(1, [file('a.txt', 'words')])]);
    await startFilesRebuild(archive);
    const { getWithMetadata } = archive.blobs;
    archive.blobs.getWithMetadata = async () => {
      throw new Error('no such luck');
    };
    expect(await handle(workOffTask)).toEqual([{ outcome: 'stands' }]);
    expect(await handle({ kind: 'workOff', stood: 6 })).toEqual([{ outcome: 'stands' }]);
    expect(asked).toEqual([1]);
    expect(new Set(failures)).toEqual(new Set(['filesFailure Error: no such luck']));
    archive.blobs.getWithMetadata = getWithMetadata;
    expect(await handle(workOffTask)).toEqual([{ outcome: 'done' }]);
    expect(await handle(mailTask(id))).toEqual([{ outcome: 'nothing' }]);
  });

  it('leave the files of a mail that take too long unread, and what there is no time for to come again', async () => {
    const { archive } = deployed();
    const { now } = performance;
    let passed = 0;
    performance.now = () => now.call(performance) + passed;
    try {
      const slow = textReader();
      const extract: typeof slow.extract = async (bytes, hints) => {
        passed += 300_000;
        return slow.extract(bytes, hints);
      };
      const ids = await storeMails(archive, [
        mailWith(
          1,
          ['a', 'b', 'c', 'd'].map(name => file(`${name}.txt`, `words of ${name}`)),
        ),
        ...[...'efghijklm'].map((name, i) => mailWith(i + 2, [file(`${name}.txt`, `words of ${name}`)])),
      ]);
      const context = { archive, extract, queue: { workOff: async () => {} } };
      const [id = '', ...others] = ids;
      const fail = () => (error: unknown) => {
        throw error;
      };
      expect(await handleFileTasks(context, [mailTask(id)], fail)).toEqual([{ outcome: 'indexed' }]);
      expect(slow.read).toEqual(['words of a']);
      // All four are found by their names.
      expect(await namesIn(archive.store, accountId)).toEqual(['a.txt', 'b.txt', 'c.txt', 'd.txt']);
      // Four are begun at once; the first of each four takes more than half of the time there is.
      const answers = await handleFileTasks(context, others.map(mailTask), fail);
      expect(answers[0]).toEqual({ outcome: 'indexed' });
      expect(answers.at(-1)).toMatchObject({ error: { name: 'ComesAgainError' } });
      passed = 0;
      expect(await handleFileTasks(context, others.slice(-1).map(mailTask), fail)).toEqual([{ outcome: 'indexed' }]);
    } finally {
      performance.now = now;
    }
  });

  const failingFor = (store: Store, id: string): Store['get'] => {
    return (keys, ...more) => {
      if (keys.some(({ pk }) => pk === ownerKey(id).pk)) throw new Error('no such luck');
      return store.get(keys, ...more);
    };
  };
});
