import fc from 'fast-check';
import type { Archive } from '../../../lib/archive/archive.ts';
import { followObjects, type ObjectChange } from '../../../lib/archive/followObjects.ts';
import { lockKey } from '../../../lib/archive/keys.ts';
import { everyAccount } from '../../../lib/archive/mailObject.ts';
import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';

/** A mail of some bytes, distinct by its number. */
const mail = (number: number, files: readonly string[] = ['a.pdf', 'b.xlsx']): Uint8Array =>
  Buffer.from(
    [
      'From: Ann <ann@example.com>',
      `Subject: Mail ${number}`,
      'Date: Mon, 6 May 2024 07:08:09 +0000',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      ...files.flatMap(name => ['--x', `Content-Disposition: attachment; filename="${name}"`, '', `${number}`]),
      '--x--',
      '',
    ].join('\r\n'),
  );

const key = (name: string | number) => `mail/ann/INBOX/${name}`;
const created = (name: string | number, sizeBytes: number | null = 500): ObjectChange => ({
  kind: 'created',
  key: key(name),
  sizeBytes,
});
const removed = (name: string | number): ObjectChange => ({ kind: 'removed', key: key(name), sizeBytes: null });

const follow = (archive: Archive, changes: readonly ObjectChange[]) => followObjects(archive, everyAccount, changes);

const snapshot = (store: ReturnType<typeof memoryStore>) => [...store.rows].toSorted(([a], [b]) => (a < b ? -1 : 1));

