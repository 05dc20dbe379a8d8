// One sample mail: its header fields around a part, and what a reader should make of it.

import { encodeText } from './charset.ts';
import type { Entity, ExpectedPart } from './entity.ts';
import { serialize } from './entity.ts';
import type { NameForm, WordForm } from './names.ts';
import { encodedWords } from './names.ts';

export interface Person {
  readonly name: string;
  readonly address: string;
}

export interface MailInit {
  /** Name of the file without `.eml`. */
  readonly file: string;
  /** ISO 8601 with the sender's zone. */
  readonly date: string;
  readonly from: Person;
  readonly to: readonly Person[];
  readonly cc?: readonly Person[];
  readonly subject?: string;
  /** How a subject and names beyond ASCII are written; utf-8 and B unless given. */
  readonly charset?: string;
  readonly form?: WordForm;
  readonly answers?: Mail;
  readonly mailer?: string;
  /** Further header fields, whole lines. */
  readonly headers?: readonly string[];
  readonly withoutDate?: boolean;
  /** A mail that never left its sender, such as one that was forwarded from a drafts folder, has no Received. */
  readonly withoutReceived?: boolean;
  readonly body: Entity;
}

/** A sample: the bytes, and what a reader should find in them. */
export interface Mail {
  readonly file: string;
  readonly raw: Uint8Array;
  readonly subject: string;
  readonly from: string;
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  /** Epoch milliseconds. */
  readonly sentAt: number | null;
  readonly receivedAt: number | null;
  readonly parts: readonly ExpectedPart[];
}

const deliverySeconds = 7;

export function mail(init: MailInit): Mail {
  const { from, answers, charset = 'utf-8', form = 'B', subject } = init;
  const sentAt = Date.parse(init.date);
  const receivedAt = sentAt + deliverySeconds * 1000;
  const stamp = new Date(sentAt).toISOString().replace(/\D/g, '').slice(0, 14);
  const messageId = `<${stamp}.${from.address}>`;
  const references = answers === undefined ? [] : [...answers.references, answers.messageId];
  const people = (list: readonly Person[]) => list.map(person => mailbox(person, charset, form)).join(',\r\n ');
  const headers = [
    ...(init.withoutReceived ? [] : [received(from, messageId, receivedAt)]),
    ...(init.withoutDate ? [] : [`Date: ${mailDate(init.date)}`]),
    `From: ${people([from])}`,
    `To: ${people(init.to)}`,
    ...(init.cc === undefined ? [] : [`Cc: ${people(init.cc)}`]),
    ...(subject === undefined ? [] : [`Subject: ${unstructured(subject, charset, form)}`]),
    `Message-ID: ${messageId}`,
    ...(answers === undefined ? [] : [`In-Reply-To: ${answers.messageId}`, `References: ${references.join('\r\n ')}`]),
    ...(init.mailer === undefined ? [] : [`X-Mailer: ${init.mailer}`]),
    ...(init.headers ?? []),
    ...(init.body.headers.length === 0 ? [] : ['MIME-Version: 1.0']),
    ...init.body.headers,
  ];
  return {
    file: `${init.file}.eml`,
    raw: withLastLineEnd(serialize({ ...init.body, headers })),
    subject: subject ?? '',
    from: from.address,
    messageId,
    inReplyTo: answers?.messageId ?? null,
    references,
    sentAt: init.withoutDate ? null : sentAt,
    receivedAt: init.withoutReceived ? null : receivedAt,
    parts: init.body.parts,
  };
}

function withLastLineEnd(raw: Uint8Array): Uint8Array {
  return raw.at(-1) === 0x0a ? raw : Buffer.concat([raw, encodeText('\r\n')]);
}

/** A mail inside a mail. Without a name of its own it goes by its subject. */
export function forwarded(inner: Mail, name?: NameForm): Entity {
  const filename = name?.filename ?? `${inner.subject}.eml`;
  const type = ['message/rfc822', ...(name?.typeParameters ?? [])].join(';\r\n ');
  const disposition = ['attachment', ...(name?.dispositionParameters ?? [])].join(';\r\n ');
  return {
    headers: [
      `Content-Type: ${type}`,
      `Content-Disposition: ${disposition}`,
      `Content-Transfer-Encoding: ${inner.raw.some(byte => byte > 127) ? '8bit' : '7bit'}`,
    ],
    body: inner.raw,
    parts: [
      {
        kind: 'attachment',
        filename,
        rawFilename: name?.rawFilename ?? null,
        mediaType: 'message/rfc822',
        content: inner.raw,
        path: null,
      },
      ...inner.parts.map(part => ({ ...part, path: part.path === null ? filename : `${filename}/${part.path}` })),
    ],
  };
}

function received(from: Person, messageId: string, at: number): string {
  const host = from.address.slice(from.address.indexOf('@') + 1);
  const id = Buffer.from(messageId).toString('hex').slice(2, 14).toUpperCase();
  return [
    `Received: from mail.${host} (mail.${host} [192.0.2.${(messageId.length % 200) + 10}])`,
    ` by mx.ottersund.example with ESMTPS id ${id};`,
    ` ${mailDate(new Date(at).toISOString())}`,
  ].join('\r\n');
}

function mailbox({ name, address }: Person, charset: string, form: WordForm): string {
  if (name === '') return address;
  if (!/^[ -~]*$/.test(name)) return `${encodedWords(name, charset, form).join('\r\n ')} <${address}>`;
  return /^[A-Za-z0-9 ]*$/.test(name) ? `${name} <${address}>` : `"${name}" <${address}>`;
}

/** Folds at blanks where the text is ASCII, else writes encoded words. */
function unstructured(text: string, charset: string, form: WordForm): string {
  if (!/^[ -~]*$/.test(text)) return encodedWords(text, charset, form).join('\r\n ');
  return text.replace(/(.{1,66})( |$)/g, (_, line: string, blank: string) => line + (blank && `\r\n${blank}`));
}

/** RFC 5322, section 3.3, in the zone that the ISO text names. */
export function mailDate(iso: string): string {
  const zone = iso.endsWith('Z') ? '+0000' : iso.slice(-6).replace(':', '');
  const minutes = Number(`${zone[0]}1`) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3)));
  const local = new Date(Date.parse(iso) + minutes * 60_000).toUTCString();
  return local.replace('GMT', zone);
}
