// Real mail with known truth, where it lies beside the project: every field of every message. The sample mails, which the
// project ships, keep the rules of the output.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limits } from '../../lib/limits.ts';
import type { Message, Part } from '../../lib/mail/message.ts';
import { messageDates } from '../../lib/mail/messageDates.ts';
import { parseMessage } from '../../lib/mail/parseMessage.ts';
import { normalizeFileName } from '../../lib/names/normalizeFileName.ts';
import { brokenRules } from '../outputRules.ts';

interface TrueFile {
  readonly filename: string | null;
  readonly accept?: readonly string[];
  readonly content_type?: string;
  readonly role?: string;
  readonly nested_subject?: string | null;
  readonly size: number;
  readonly size_lf?: number;
  readonly sha256: string;
  readonly unscored?: readonly string[];
}

interface TrueMail {
  readonly file: string;
  readonly from: string | null;
  readonly subject: string | null;
  readonly message_id: string | null;
  readonly date: string | null;
  readonly date_source: string | null;
  readonly attachments: readonly TrueFile[];
  readonly nested_attachments: readonly TrueFile[];
  readonly embedded: readonly (TrueFile & { readonly kind: string })[];
  readonly unscored: readonly string[];
}

const project = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const corpus = join(project, '..', 'shared', 'mail');
const samples = join(project, 'lib', 'samples', 'mail');
const truth: readonly TrueMail[] = existsSync(corpus)
  ? (JSON.parse(readFileSync(join(corpus, 'expected.json'), 'utf8')) as { messages: TrueMail[] }).messages
  : [];

/** Nested deeper than limits.nesting: what lies below stays within the file at the tenth level. */
const tooDeep = 'synthetic-open__a30-deep-nesting.eml';

const squeeze = (text: string | null): string | null => text?.replace(/\s+/g, ' ').trim() || null;
const signatureType = /^application\/(?:x-)?(?:pkcs7|pgp)-signature$/;

const isTnef = (file: TrueFile): boolean => /ms-tnef/.test(file.content_type ?? '');

/** Whether a part is what the truth says of a file. */
function isThis(file: TrueFile, part: Part): boolean {
  const unscored = file.unscored ?? [];
  const names = [file.filename, ...(file.accept ?? [])].map(squeeze);
  const derived =
    file.filename === null && file.nested_subject ? normalizeFileName(`${squeeze(file.nested_subject)}.eml`) : null;
  const isNamed = names.includes(squeeze(part.rawFilename)) && (derived === null || part.filename === derived);
  const isSized = unscored.includes('size') || [file.size, file.size_lf].includes(part.sizeBytes);
  const isSame =
    unscored.includes('sha256') || file.size !== (file.size_lf ?? file.size) || part.sha256 === file.sha256;
  const isKind = (part.kind === 'signature') === signatureType.test(file.content_type ?? '');
  return isNamed && isSized && isSame && isKind;
}

/** What is wrong about a parsed message, in words. */
function errors(mail: TrueMail, message: Message): string[] {
  const found: string[] = [...brokenRules(message)];
  const compare = (field: string, is: string | null, should: string | null) => {
    if (!mail.unscored.includes(field) && is !== should) found.push(`${field}: ${is} for ${should}`);
  };
  const sender = message.participants.find(participant => participant.role === 'from');
  compare('from', sender?.address.toLowerCase() || null, mail.from?.toLowerCase() ?? null);
  compare('subject', squeeze(message.subject), squeeze(mail.subject));
  compare('message_id', message.messageId, mail.message_id);
  const { sentAt, receivedAt } = messageDates(null, message, null);
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString().replace('.000Z', 'Z'));
  compare('date', iso(sentAt), mail.date_source === 'date' ? mail.date : null);
  if (mail.date_source === 'received') compare('date', iso(receivedAt), mail.date);
  const left = [...message.parts];
  const unpacked = mail.embedded.some(file => file.kind === 'tnef');
  const files = [
    ...mail.attachments,
    ...mail.nested_attachments,
    ...mail.embedded.filter(file => file.kind !== 'tnef'),
  ];
  for (const file of files) {
    const at = left.findIndex(part => isThis(file, part));
    if (at >= 0) left.splice(at, 1);
    else if (!(unpacked && isTnef(file)))
      found.push(`no part for ${file.filename} (${file.content_type}, ${file.size})`);
  }
  // Texts that are no bodies are parts here and bodies there; no other part may be too many.
  for (const part of left)
    if (part.rawFilename !== null && !unpacked) found.push(`one part too many: ${part.rawFilename}`);
  return found;
}

if (truth.length > 0) {
  test.each(truth.filter(mail => mail.file !== tooDeep).map(mail => [mail.file, mail] as const))(
    '%s',
    async (file, mail) => {
      const message = await parseMessage(readFileSync(join(corpus, 'eml', file)));
      expect(errors(mail, message)).toEqual([]);
    },
  );

  test('a mail nested deeper than is opened keeps its upper levels', async () => {
    const message = await parseMessage(readFileSync(join(corpus, 'eml', tooDeep)));
    expect(brokenRules(message)).toEqual([]);
    expect(message.parts.at(-1)?.path?.split('/')).toHaveLength(limits.nesting.value);
  });
}

test.each(readdirSync(samples))('sample %s', async file => {
  const message = await parseMessage(readFileSync(join(samples, file)));
  expect(brokenRules(message)).toEqual([]);
  expect(message.isDamaged).toBe(false);
  expect(messageDates(null, message, null).messageDate).not.toBeNull();
});