describe('followObjects', () => {
  test('takes many in together and answers for each in order', async () => {
    const blobs = memoryBlobs();
    for (const name of [1, 2, 3]) await blobs.create(key(name), mail(name));
    await blobs.create(key('again'), mail(1));
    await blobs.create(key('picture'), Buffer.from('\x89PNG\r\n\x1a\n'));
    const answers = await follow({ store: memoryStore(), blobs }, [
      created(1),
      created('again'),
      created('picture'),
      created('gone'),
      removed('never'),
      created(2, 50_000_000),
      created(3, null),
      created(1),
    ]);
    expect(answers).toEqual([
      { outcome: 'stored' },
      { outcome: 'duplicate' },
      { outcome: 'quarantined' },
      { outcome: 'gone, unknown' },
      { outcome: 'unknown' },
      { outcome: 'stored' },
      { outcome: 'stored' },
      { outcome: 'stored' },
    ]);
  });

  test('one that cannot be read or written costs no other', async () => {
    const blobs = memoryBlobs();
    const store = memoryStore();
    for (const name of [1, 2, 3, 4]) await blobs.create(key(name), mail(name, [`file ${name}.pdf`]));
    const failing: Archive = {
      store: {
        ...store,
        put: async rows => {
          if (rows.some(row => row.posting?.text === 'file 2.pdf')) throw new Error('no write');
          return store.put(rows);
        },
      },
      blobs: {
        ...blobs,
        getWithMetadata: async name => {
          if (name === key(3)) throw new Error('no read');
          return blobs.getWithMetadata(name);
        },
      },
    };
    const answers = await follow(
      failing,
      [1, 2, 3, 4].map(name => created(name)),
    );
    expect(answers.map(answer => ('outcome' in answer ? answer.outcome : 'failed'))).toEqual([
      'stored',
      'failed',
      'failed',
      'stored',
    ]);
    expect(await follow({ store, blobs }, [created(2), created(3)])).toEqual([
      { outcome: 'stored' },
      { outcome: 'stored' },
    ]);
  });

  test('a lock that cannot be had costs no other', async () => {
    const blobs = memoryBlobs();
    const store = memoryStore();
    for (const name of [1, 2]) await blobs.create(key(name), mail(name));
    const { pk } = lockKey(key(2));
    const guarded: Archive = {
      store: {
        ...store,
        get: async (keys, ...rest) => {
          if (keys.some(one => one.pk === pk)) throw new Error('no look at the lock');
          return store.get(keys, ...rest);
        },
        putIfAbsent: async (row, ...rest) => (row.pk === pk ? false : store.putIfAbsent(row, ...rest)),
      },
      blobs,
    };
    const answers = await follow(guarded, [created(1), created(2)]);
    expect(answers.map(answer => ('outcome' in answer ? answer.outcome : 'failed'))).toEqual(['stored', 'failed']);
    expect([...store.rows.values()].some(row => row.pk === lockKey(key(1)).pk)).toBe(false);
  });

  test('events in any order, doubled and grouped anyhow, end as the objects are', async () => {
    const step = fc.record({ name: fc.nat(3), content: fc.option(fc.nat(3)) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        fc.infiniteStream(fc.nat(100)),
        fc.integer({ min: 1, max: 5 }),
        async (steps, dice, groupSize) => {
          const blobs = memoryBlobs();
          const store = memoryStore();
          const told: ObjectChange[] = [];
          const later: ObjectChange[] = [];
          const deliver = async () => {
            while (told.length > 0) await follow({ store, blobs }, told.splice(0, groupSize));
          };
          for (const { name, content } of steps) {
            if (content === null) blobs.all.delete(key(name));
            else blobs.all.set(key(name), { bytes: mail(content), metadata: {}, modifiedAt: 1_700_000_000_000 });
            const change = content === null ? removed(name) : created(name);
            (((dice.next().value ?? 0) % 3 === 0 ? later : told) as ObjectChange[]).push(change);
            if ((dice.next().value ?? 0) % 4 === 0) await deliver();
          }
          told.push(...later.toReversed(), ...later);
          await deliver();

          const fresh = memoryStore();
          await follow(
            { store: fresh, blobs },
            [...blobs.all.keys()]
              .filter(name => name.startsWith('mail/'))
              .map(name => ({ kind: 'created', key: name, sizeBytes: 1 })),
          );
          const withoutFolders = (rows: ReturnType<typeof snapshot>) => rows.filter(([, row]) => row.pk !== 'f');
          expect(withoutFolders(snapshot(store))).toEqual(withoutFolders(snapshot(fresh)));
        },
      ),
      { numRuns: 200 },
    );
  });

  test('many functions at once, with objects that change under them, end as the objects are', async () => {
    const step = fc.record({ name: fc.nat(3), content: fc.option(fc.nat(2), { freq: 3 }), pause: fc.nat(12) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 14 }),
        fc.infiniteStream(fc.nat(4)),
        async (steps, dice) => {
          const blobs = memoryBlobs();
          const store = memoryStore();
          const tick = () => new Promise<void>(resolve => setImmediate(resolve));
          // Every call of a port takes a while before it is done and another before its answer is there.
          const slowed = <T extends object>(port: T): T =>
            new Proxy(port, {
              get: (target, name) => {
                const value = Reflect.get(target, name);
                if (typeof value !== 'function') return value;
                return async (...asked: unknown[]) => {
                  for (let i = dice.next().value ?? 0; i > 0; i--) await tick();
                  const answer = await Reflect.apply(value, target, asked);
                  for (let i = dice.next().value ?? 0; i > 0; i--) await tick();
                  return answer;
                };
              },
            });
          const archive = { store: slowed(store), blobs: slowed(blobs) };
          const functions: Promise<void>[] = [];
          // What fails comes again, as from a queue.
          const deliver = async (change: ObjectChange): Promise<void> => {
            for (let tries = 0; tries < 10; tries++) {
              const [answer] = await follow(archive, [change]);
              if (answer && 'outcome' in answer) return;
            }
            throw new Error('an event would have come to the dead-letter queue');
          };
          for (const { name, content, pause } of steps) {
            if (content === null) blobs.all.delete(key(name));
            else blobs.all.set(key(name), { bytes: mail(content), metadata: {}, modifiedAt: 1_700_000_000_000 });
            functions.push(deliver(content === null ? removed(name) : created(name)));
            for (let i = 0; i < pause; i++) await tick();
          }
          await Promise.all(functions);

          const fresh = memoryStore();
          const keys = [...blobs.all.keys()].filter(name => name.startsWith('mail/'));
          await follow(
            { store: fresh, blobs },
            keys.map(name => ({ kind: 'created', key: name, sizeBytes: 1 })),
          );
          const withoutFolders = (rows: ReturnType<typeof snapshot>) => rows.filter(([, row]) => row.pk !== 'f');
          expect(withoutFolders(snapshot(store))).toEqual(withoutFolders(snapshot(fresh)));
        },
      ),
      { numRuns: 100 },
    );
  });

  test('ten mails at once ask the table less often than one by one', async () => {
    const ask = async (together: boolean): Promise<number> => {
      const { client } = simulatedDynamo();
      let calls = 0;
      const counting = {
        send: (command: never) => {
          calls++;
          return client.send(command);
        },
        destroy: () => {},
      };
      const blobs = memoryBlobs();
      const store = dynamoStore({ client: counting as never, table: 'mail' });
      const names = Array.from({ length: 10 }, (_, i) => i);
      for (const name of names) await blobs.create(key(name), mail(name, ['x.pdf']));
      const changes = names.map(name => created(name));
      if (together) await follow({ store, blobs }, changes);
      else for (const change of changes) await follow({ store, blobs }, [change]);
      return calls;
    };
    const [together, apart] = [await ask(true), await ask(false)];
    expect(together).toBeLessThan(apart / 2);
  });
});
