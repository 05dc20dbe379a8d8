// The contract of Blobs (lib/archive/ports.ts), sentence by sentence, for any adapter. Knows no adapter.

import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { BlobInfo, Blobs } from '../../lib/archive/ports.ts';
import { byBytes, type ContractOptions, freshPrefix, present, scaled } from './contractOptions.ts';

/** Declares the suite. `open` gives one more handle on the one place under test, which may hold other blobs already. */
export function blobsContract(name: string, open: () => Promise<Blobs>, options: ContractOptions = {}): void {
  describe(`${name}: Blobs`, () => {
    let blobs: Blobs;
    let other: Blobs;

    beforeAll(async () => {
      blobs = await open();
      other = await open();
    });

    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
    const same = (a: Uint8Array | null, b: Uint8Array): boolean => a !== null && Buffer.compare(a, b) === 0;

    /** Every page of a listing. */
    async function listAll(prefix: string, limit: number, after?: string): Promise<BlobInfo[]> {
      const all: BlobInfo[] = [];
      for (;;) {
        const last = all.at(-1)?.key ?? after;
        const page = await blobs.list(prefix, { limit, ...(last !== undefined && { after: last }) });
        expect(page.length).toBeLessThanOrEqual(limit);
        if (page.length === 0) return all;
        all.push(...page);
      }
    }

    describe('create and get', () => {
      it('gives back the bytes that were stored', async () => {
        const prefix = freshPrefix();
        const all = new Uint8Array(256).map((_, i) => i);
        const cases: [string, Uint8Array][] = [
          ['empty', new Uint8Array()],
          ['every-byte', all],
          ['part-of-a-buffer', all.subarray(10, 20)],
          ['large', randomBytes(scaled(12 * 1024 * 1024, options, 100_000))],
        ];
        for (const [key, content] of cases) expect(await blobs.create(`${prefix}/${key}`, content)).toBe(true);
        for (const [key, content] of cases) {
          expect(same(await blobs.get(`${prefix}/${key}`), content)).toBe(true);
          expect(same(await other.get(`${prefix}/${key}`), content)).toBe(true);
        }
      });

      it('answers null where there are no bytes', async () => {
        const prefix = freshPrefix();
        await blobs.create(`${prefix}/a/b/c`, bytes('c'));
        for (const key of [`${prefix}/a/b/d`, `${prefix}/a/b`, `${prefix}/a`, prefix, `${prefix}/a/b/c/d`])
          expect(await blobs.get(key)).toBeNull();
      });

      it('stores a key once', async () => {
        const key = `${freshPrefix()}/once`;
        expect(await blobs.create(key, bytes('first'))).toBe(true);
        expect(await blobs.create(key, bytes('second, longer'))).toBe(false);
        expect(await other.create(key, bytes('first'))).toBe(false);
        expect(same(await blobs.get(key), bytes('first'))).toBe(true);
      });

      it('keeps metadata with the bytes, that of the first who stored them', async () => {
        const prefix = freshPrefix();
        const metadata = {
          'received-at': '2024-05-06T07:08:09.000Z',
          flags: 'seen,flagged',
          keywords: 'a%20b,%E2%82%AC',
        };
        expect(await blobs.create(`${prefix}/with`, bytes('with'), metadata)).toBe(true);
        expect(await other.create(`${prefix}/with`, bytes('again'), { flags: 'draft' })).toBe(false);
        expect(await blobs.create(`${prefix}/without`, bytes('without'))).toBe(true);
        expect(await other.create(`${prefix}/without`, bytes('again'), metadata)).toBe(false);
        const found = present(await other.getWithMetadata(`${prefix}/with`));
        expect(same(found.bytes, bytes('with'))).toBe(true);
        expect(found.metadata).toEqual(metadata);
        expect(present(await blobs.getWithMetadata(`${prefix}/without`)).metadata).toEqual({});
        expect(await blobs.getWithMetadata(`${prefix}/neither`)).toBeNull();
        const listed = await blobs.list(`${prefix}/`, { limit: 10 });
        expect(listed.map(({ key }) => key)).toEqual([`${prefix}/with`, `${prefix}/without`]);
        await blobs.remove(`${prefix}/with`);
        expect(await blobs.getWithMetadata(`${prefix}/with`)).toBeNull();
        expect(await blobs.create(`${prefix}/with`, bytes('new'))).toBe(true);
        expect(present(await blobs.getWithMetadata(`${prefix}/with`)).metadata).toEqual({});
      });

      it('puts metadata in place of that of bytes, which stay as they are', async () => {
        const prefix = freshPrefix();
        for (const size of [0, 10, 300_000]) {
          const key = `${prefix}/a%20b/${size}`;
          const content = bytes('x'.repeat(size));
          await blobs.create(key, content, { flags: 'draft', 'received-at': '2024-05-06T07:08:09.000Z' });
          const before = present(await blobs.info(key)).modifiedAt;
          for (const metadata of [{ flags: 'seen', keywords: 'a%20b' }, {}, { flags: '' }]) {
            expect(await other.setMetadata(key, metadata)).toBe(true);
            const found = present(await blobs.getWithMetadata(key));
            expect(found.metadata).toEqual(metadata);
            expect(same(found.bytes, content)).toBe(true);
            expect(found.modifiedAt).toBeGreaterThanOrEqual(before);
          }
          expect(await blobs.create(key, bytes('other'), { flags: 'late' })).toBe(false);
          expect(present(await blobs.getWithMetadata(key)).metadata).toEqual({ flags: '' });
        }
        expect(await blobs.setMetadata(`${prefix}/never`, { flags: 'seen' })).toBe(false);
        expect(await blobs.info(`${prefix}/never`)).toBeNull();
        expect((await listAll(`${prefix}/`, 10)).length).toBe(3);
      });

      it('puts bytes in place of others', async () => {
        const key = `${freshPrefix()}/a/b/put`;
        const contents = ['first', '', 'third, longer', 'x'.repeat(scaled(300_000, options, 200_000))].map(bytes);
        for (const [i, content] of contents.entries()) {
          await (i % 2 === 0 ? blobs : other).put(key, content);
          expect(same(await blobs.get(key), content)).toBe(true);
          expect(present(await other.info(key)).sizeBytes).toBe(content.length);
        }
        expect(present(await blobs.getWithMetadata(key)).metadata).toEqual({});
        expect(await blobs.create(key, bytes('too late'))).toBe(false);
        await blobs.remove(key);
        expect(await other.get(key)).toBeNull();
      });

      it('shows all of what is put, or all of what was there', async () => {
        const prefix = freshPrefix();
        const key = `${prefix}/put`;
        const contents = ['a', 'b', 'c', 'd'].map((char, i) => bytes(char.repeat(50_000 * (i + 1))));
        await blobs.put(key, present(contents[0]));
        const writes = contents.flatMap(content => [blobs.put(key, content), other.put(key, content)]);
        const reads = await Promise.all(Array.from({ length: 16 }, (_, i) => (i % 2 === 0 ? blobs : other).get(key)));
        await Promise.all(writes);
        for (const read of [...reads, await blobs.get(key)])
          expect(contents.some(content => same(read, content))).toBe(true);
        expect((await listAll(`${prefix}/`, 10)).map(info => info.key)).toEqual([key]);
      });

      it('has one winner in a race', async () => {
        const prefix = freshPrefix();
        for (let round = 0; round < scaled(8, options, 2); round++) {
          const key = `${prefix}/r${round}`;
          const runners = Array.from({ length: 16 }, (_, i) => bytes(`runner ${i} `.repeat(i + 1)));
          const won = await Promise.all(
            runners.map((content, i) => (i % 2 === 0 ? blobs : other).create(key, content)),
          );
          expect(won.filter(Boolean)).toHaveLength(1);
          expect(same(await blobs.get(key), present(runners[won.indexOf(true)]))).toBe(true);
        }
      });

      it('keeps the metadata of the winner of a race, or none where that gave none', async () => {
        const prefix = freshPrefix();
        for (let round = 0; round < scaled(20, options, 3); round++) {
          const key = `${prefix}/r${round}`;
          const runners = Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? {} : { runner: `${i}` }));
          const won = await Promise.all(
            runners.map((metadata, i) => (i % 4 < 2 ? blobs : other).create(key, bytes(`${i}`), metadata)),
          );
          const winner = won.indexOf(true);
          const { bytes: content, metadata } = present(await blobs.getWithMetadata(key));
          expect(same(content, bytes(`${winner}`))).toBe(true);
          expect(metadata).toEqual(runners[winner]);
        }
      });

      it('stores many at once', async () => {
        const prefix = freshPrefix();
        const keys = Array.from({ length: scaled(300, options, 40) }, (_, i) => `${prefix}/${i % 5}/${i}`);
        const stored = await Promise.all(keys.map(key => blobs.create(key, bytes(`content of ${key}`))));
        expect(stored.every(Boolean)).toBe(true);
        for (const key of keys) expect(same(await other.get(key), bytes(`content of ${key}`))).toBe(true);
        expect((await listAll(`${prefix}/`, 1000)).map(({ key }) => key)).toEqual(keys.toSorted(byBytes));
      });

      it('takes awkward and long segments and lists them by their own names', async () => {
        const prefix = freshPrefix();
        const digest = createHash('sha512').update(prefix).digest('hex');
        const keys = [
          ...[
            '%',
            '%25',
            '%2F',
            'a%20b',
            '+',
            '=',
            '&',
            '...',
            '..a',
            '.hidden',
            'a.',
            'CON',
            'a:b',
            'a*b?',
            '~',
            '-',
            'a b',
          ],
          ...['é', '見積書', '\u{FF5E}', '\u{1F600}', "it's", '"', '\\', '#'],
          ...[255, 256, 300, 700].map(length => digest.repeat(6).slice(0, length)),
          `${digest.repeat(3)}/inside/${digest.repeat(3)}`,
          `${digest.repeat(3)}/inside/${digest.repeat(3)}x`,
        ].map(key => `${prefix}/${key}`);
        for (const key of keys) expect(await blobs.create(key, bytes(key))).toBe(true);
        for (const key of keys) expect(same(await blobs.get(key), bytes(key))).toBe(true);
        expect((await listAll(`${prefix}/`, 7)).map(({ key }) => key)).toEqual(keys.toSorted(byBytes));
        for (const key of keys) await blobs.remove(key);
        expect(await listAll(`${prefix}/`, 1000)).toEqual([]);
      });
    });

    describe('list', () => {
      it('tells size and time of each', async () => {
        const prefix = freshPrefix();
        await blobs.create(`${prefix}/a`, bytes('12345'));
        await blobs.create(`${prefix}/b`, new Uint8Array());
        const [a, b, ...rest] = await blobs.list(`${prefix}/`, { limit: 10 });
        expect(rest).toEqual([]);
        expect(a).toMatchObject({ key: `${prefix}/a`, sizeBytes: 5 });
        expect(b).toMatchObject({ key: `${prefix}/b`, sizeBytes: 0 });
        for (const info of [a, b]) {
          const { modifiedAt } = present(info);
          expect(Number.isInteger(modifiedAt)).toBe(true);
          expect(new Date(modifiedAt).getUTCFullYear()).toBeGreaterThan(2024);
        }
      });

      it('is at one with info and getWithMetadata, and both with what is not there', async () => {
        const prefix = freshPrefix();
        await blobs.create(`${prefix}/a/b`, bytes('12345'), { flags: 'seen' });
        const [listed] = await blobs.list(`${prefix}/`, { limit: 10 });
        expect(await other.info(`${prefix}/a/b`)).toEqual(listed);
        expect(present(await blobs.getWithMetadata(`${prefix}/a/b`)).modifiedAt).toBe(present(listed).modifiedAt);
        for (const key of [`${prefix}/a`, `${prefix}/a/b/c`, `${prefix}/b`, prefix])
          expect(await blobs.info(key)).toBeNull();
        await blobs.remove(`${prefix}/a/b`);
        expect(await blobs.info(`${prefix}/a/b`)).toBeNull();
      });

      it('orders whole keys by their bytes, so that a folder stands between its neighbours', async () => {
        const prefix = freshPrefix();
        const names = [
          'a/x',
          'a/x-y',

          'a-b',
          'a.b',
          'a0',
          'a!',
          'a!b/z',
          'C/x',
          'a/\u{FF5E}',
          'a/\u{1F600}',
          'b',
          'a\u{E000}',
        ];
        const keys = names.map(key => `${prefix}/${key}`);
        for (const key of keys) await blobs.create(key, bytes(key));
        const sorted = keys.toSorted(byBytes);
        const bound = fc.constantFrom(
          '',
          'a',
          'a!',
          'a-',
          'a-b',
          'a/',
          'a/x',
          'a/x-',
          'a/y',
          'A',
          'b',
          'a0',
          'c',
          'a/\u{FF5E}',
        );
        const property = fc.asyncProperty(
          bound,
          fc.option(bound, { nil: null }),
          fc.constantFrom(1, 2, 5, 100),
          async (within, after, limit) => {
            const start = after === null ? undefined : `${prefix}/${after}`;
            const expected = sorted.filter(
              key => key.startsWith(`${prefix}/${within}`) && (start === undefined || byBytes(key, start) > 0),
            );
            const page = await blobs.list(`${prefix}/${within}`, {
              limit,
              ...(start !== undefined && { after: start }),
            });
            expect(page.map(({ key }) => key)).toEqual(expected.slice(0, limit));
            expect((await listAll(`${prefix}/${within}`, limit, start)).map(({ key }) => key)).toEqual(expected);
          },
        );
        await fc.assert(property, { numRuns: scaled(120, options, 12) });
        expect(await blobs.list(`${prefix}x`, { limit: 10 })).toEqual([]);
        expect((await blobs.list(prefix, { limit: 100 })).map(({ key }) => key)).toEqual(sorted);
      });

      it('goes on rightly while blobs come and go', async () => {
        const prefix = freshPrefix();
        for (const key of ['b', 'd', 'f', 'h']) await blobs.create(`${prefix}/${key}`, bytes(key));
        const [first, second] = await blobs.list(`${prefix}/`, { limit: 2 });
        expect([first?.key, second?.key]).toEqual([`${prefix}/b`, `${prefix}/d`]);
        await blobs.remove(`${prefix}/d`);
        await other.create(`${prefix}/a`, bytes('a'));
        await other.create(`${prefix}/e`, bytes('e'));
        const rest = await blobs.list(`${prefix}/`, { limit: 10, after: `${prefix}/d` });
        expect(rest.map(({ key }) => key)).toEqual(['e', 'f', 'h'].map(key => `${prefix}/${key}`));
      });
    });

    describe('remove', () => {
      it('takes bytes away, passes over what is not there, and frees the key', async () => {
        const prefix = freshPrefix();
        await blobs.create(`${prefix}/a/b`, bytes('old'));
        await blobs.create(`${prefix}/a/c`, bytes('stays'));
        await blobs.remove(`${prefix}/a/b`);
        await blobs.remove(`${prefix}/a/b`);
        await blobs.remove(`${prefix}/never/there`);
        expect(await blobs.get(`${prefix}/a/b`)).toBeNull();
        expect((await blobs.list(`${prefix}/`, { limit: 10 })).map(({ key }) => key)).toEqual([`${prefix}/a/c`]);
        expect(await blobs.create(`${prefix}/a/b`, bytes('new'))).toBe(true);
        expect(same(await other.get(`${prefix}/a/b`), bytes('new'))).toBe(true);
      });
    });
  });
}
