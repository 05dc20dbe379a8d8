// Mails on their way to the thread that prepares them, and back: their bytes lie together in one piece of memory, which
// changes hands; a copy of each would bring the whole piece along that it is a part of.

import type { Row } from '../archive/ports.ts';
import type { PreparedMail, UnpreparedMail } from '../archive/prepareMail.ts';

/** Bytes in memory that nothing else is in. */
type OwnBytes = Uint8Array<ArrayBuffer>;

export interface PackedMails {
  /** Which mails these are, for the answer. */
  readonly job: number;
  /** Their raw bytes, one after the other. */
  readonly bytes: OwnBytes;
  readonly mails: readonly (Omit<UnpreparedMail, 'raw'> & { readonly rawBytes: number })[];
}

export interface PackedAnswer {
  readonly job: number;
  /** Words and content of each mail, one after the other. */
  readonly bytes: OwnBytes;
  /** In the order of the mails; null for one that could not be prepared. */
  readonly mails: readonly (PackedMail | null)[];
}

type PackedMail = Omit<PreparedMail, 'words' | 'content'> & {
  readonly words: Omit<Row, 'bytes'>;
  readonly wordBytes: number;
  readonly contentBytes: number;
};

const none = new Uint8Array();

export function packMails(job: number, mails: readonly UnpreparedMail[]): PackedMails {
  return {
    job,
    bytes: joined(mails.map(({ raw }) => raw)),
    mails: mails.map(({ raw, ...mail }) => ({ ...mail, rawBytes: raw.length })),
  };
}

export function unpackMails({ bytes, mails }: PackedMails): UnpreparedMail[] {
  const next = reader(bytes);
  return mails.map(({ rawBytes, ...mail }) => ({ ...mail, raw: next(rawBytes) }));
}

export function packPrepared(job: number, mails: readonly (PreparedMail | null)[]): PackedAnswer {
  return {
    job,
    bytes: joined(mails.flatMap(mail => (mail ? [mail.words.bytes ?? none, mail.content] : []))),
    mails: mails.map(mail => {
      if (!mail) return null;
      const { content, ...rest } = mail;
      const { bytes = none, ...words } = mail.words;
      return { ...rest, words, wordBytes: bytes.length, contentBytes: content.length };
    }),
  };
}

export function unpackPrepared({ bytes, mails }: PackedAnswer): (PreparedMail | null)[] {
  const next = reader(bytes);
  return mails.map(mail => {
    if (!mail) return null;
    const { wordBytes, contentBytes, words, ...rest } = mail;
    return { ...rest, words: { ...words, bytes: next(wordBytes) }, content: next(contentBytes) };
  });
}

function joined(pieces: readonly Uint8Array[]): OwnBytes {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Gives the next so many bytes, as a part of the whole. */
function reader(bytes: OwnBytes): (length: number) => Uint8Array {
  let at = 0;
  return length => {
    at += length;
    return bytes.subarray(at - length, at);
  };
}
