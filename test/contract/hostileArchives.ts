// Archives that break other programs, asked over any store: what a client gets by following cursors is exactly the
// brute-force answer, in order, however small the pages and the budgets.

import type { Store } from '../../lib/archive/ports.ts';
import { removeMessages } from '../../lib/archive/removeMessages.ts';
import type { AttachmentRow } from '../../lib/archive/rows.ts';
import { storeMessages } from '../../lib/archive/writer.ts';
import { memoryBlobs } from '../doubles/memoryBlobs.ts';
import { type Asked, attachmentWalks, idsOf } from './attachmentWalks.ts';
import { freshPrefix, noon } from './contractOptions.ts';
import { bruteForce } from './searchContract.ts';

const day = 86_400_000;

export interface HostileOptions {
  /** Attachments of one name in one second. */
  readonly sameSecond: number;
  /** Attachments of one name over ten years. */
  readonly sameName: number;
}

/** Thousands of rows are written and read page by page. */
const timeout = 120_000;

/** A mail with attachments, distinct by its text. */
const mailOf = (text: string, date: Date, filenames: readonly string[]): Buffer =>
  Buffer.from(
    [
      'From: Ann <ann@example.com>',
      `Subject: ${text}`,
      `Date: ${date.toUTCString()}`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      ...filenames.flatMap(filename => [
        '--x',
        'Content-Type: application/octet-stream',
        `Content-Disposition: attachment; filename="${filename}"`,
        '',
        text,
      ]),
      '--x--',
      '',
    ].join('\r\n'),
  );

