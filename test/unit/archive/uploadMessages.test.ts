import { awaitMessages } from '../../../lib/archive/awaitMessages.ts';
import { ingestObject } from '../../../lib/archive/ingestObject.ts';
import { everyAccount } from '../../../lib/archive/mailObject.ts';
import { uploadMessages } from '../../../lib/archive/uploadMessages.ts';
import { storeMessages } from '../../../lib/archive/writer.ts';
import { limits } from '../../../lib/limits.ts';
import { incoming, mail, mailKeys, now, openArchive, snapshot } from './material.ts';

const awaited = (outcomes: Awaited<ReturnType<typeof uploadMessages>>) =>
  outcomes.flatMap(({ storedEmailId, blobKey, outcome, isAwaited }) =>
    isAwaited ? [{ storedEmailId, blobKey, isNew: outcome === 'stored' }] : [],
  );

describe('uploadMessages', () => {
  test('puts what the archive does not hold into the bucket, from where it becomes what an import makes', async () => {
    const local = openArchive();
    const messages = [mail(1), mail(2, []), mail(1)].map(raw => ({ ...incoming(raw), receivedAt: 1_650_000_000_000 }));
    await storeMessages(local, messages, now);
    const archive = openArchive();
    const first = await uploadMessages(archive, messages);
    expect(first.map(({ outcome, isAwaited }) => [outcome, isAwaited])).toEqual([
      ['stored', true],
      ['stored', true],
      ['duplicate', false],
    ]);
    expect(archive.store.rows.size).toBe(0);
    // Uploaded and not taken in yet: passed over, and still awaited.
    expect((await uploadMessages(archive, messages)).map(({ outcome, isAwaited }) => [outcome, isAwaited])).toEqual([
      ['duplicate', true],
      ['duplicate', true],
      ['duplicate', false],
    ]);
    for (const key of mailKeys(archive)) await ingestObject(archive, everyAccount, key);
    expect(snapshot(archive)).toEqual(snapshot(local));
    expect((await uploadMessages(archive, messages)).some(({ isAwaited }) => isAwaited)).toBe(false);
  });
});

describe('awaitMessages', () => {
  test('waits until each is taken in or refused, and counts what is new', async () => {
    const archive = openArchive();
    const mails = awaited(
      await uploadMessages(
        archive,
        [1, 2, 3].map(number => incoming(mail(number))),
      ),
    );
    const keys = mailKeys(archive);
    let pauses = 0;
    const pause = async () => {
      const key = keys[pauses++];
      if (key) await ingestObject(archive, { servesAccount: () => pauses < 3 }, key);
    };
    const done: number[] = [];
    const result = await awaitMessages(archive, mails, { pause, onProgress: count => done.push(count) });
    expect(result).toEqual({
      attachments: 4,
      damaged: 0,
      refused: [expect.objectContaining({ blobKey: keys[2], reason: 'unknownAccount' })],
      missing: [],
    });
    expect(pauses).toBe(3);
    expect(done).toEqual([0, 1, 2, 3]);
  });

  test('gives up once nothing more comes, and names what is missing', async () => {
    const archive = openArchive();
    const mails = awaited(
      await uploadMessages(
        archive,
        Array.from({ length: 250 }, (_, i) => incoming(mail(i, []))),
      ),
    );
    const [first] = mails;
    let time = 0;
    const pause = async () => {
      time += 60_000;
      if (time === 240_000) await ingestObject(archive, everyAccount, first?.blobKey ?? '');
    };
    const { missing } = await awaitMessages(archive, mails, { pause, now: () => time });
    expect(missing).toEqual(mails.slice(1));
    // The one that came in between gave it time once more.
    expect(time).toBe(240_000 + limits.waitMilliseconds.value);
  });

  test('ends when it is told to', async () => {
    const archive = openArchive();
    const mails = awaited(await uploadMessages(archive, [incoming(mail(1))]));
    const { missing } = await awaitMessages(archive, mails, { signal: AbortSignal.abort() });
    expect(missing).toEqual(mails);
  });
});
