// Mails on their way to the thread that prepares them, and back: as bytes, which change hands and are read when their turn
// comes. Objects that wait would be moved about by every collection of garbage.

import { deserialize, serialize } from 'node:v8';
import { withTerms } from '../archive/names.ts';
import type { PreparedMail, UnpreparedMail } from '../archive/prepareMail.ts';

export interface PackedMails {
  /** Which mails these are, for the answer. */
  readonly job: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export const packMails = (job: number, mails: readonly UnpreparedMail[]): PackedMails => pack(job, mails);
export const unpackMails = (packed: PackedMails): readonly UnpreparedMail[] => unpack(packed);

/** @param mails null for one that could not be prepared */
export const packPrepared = (job: number, mails: readonly (PreparedMail | null)[]): PackedMails => pack(job, mails);
export const unpackPrepared = (packed: PackedMails): readonly (PreparedMail | null)[] =>
  unpack<readonly (PreparedMail | null)[]>(packed).map(
    mail => mail && { ...mail, rows: { ...mail.rows, content: mail.rows.content.map(withTerms) } },
  );

function pack(job: number, mails: unknown): PackedMails {
  const { buffer, byteOffset, byteLength } = serialize(mails);
  return { job, bytes: new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength) };
}

const unpack = <Mails>({ bytes }: PackedMails): Mails => deserialize(bytes) as Mails;
