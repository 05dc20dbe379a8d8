// A raw mail as the rows, the content and the words it owns: whoever makes them, and however often, they are the same.

import { type MadeContent, makeContent } from '../content/content.ts';
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
  /** Encoded when it is asked for: most who compare rows need none. */
  readonly content: () => Uint8Array;
  /** The row that it is found by its words with until they are sealed. */
  readonly words: () => Row;
}

export const makeMail = async (mail: StoredMail): Promise<MadeMail> => parsedMail(mail, await parseMessage(mail.raw));

/** makeMail() for a mail that was parsed already. */
export function parsedMail(mail: Omit<StoredMail, 'modifiedAt' | 'isNamed'>, parsed: Message): MadeMail {
  let made: MadeContent | undefined;
  const content = (): MadeContent => {
    made ??= makeContent(parsed);
    return made;
  };
  // Only the text of an HTML body can be too much to read.
  const isDamaged = parsed.isDamaged || (parsed.html !== null && !content().isBodyRead);
  const rows = parsedMailRows(mail, { ...parsed, isDamaged });
  return {
    rows,
    content: () => encodeContent(mail.storedEmailId, content().content),
    words: () => mailTailRow(rows.message, content().content),
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
