// Real mail, where it lies beside the project, else the sample mails: every .eml file is one message as it stands, and
// every mbox has its messages in order.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSources } from '../../lib/import/readSources.ts';
import type { SourceMessage } from '../../lib/import/sourceItem.ts';
import { isMail } from '../../lib/mail/isMail.ts';

const project = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const corpus = join(project, '..', 'shared', 'mail');
const samples = join(project, 'lib', 'samples', 'mail');

interface Truth {
  readonly mboxes: readonly {
    readonly file: string;
    readonly messages: readonly { readonly index: number; readonly message_id: string | null }[];
  }[];
}

async function messagesOf(path: string): Promise<SourceMessage[]> {
  const messages: SourceMessage[] = [];
  for await (const item of readSources([path], { now: Date.now })) {
    if (item.kind === 'problem') throw new Error(`${item.origin}: ${item.message}`);
    messages.push(item);
  }
  return messages;
}

describe.each([join(corpus, 'eml'), samples].filter(path => existsSync(path)))('%s', directory => {
  it('gives one message for each file, as long as the file', async () => {
    const messages = await messagesOf(directory);
    const found = messages.map(({ origin, index, raw }) => [basename(origin), index, raw.length]);
    const expected = readdirSync(directory).map(file => [file, 0, statSync(join(directory, file)).size]);
    expect(found.sort()).toEqual(expected.sort());
    expect(messages.every(({ receivedAt, folderAlias }) => receivedAt === null && folderAlias === null)).toBe(true);
  });

  it('is known for mail without the help of a name, but for a few', () => {
    const files = readdirSync(directory);
    const missed = files.filter(file => !isMail(readFileSync(join(directory, file)), false));
    expect(missed.length / files.length).toBeLessThan(0.01);
  });
});

const truth = join(corpus, 'expected.json');
const { mboxes }: Truth = existsSync(truth) ? JSON.parse(readFileSync(truth, 'utf8')) : { mboxes: [] };
const named = mboxes.filter(({ file }) => !file.endsWith('.eml'));

const headerOf = (raw: Uint8Array): string | undefined =>
  Buffer.from(raw)
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1)[0];

describe('mboxes', () => {
  // Not it.each(): without the corpus there is none, which it.each() takes for a mistake.
  for (const { file, messages } of named) {
    it(`${file} has its messages in order`, async () => {
      const found = await messagesOf(join(corpus, 'mbox', file));
      expect(found.map(({ index }) => index)).toEqual(messages.map(({ index }) => index));
      const ids = found.map(({ raw }) => /^Message-ID:\s*(<[^>]*>)/im.exec(headerOf(raw) ?? '')?.[1] ?? null);
      expect(ids).toEqual(messages.map(({ message_id }) => message_id));
    });
  }
});
