// A raw mail as the rows, the content and the words it owns: whoever makes them, and however often, they are the same.

import { type Content, contentOf } from '../content/content.ts';
import { encodeContent } from '../content/contentCodec.ts';
import type { Message } from '../mail/message.ts';
import { messageDates } from '../mail/messageDates.ts';
import { parseMessage } from '../mail/parseMessage.ts';
import type { StoredMail } from './mailObject.ts';
import { type MessageRows, messageRows } from './messageRows.ts';
import type { Row } from './ports.ts';
import { mailTailRow } from './words/mailWords.ts';

export interface MadeMail {
  readonly rows: MessageRows;
  /** Made when it is asked for: most who compare rows need none. */
  readonly content: () => Uint8Array;
  /** The row that it is found by its words with until they are sealed. */
  readonly words: () => Row;
}

export const makeMail = async (mail: StoredMail): Promise<MadeMail> => parsedMail(mail, await parseMessage(mail.raw));

/** makeMail() for a mail that was parsed already. */
export function parsedMail(mail: Omit<StoredMail, 'modifiedAt' | 'isNamed'>, parsed: Message): MadeMail {
  const rows = parsedMailRows(mail, parsed);
  let made: Content | undefined;
  const content = () => {
    made ??= contentOf(parsed);
    return made;
  };
  return {
    rows,
    content: () => encodeContent(mail.storedEmailId, content()),
    words: () => mailTailRow(rows.message, content()),
  };
}

function parsedMailRows(mail: Omit<StoredMail, 'modifiedAt' | 'isNamed'>, parsed: Message): MessageRows {
  const { key, accountId, folderAlias, storedEmailId, raw, flags, storedAt } = mail;
  const { receivedAt, messageDate, sentAt } = messageDates(mail.receivedAt, parsed, storedAt);
  return messageRows(parsed, {
    ...{ accountId, folderAlias, storedEmailId, flags },
    sizeBytes: raw.length,
    blobKey: key,
    dates: { sentAt, receivedAt: receivedAt ?? storedAt, messageDate: messageDate ?? storedAt },
  });
}