export function hostileArchives(name: string, open: () => Promise<Store>, options: HostileOptions): void {
  describe(`searchAttachments over ${name}`, () => {
    let store: Store;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(async () => {
      await store.close();
    });

    const { attachment, put, keyOf, questionOf, ask, walk, agrees } = attachmentWalks(() => store);

    it(
      'finds mail of old dates that arrives late, wherever it falls, without disturbing who pages',
      async () => {
        const account = freshPrefix();
        const fresh = Array.from({ length: 400 }, (_, i) => attachment(account, `report ${i}.pdf`, noon - i * 60_000));
        await put(fresh);
        // Between any two, below all of them, before 1970, and at the very instants that are there.
        const late = Array.from({ length: 300 }, (_, i) => {
          const dates = [noon - i * 45_000 - 1, noon - i * 3650 * day, Date.UTC(1960, 0, 1 + i), noon - i * 60_000];
          return attachment(account, `report late ${i}.pdf`, dates[i % 4] ?? 0);
        });
        const arriving = late.toSorted((a, b) => (a.messageId < b.messageId ? -1 : 1));
        const whilePaging: readonly Asked[] = [
          { pattern: 'report*' },
          { pattern: '*port*.pdf', budgetRows: 90, pageSizes: [7, 20] },
        ];
        for (const asked of whilePaging) {
          const arrived: AttachmentRow[] = [];
          const question = questionOf([account], asked);
          const walked = await walk(question, async () => {
            const next = arriving.splice(0, 9);
            arrived.push(...next);
            await put(next);
          });
          expect(new Set(idsOf(walked)).size).toBe(walked.length);
          const before = new Set(idsOf(fresh));
          const there = idsOf(walked).filter(id => before.has(id));
          expect(there).toEqual(idsOf(bruteForce(fresh, question)));
        }
        await put(arriving);
        const questions = [
          { pattern: '*' },
          { pattern: '*late*', budgetRows: 30 },
          { pattern: 'report late 7?.pdf' },
          { pattern: '*report*', after: Date.UTC(1959, 0, 1), before: Date.UTC(1970, 0, 1), pageSizes: [3] },
          { pattern: '*1*', before: noon - 3650 * day },
        ];
        const counts = await agrees([...fresh, ...late], questions);
        expect(Math.min(...counts)).toBeGreaterThan(0);
      },
      timeout,
    );

    it(
      'shows nothing of messages that were removed, and all that was not',
      async () => {
        const accountId = freshPrefix();
        const archive = { store, blobs: memoryBlobs() };
        const mails = Array.from({ length: 60 }, (_, i) => ({
          accountId,
          folderAlias: 'INBOX',
          raw: mailOf(`mail ${i}`, new Date(noon - (i >> 2) * 1000), [
            `plan ${i % 7}.pdf`,
            'image001.png',
            'plan.xlsx',
          ]),
          receivedAt: null,
          flags: null,
        }));
        const ids = (await storeMessages(archive, mails, () => noon)).map(({ storedEmailId }) => storedEmailId);
        const removed = new Set(ids.filter((_, i) => i % 3 === 0));
        const questions = ['*', '*plan*', 'image001.png', '*.pdf', 'plan 3*'].map(pattern =>
          questionOf([accountId], { pattern, pageSizes: [11], budgetRows: 40 }),
        );
        const before = await Promise.all(questions.map(question => walk(question)));
        // A walk that was begun before goes on over what is left.
        let left = [...removed];
        const [first] = questions;
        if (!first) throw new Error('no question');
        const walked = await walk(first, async () => {
          await removeMessages(archive, left.slice(0, 5));
          left = left.slice(5);
        });
        expect(new Set(idsOf(walked)).size).toBe(walked.length);
        expect(idsOf(walked.filter(row => !removed.has(row.messageId)))).toEqual(
          idsOf((before[0] ?? []).filter(row => !removed.has(row.messageId))),
        );
        await removeMessages(archive, left);
        for (const [i, question] of questions.entries()) {
          const kept = (before[i] ?? []).filter(row => !removed.has(row.messageId));
          expect(kept.length).toBeGreaterThan(0);
          expect(idsOf(await walk(question))).toEqual(idsOf(kept));
        }
        expect(await removeMessages(archive, [...removed])).toEqual([...removed].map(() => false));
      },
      timeout,
    );

    // An account has no name but its id, and ids of messages are made of it: to rename one is to store its mail under
    // another id and to remove it from the old. Both orders of doing so end alike.
    it.each(['stored first', 'removed first'])(
      'follows mail to another account id, %s',
      async order => {
        const [old, renamed, other] = [freshPrefix(), freshPrefix(), freshPrefix()];
        const archive = { store, blobs: memoryBlobs() };
        const mailsOf = (accountId: string) =>
          Array.from({ length: 24 }, (_, i) => ({
            accountId,
            folderAlias: 'INBOX',
            raw: mailOf(`mail ${i}`, new Date(noon - (i >> 1) * 1000), [`plan ${i}.pdf`, 'notes.txt']),
            receivedAt: null,
            flags: null,
          }));
        const stored = await storeMessages(archive, [...mailsOf(old), ...mailsOf(other)], () => noon);
        const ids = stored.slice(0, 24).map(({ storedEmailId }) => storedEmailId);
        const everywhere = questionOf([old, renamed, other], { pattern: '*plan*', pageSizes: [5] });
        const move = async () => {
          const ways = [() => storeMessages(archive, mailsOf(renamed), () => noon), () => removeMessages(archive, ids)];
          for (const way of order === 'stored first' ? ways : ways.toReversed()) await way();
        };
        const again = { isMoved: false };
        const walked = await walk(everywhere, async () => {
          if (!again.isMoved) await move();
          again.isMoved = true;
        });
        // Whoever pages meanwhile loses nothing of the accounts that stayed, and sees no file of one account twice.
        expect(walked.filter(row => row.accountId === other)).toHaveLength(24);
        expect(new Set(walked.map(row => `${row.accountId} ${row.filename}`)).size).toBe(walked.length);

        expect(await walk(questionOf([old], { pattern: '*' }))).toEqual([]);
        const files = (rows: readonly AttachmentRow[]) =>
          rows.map(({ date, filename }) => `${date} ${filename}`).toSorted();
        const moved = await walk(questionOf([renamed], { pattern: '*', pageSizes: [9] }));
        expect(files(moved)).toEqual(files(await walk(questionOf([other], { pattern: '*' }))));
        expect(moved.filter(row => ids.includes(row.messageId))).toEqual([]);
      },
      timeout,
    );

    it(
      `pages through ${options.sameSecond} attachments of one name in one second`,
      async () => {
        const account = freshPrefix();
        const second = noon + 2 * day;
        const rows = Array.from({ length: options.sameSecond }, (_, i) =>
          attachment(account, 'invoice.pdf', second + (i % 4 === 0 ? 0 : (i * 7) % 1000)),
        );
        // What a store keeps beside them, and a few that are hidden among them.
        const others = [-2000, -1, 1000, 3000].map(later => attachment(account, 'invoice.pdf', second + later));
        const hidden = [0, 500, 999].map(later => attachment(account, 'invoice paid.pdf', second + later));
        await put([...rows.slice(1000), ...hidden, ...others, ...rows.slice(0, 1000)]);
        const all = [...rows, ...others, ...hidden];
        const counts = await agrees(all, [
          { pattern: 'invoice.pdf', pageSizes: [100] },
          { pattern: '*.pdf', budgetRows: 700, pageSizes: [100, 33] },
          { pattern: '*paid*', budgetRows: 500 },
          { pattern: 'invoice*p?f', after: second + 500, before: second + 510, pageSizes: [3] },
          { pattern: '*', after: second, before: second + 1, pageSizes: [100] },
        ]);
        expect(counts[2]).toBe(3);
        expect(Math.min(...counts)).toBeGreaterThan(1);
        const middle = questionOf([account], { pattern: 'invoice.pdf', offset: options.sameSecond >> 1 });
        expect(idsOf((await ask(middle, {})).rows)).toEqual(
          idsOf(bruteForce(all, middle).slice(middle.offset, middle.offset + 50)),
        );
        // Half of them go, from all over.
        const going = rows.filter((_, i) => i % 2 === 0);
        await store.delete(going.map(keyOf));
        const gone = new Set(going);
        const left = all.filter(row => !gone.has(row));
        await agrees(left, [{ pattern: 'invoice.pdf', pageSizes: [100] }, { pattern: '*paid*' }]);
      },
      timeout,
    );

    it(
      `finds the few among ${options.sameName} attachments of one name`,
      async () => {
        const account = freshPrefix();
        const step = (3650 * day) / options.sameName;
        const rows = Array.from({ length: options.sameName }, (_, i) => {
          const filename =
            i % 9973 === 500
              ? 'image001.png.png'
              : i % 4999 === 77
                ? 'image002.png'
                : i % 7001 === 9
                  ? 'imago001.pxg'
                  : 'image001.png';
          return attachment(account, filename, noon - Math.floor(i * step));
        });
        await put(rows.toReversed());
        const counts = await agrees(rows, [
          { pattern: '*png*png*' },
          { pattern: '*image002*', budgetRows: 2_000 },
          { pattern: 'ima??001.p*g', after: noon - 30 * day, pageSizes: [100] },
          { pattern: '*o001*' },
          { pattern: '*image003*' },
          { pattern: '*001.png', after: noon - 400 * day, before: noon - 390 * day, pageSizes: [17] },
        ]);
        expect(counts.map(count => count > 0)).toEqual([true, true, true, true, false, true]);
        const deep = questionOf([account], { pattern: 'image001.png', offset: 10_000 });
        expect(idsOf((await ask(deep, {})).rows)).toEqual(idsOf(bruteForce(rows, deep).slice(10_000, 10_050)));
      },
      timeout,
    );

    it(
      'reads names of 200 astral characters as 200 characters',
      async () => {
        const account = freshPrefix();
        const faces = Array.from({ length: 40 }, (_, i) => String.fromCodePoint(0x1f600 + i));
        const rows = Array.from({ length: 120 }, (_, i) => {
          const name = Array.from({ length: 200 }, (_, at) => faces[(at * (i + 1) + i) % faces.length] ?? '').join('');
          return attachment(account, name, noon - (i % 50) * 3_000);
        });
        await put(rows);
        const [name = ''] = rows.map(({ filename }) => filename);
        const counts = await agrees(rows, [
          { pattern: name },
          { pattern: `${[...name].slice(0, 199).join('')}?` },
          { pattern: '?'.repeat(200), pageSizes: [9] },
          { pattern: '*', budgetRows: 7, pageSizes: [5] },
          { pattern: `${faces[3]}*` },
          { pattern: `*${faces[3]}${faces[4]}${faces[5]}*` },
          { pattern: `*${faces[1]}?${faces[3]}*${faces[2]}` },
          { pattern: `${faces[2]}${faces[5]}${faces[8]}*` },
          { pattern: '?'.repeat(199) },
          { pattern: '?'.repeat(201) },
        ]);
        expect(counts.map(count => count > 0)).toEqual([true, true, true, true, true, true, false, true, false, false]);
      },
      timeout,
    );

    it(
      'answers patterns of 256 stars, and of as many wildcards and letters by turns',
      async () => {
        const account = freshPrefix();
        const names = ['a', 'ab', 'a'.repeat(200), `${'a'.repeat(199)}b`, 'ba'.repeat(100), '*', '?.txt', 'x.pdf'];
        const rows = Array.from({ length: 160 }, (_, i) =>
          attachment(account, names[i % names.length] ?? '', noon - i * 1_000),
        );
        await put(rows);
        const counts = await agrees(rows, [
          { pattern: '*'.repeat(256) },
          { pattern: `${'*'.repeat(255)}b`, budgetRows: 20 },
          { pattern: '*a'.repeat(128), pageSizes: [3] },
          { pattern: '*?'.repeat(100) },
          { pattern: '?*'.repeat(128) },
          { pattern: 'b*?'.repeat(80) },
          { pattern: `${'*a'.repeat(120)}*b` },
          { pattern: `${'a*'.repeat(90)}?*b` },
          { pattern: '?'.repeat(256) },
          { pattern: 'a'.repeat(256) },
        ]);
        expect(counts.map(count => count > 0)).toEqual([...Array(8).fill(true), false, false]);
      },
      timeout,
    );
  });
}
