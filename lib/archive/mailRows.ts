// A raw mail as the rows and the content it owns: whoever makes them, and however often, they are the same.

import { contentOf } from '../content/content.ts';
import { encodeContent } from '../content/contentCodec.ts';
import type { Message } from '../mail/message.ts';
import { messageDates } from '../mail/messageDates.ts';
import { parseMessage } from '../mail/parseMessage.ts';
import type { StoredMail } from './mailObject.ts';
import { type MessageRows, messageRows } from './messageRows.ts';
import type { ContentPlace } from './storedContent.ts';

export interface MadeMail {
  readonly rows: MessageRows;
  /** Made when it is asked for: most who compare rows need none. */
  readonly content: () => Uint8Array;
}

export async function makeMail(mail: StoredMail): Promise<MadeMail> {
  const parsed = await parseMessage(mail.raw);
  return { rows: parsedMailRows(mail, parsed), content: () => contentBytes(parsed, mail) };
}

/** The content to keep of a mail that was parsed already. */
export const contentBytes = (message: Message, { storedEmailId }: ContentPlace): Uint8Array =>
  encodeContent(storedEmailId, contentOf(message));

/** The rows of a mail that was parsed already. */
export function parsedMailRows(mail: Omit<StoredMail, 'modifiedAt' | 'isNamed'>, parsed: Message): MessageRows {
  const { key, accountId, folderAlias, storedEmailId, raw, flags, storedAt } = mail;
  const { receivedAt, messageDate, sentAt } = messageDates(mail.receivedAt, parsed, storedAt);
  return messageRows(parsed, {
    ...{ accountId, folderAlias, storedEmailId, flags },
    sizeBytes: raw.length,
    blobKey: key,
    dates: { sentAt, receivedAt: receivedAt ?? storedAt, messageDate: messageDate ?? storedAt },
  });
}
