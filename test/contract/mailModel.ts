// Mail as a model by brute force knows it: what list_emails has to answer, told from the parsed mails alone.

import { storedEmailIdOf } from '../../lib/archive/identity.ts';
import type { Message } from '../../lib/mail/message.ts';
import { parseMessage } from '../../lib/mail/parseMessage.ts';

/** A mail as the model knows it. */
export interface ModelMail {
  readonly id: string;
  readonly accountId: string;
  readonly folderAlias: string;
  readonly receivedAt: number;
  /** Letters of a Maildir's name; null where nobody observed any. */
  readonly flags: string | null;
  readonly raw: Uint8Array;
  readonly message: Message;
}

export async function modelMail(mail: Omit<ModelMail, 'id' | 'message'>): Promise<ModelMail> {
  const id = storedEmailIdOf(mail.accountId, mail.folderAlias, mail.raw);
  return { ...mail, id, message: await parseMessage(mail.raw) };
}

export interface EmailQuestion {
  readonly accountIds?: readonly string[];
  readonly folderAliases?: readonly string[];
  readonly senderAddress?: string;
  readonly recipientAddress?: string;
  readonly subjectFragment?: string;
  readonly receivedOnOrAfter?: string;
  readonly receivedBefore?: string;
  readonly isRemotelySeen?: boolean;
  readonly hasAttachments?: boolean;
  readonly direction?: 'newestFirst' | 'oldestFirst';
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.toLowerCase();
const addresses = ({ participants }: Message, ...roles: string[]): string[] =>
  participants.filter(one => roles.includes(one.role) && one.address !== '').map(one => one.address);
const senderOf = (message: Message) =>
  message.participants.find(one => one.role === 'from') ?? message.participants.find(one => one.role === 'sender');
const attachmentsOf = ({ parts }: Message): number => parts.filter(part => part.kind === 'attachment').length;
const fold = (text: string): string => text.normalize('NFC').toLowerCase();

/** The mails that a question asks for, in its order. */
export function bruteForce(mails: readonly ModelMail[], q: EmailQuestion): ModelMail[] {
  const matching = mails.filter(
    ({ accountId, folderAlias, receivedAt, flags, message }) =>
      (q.accountIds?.includes(accountId) ?? true) &&
      (q.folderAliases?.some(alias => same(alias, folderAlias)) ?? true) &&
      (q.senderAddress === undefined || same(senderOf(message)?.address ?? '', q.senderAddress)) &&
      (q.recipientAddress === undefined ||
        addresses(message, 'to', 'cc').some(address => same(address, q.recipientAddress ?? ''))) &&
      (q.subjectFragment === undefined || fold(message.subject).includes(fold(q.subjectFragment))) &&
      (q.receivedOnOrAfter === undefined || receivedAt >= Date.parse(q.receivedOnOrAfter)) &&
      (q.receivedBefore === undefined || receivedAt < Date.parse(q.receivedBefore)) &&
      (q.isRemotelySeen === undefined || (flags !== null && flags.includes('S') === q.isRemotelySeen)) &&
      (q.hasAttachments === undefined || attachmentsOf(message) > 0 === q.hasAttachments),
  );
  const newest = matching.toSorted((a, b) => b.receivedAt - a.receivedAt || (a.id < b.id ? 1 : -1));
  return q.direction === 'oldestFirst' ? newest.toReversed() : newest;
}

/** As a result shows text of a header. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu, '')
    .trim();

/** An instant as every result writes it. */
const instant = (at: number): string => new Date(at).toISOString();

/** The summary of a mail, without what its importer alone knows: when flags were observed. */
export function summaryOf({ id, accountId, folderAlias, receivedAt, flags, raw, message }: ModelMail) {
  const sender = senderOf(message);
  return {
    storedEmailId: id,
    accountId,
    folderAlias,
    messageId: message.messageId === null ? null : oneLine(message.messageId),
    subject: oneLine(message.subject),
    senderAddress: sender ? oneLine(sender.address) : null,
    senderDisplayName: sender?.displayName ? oneLine(sender.displayName) : null,
    toAddresses: addresses(message, 'to').slice(0, 50).map(oneLine),
    sentAt: message.sentAt === null ? null : instant(message.sentAt),
    receivedAt: instant(receivedAt),
    sizeBytes: raw.length,
    attachments: {
      attachmentCount: attachmentsOf(message),
      inlineResourceCount: message.parts.filter(part => part.kind === 'inline').length,
      totalSizeBytes: message.parts.reduce((sum, part) => sum + part.sizeBytes, 0),
      isEncrypted: message.isEncrypted,
      hasUnverifiedSignature: message.hasUnverifiedSignature,
      hasUnexpandedTnef: message.hasUnexpandedTnef,
    },
    remoteFlags: {
      wasObserved: flags !== null,
      isSeen: flags?.includes('S') ?? false,
      isAnswered: flags?.includes('R') ?? false,
      isFlagged: flags?.includes('F') ?? false,
      isDraft: flags?.includes('D') ?? false,
      keywords: [],
    },
    contentAvailability: message.isDamaged ? 'damaged' : 'available',
  };
}

/** A fixed sequence of draws, so that a failure can be seen again. */
function draws(seed: number) {
  let state = seed;
  const below = (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const of = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  return { below, of, oneIn: (n: number) => below(n) === 0 };
}

/** Some of a list, not none, in another order and in another case. */
function someOf(names: readonly string[], { below, oneIn }: ReturnType<typeof draws>): string[] {
  const from = below(names.length);
  const some = [...names.slice(from), ...names.slice(0, from)].slice(0, 1 + below(names.length));
  return some.map(name => (oneIn(3) ? name.toUpperCase() : name));
}

/**
 * Questions of every form made from mails: filters alone and together, with what is there and what is not.
 * @param folders aliases that there are; a folder that nothing reached is asked for too
 */
export function drawQuestions(mails: readonly ModelMail[], folders: readonly string[], count: number): EmailQuestion[] {
  const draw = draws(7);
  const { below, of, oneIn } = draw;
  const accounts = [...new Set(mails.map(one => one.accountId))];
  return Array.from({ length: count }, () => {
    const one = of(mails);
    const other = of(mails);
    const subject = [...one.message.subject.replace(/\p{Cc}/gu, '')];
    const from = below(Math.max(1, subject.length));
    const fragment = subject.slice(from, from + 1 + below(8)).join('');
    const sender = oneIn(8) ? 'nobody@example.com' : (senderOf(one.message)?.address ?? '');
    const recipient = of([...addresses(one.message, 'to', 'cc'), 'nobody@example.com']);
    const isAddress = (text: string) => /^[!-;=?-~]+@[!-;=?-~]+$/.test(text);
    const [early, late] = [one.receivedAt, other.receivedAt].toSorted((a, b) => a - b) as [number, number];
    const from0 = below(accounts.length);
    return {
      ...(oneIn(3) && { accountIds: [...accounts.slice(from0), ...accounts.slice(0, from0)].slice(0, 1 + below(2)) }),
      ...(oneIn(3) && { folderAliases: [...someOf(folders, draw), ...(oneIn(4) ? ['Nothing'] : [])] }),
      ...(oneIn(4) && isAddress(sender) && { senderAddress: oneIn(2) ? sender.toUpperCase() : sender }),
      ...(oneIn(4) && isAddress(recipient) && { recipientAddress: oneIn(2) ? recipient.toUpperCase() : recipient }),
      ...(oneIn(4) && { subjectFragment: oneIn(2) ? fragment.toUpperCase() : fragment }),
      ...(oneIn(4) && { receivedOnOrAfter: new Date(early).toISOString() }),
      ...(oneIn(4) && { receivedBefore: new Date(late + below(2)).toISOString() }),
      ...(oneIn(5) && { isRemotelySeen: oneIn(2) }),
      ...(oneIn(4) && { hasAttachments: oneIn(2) }),
      ...(oneIn(2) && { direction: oneIn(2) ? ('oldestFirst' as const) : ('newestFirst' as const) }),
    };
  });
}
