// A raw mail as the rows it owns: whoever makes them, and however often, they are the same.

import type { Message } from '../mail/message.ts';
import { messageDates } from '../mail/messageDates.ts';
import { parseMessage } from '../mail/parseMessage.ts';
import type { StoredMail } from './mailObject.ts';
import { type MessageRows, messageRows } from './messageRows.ts';

export const mailRows = async (mail: StoredMail): Promise<MessageRows> =>
  parsedMailRows(mail, await parseMessage(mail.raw));

/** mailRows() for a mail that was parsed already. */
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
