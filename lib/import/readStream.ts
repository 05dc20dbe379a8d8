// Reads the mail out of one stream of bytes: a message, an mbox, or either of them gzipped. It knows no paths and no
// directories; who opened the stream says where it comes from and what is known of it.

import { limits } from '../limits.ts';
import { isMail } from '../mail/isMail.ts';
import { allBytes, collect, gunzip, type OpenStream, once, openStream } from './byteStream.ts';
import { isUndatedFromLine, parseFromLine } from './fromLine.ts';
import { headerFlags } from './headerFlags.ts';
import { isOneMessage } from './isOneMessage.ts';
import { problem, type Reading, tooLarge } from './reading.ts';
import type { SourceItem, SourceMessage } from './sourceItem.ts';
import { splitMbox } from './splitMbox.ts';

/** What is known of a stream before its bytes are looked at. */
export interface Place {
  readonly origin: string;
  /** A person named it, so that it is a problem if it is no mail. */
  readonly isNamed: boolean;
  /** For a file in `cur` or `new` of a Maildir: what its place and name tell. */
  readonly maildir: Pick<SourceMessage, 'folderAlias' | 'receivedAt' | 'flags'> | null;
}

export type Form = 'empty' | 'gzip' | 'zip' | 'message' | 'mbox' | 'undatedMbox' | 'messageOrMbox' | 'other';

const zipMarks = ['PK\u{3}\u{4}', 'PK\u{5}\u{6}'];

/** What a stream is, by its beginning. */
export function formOf(head: Buffer, { origin, maildir }: Place): Form {
  if (head.length === 0) return 'empty';
  if (head[0] === 0x1f && head[1] === 0x8b && head[2] === 8) return 'gzip';
  if (zipMarks.includes(head.toString('latin1', 0, 4))) return 'zip';
  if (maildir) return maildir.receivedAt !== null || isMail(head, true) ? 'message' : 'other';
  const isEml = /\.eml(?:\.gz)?$/i.test(origin);
  const [opening, next] = firstLines(head);
  if (parseFromLine(opening)) return isEml ? 'messageOrMbox' : 'mbox';
  if (!isEml && isUndatedFromLine(opening) && /^[A-Za-z0-9-]+[ \t]*:/.test(next)) return 'undatedMbox';
  return isMail(head, isEml) ? 'message' : 'other';
}

/** The first two lines after a byte order mark and blank lines. */
function firstLines(head: Buffer): [string, string] {
  const text = head
    .toString('latin1', 0, 4096)
    .replace(/^\u{ef}\u{bb}\u{bf}/u, '')
    .replace(/^[\r\n]+/, '');
  const [first = '', second = ''] = text.split('\n', 2);
  return [first.replace(/\r$/, ''), second];
}

/** The items of one stream. A stream that is no mail is a problem if it was named, else it is passed over. */
export async function* readStream(stream: OpenStream, place: Place, reading: Reading): AsyncGenerator<SourceItem> {
  const form = formOf(stream.head, place);
  if (form === 'gzip') {
    const inner = await openStream(gunzip(allBytes(stream)), null);
    try {
      const innerForm = formOf(inner.head, place);
      // What is packed within the packed is not opened: that is how small files become endless.
      yield* readForm(innerForm === 'gzip' || innerForm === 'zip' ? 'other' : innerForm, inner, place, reading);
    } finally {
      await inner.close();
    }
  } else yield* readForm(form, stream, place, reading);
}

async function* readForm(form: Form, stream: OpenStream, place: Place, reading: Reading): AsyncGenerator<SourceItem> {
  const { origin } = place;
  switch (form) {
    case 'message': {
      const collected = await collect(stream, limits.rawBytes.value);
      yield collected.isWhole ? messageAt(place, collected.bytes) : problem(origin, tooLarge);
      return;
    }
    case 'messageOrMbox': {
      const collected = await collect(stream, limits.rawBytes.value);
      if (collected.isWhole && (await isOneMessage(collected.bytes))) yield messageAt(place, collected.bytes);
      else yield* readMbox(collected.isWhole ? once(collected.bytes) : collected.chunks, place, reading, false);
      return;
    }
    case 'mbox':
    case 'undatedMbox':
      yield* readMbox(allBytes(stream), place, reading, form === 'undatedMbox');
      return;
    case 'empty':
      if (place.isNamed) yield problem(origin, 'is empty');
      else reading.passOver();
      return;
    default:
      if (place.isNamed) yield problem(origin, 'is no mail, no mbox and no zip of them');
      else reading.passOver();
  }
}

const messageAt = ({ origin, maildir }: Place, raw: Uint8Array): SourceMessage => ({
  kind: 'message',
  origin,
  index: 0,
  raw,
  folderAlias: maildir?.folderAlias ?? null,
  receivedAt: maildir?.receivedAt ?? null,
  flags: maildir?.flags ?? null,
});

async function* readMbox(
  chunks: AsyncIterable<Uint8Array>,
  { origin }: Place,
  reading: Reading,
  allowUndated: boolean,
): AsyncGenerator<SourceItem> {
  for await (const item of splitMbox(chunks, { maxBytes: limits.rawBytes.value, allowUndated })) {
    const { index } = item;
    if (item.kind === 'tooLarge') yield problem(origin, `message ${index} ${tooLarge}`);
    else if (item.raw.length === 0) reading.passOver();
    else {
      const { raw, receivedAt } = item;
      const flags = headerFlags(raw, reading.now());
      yield { kind: 'message', origin, index, raw, folderAlias: null, receivedAt, flags };
    }
  }
}
