import fc from 'fast-check';
import { type MboxItem, type SplitOptions, splitMbox } from '../../../lib/import/splitMbox.ts';
import { mail, mboxrd } from './material.ts';

async function* inChunks(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const split = async (
  text: string | Buffer,
  options: Partial<SplitOptions> = {},
  sizes: readonly number[] = [1 << 20],
): Promise<MboxItem[]> => {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'latin1') : text;
  const items: MboxItem[] = [];
  const chunks = inChunks(bytes, sizes);
  for await (const item of splitMbox(chunks, { maxBytes: 1e9, allowUndated: false, ...options })) items.push(item);
  return items;
};

const texts = (items: readonly MboxItem[]): string[] =>
  items.map(item =>
    item.kind === 'message' ? Buffer.from(item.raw).toString('latin1') : `too large: ${item.sizeBytes}`,
  );

const opening = 'From a@b.example Mon Jan  1 10:00:00 2024\n';

/** Lines that a splitter may stumble over. */
const line = fc.oneof(
  fc.constantFrom(
    '',
    '',
    ' ',
    '>',
    '\r',
    'From',
    'From ',
    'From here',
    '>From here',
    '>>From here',
    '> From here',
    ' From',
  ),
  fc.constant(opening.trimEnd()),
  fc.constant(`>${opening.trimEnd()}`),
  fc.string({ unit: 'binary-ascii', maxLength: 30 }).map(text => text.replaceAll('\n', '')),
);
const message = fc.array(line, { minLength: 1, maxLength: 12 }).map(lines => `${lines.join('\n')}\n`);

describe('splitMbox', () => {
  it('gives back what an mboxrd writer put down, byte for byte, whatever the chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(message, { minLength: 1, maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
        async (messages, sizes) => {
          const mbox = mboxrd(messages);
          expect(texts(await split(mbox))).toEqual(messages);
          expect(texts(await split(mbox, {}, sizes))).toEqual(messages);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([1, 2, 3, 5, 7, 8, 9, 16, 61, 1000])('splits alike in chunks of %i', async size => {
    const text = `${mboxrd([mail('one'), mail('two', '', 'a\n\nFrom here\n'), mail('three')])}`;
    for (const mbox of [text, text.replaceAll('\n', '\r\n'), `\u{ef}\u{bb}\u{bf}\n\n${text}`]) {
      const items = await split(mbox, {}, [size]);
      expect(items).toEqual(await split(mbox));
      expect(items).toHaveLength(3);
      expect(items.map(item => item.index)).toEqual([0, 1, 2]);
    }
  });

  it('keeps CRLF and takes one line ending for the blank line', async () => {
    const mbox = mboxrd(['A: b\n\nx\n', 'C: d\n\ny\n']).replaceAll('\n', '\r\n');
    expect(texts(await split(mbox))).toEqual(['A: b\r\n\r\nx\r\n', 'C: d\r\n\r\ny\r\n']);
  });

  it('reads mboxo quoting, and an end without a blank line or newline', async () => {
    expect(texts(await split(`${opening}A: b\n\n>From here\n\n${opening}C: d\n\nend`))).toEqual([
      'A: b\n\nFrom here\n',
      'C: d\n\nend',
    ]);
  });

  it('splits at a From_ line only after a blank line, and only if it has a date', async () => {
    const body = `x\n${opening}\nFrom here to there\n\nFrom - \nSubject: no\n`;
    expect(texts(await split(`${opening}A: b\n\n${body}`))).toEqual([`A: b\n\n${body}`]);
  });

  it('takes From_ lines without a date where asked, if a header field follows', async () => {
    const mbox = 'From - \nA: b\n\nFrom me\nto you\n\nFrom - \nC: d\n\nx\n';
    for (const size of [1, 4, 1000]) {
      expect(texts(await split(mbox, { allowUndated: true }, [size]))).toEqual([
        'A: b\n\nFrom me\nto you\n',
        'C: d\n\nx\n',
      ]);
    }
  });

  it('tells of a message that is too large by its size, and goes on', async () => {
    const mbox = mboxrd(['A: b\n', `B: ${'x'.repeat(5000)}\n`, 'C: d\n']);
    for (const size of [10, 100, 100_000]) {
      const items = await split(mbox, { maxBytes: 1000 }, [size]);
      expect(texts(items)).toEqual(['A: b\n', 'too large: 5004', 'C: d\n']);
      expect(items.map(item => item.index)).toEqual([0, 1, 2]);
    }
  });

  it('gives an empty message for a From_ line with nothing after it', async () => {
    expect(texts(await split(`${opening}\n${opening}A: b\n\n${opening}`))).toEqual(['', 'A: b\n', '']);
  });

  it('takes a line that is longer than any From_ line for text', async () => {
    const long = `From ${'x'.repeat(5000)} Mon Jan  1 10:00:00 2024\n`;
    for (const size of [100, 1_000_000]) {
      expect(texts(await split(`${opening}A: b\n\n${long}`, {}, [size]))).toEqual([`A: b\n\n${long}`]);
    }
  });

  it('tells the date of each From_ line', async () => {
    const items = await split(`${opening}A: b\n\nFrom mboxrd@z Thu Jan  1 00:00:00 1970\nC: d\n`);
    expect(items.map(item => item.kind === 'message' && item.receivedAt)).toEqual([Date.UTC(2024, 0, 1, 10), null]);
  });

  it('gives every message memory of its own', async () => {
    const chunk = Buffer.from(mboxrd([mail('one'), mail('two')]));
    const items = await split(chunk);
    const before = texts(items);
    chunk.fill(0);
    expect(texts(items)).toEqual(before);
  });
});
