// A mail that is a file -> its text: headers, the body, and what its files hold, each under its name.

import { limits } from '../limits.ts';
import type { Message, Part, Participant } from '../mail/message.ts';
import { parseMessage } from '../mail/parseMessage.ts';
import { type Draft, newDraft } from './draft.ts';
import { readText } from './plainText.ts';
import { readHtml } from './readHtml.ts';
import { ReadingEnd } from './readingEnd.ts';

/** Reads a document within a document into the same draft, and lets nothing but a limit of the whole pass. */
export type ReadInner = (bytes: Uint8Array, fileName: string, mediaType: string) => Promise<void>;

const shown = ({ displayName, address }: Participant): string =>
  displayName === null || displayName === '' ? address : `${displayName} <${address}>`;

function headerLines(message: Message): string[] {
  const { participants, sentAt } = message;
  const people = new Set(participants.map(shown));
  return [
    sentAt === null ? '' : new Date(sentAt).toISOString().replace('.000Z', 'Z'),
    [...people].slice(0, 200).join(', '),
  ];
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

/** Of the words of an HTML body, so many may be missing in a text that says the same. */
const missingShare = 0.1;

/** The text; the HTML too where it says something else. */
function readBody({ text, html }: Message, draft: Draft): void {
  const plain = text === null || text.trim() === '' ? null : text;
  if (plain !== null) readText(plain, draft);
  if (html === null) return;
  const inner = newDraft();
  try {
    readHtml(html, inner.draft);
  } finally {
    const { chunks } = inner.finish();
    const known = wordsOf(plain ?? '');
    const words = [...wordsOf(chunks.map(chunk => `${chunk.heading ?? ''} ${chunk.text}`).join(' '))];
    const isOther = words.filter(word => !known.has(word)).length > words.length * missingShare;
    if (plain === null || isOther)
      for (const chunk of chunks) {
        if (chunk.heading !== null) draft.line(chunk.heading);
        draft.line(chunk.text);
      }
  }
}

/** Whether a part lies in a mail that is a part itself, and is read with it. */
const isInside = ({ path }: Part, parts: readonly Part[]): boolean =>
  path !== null &&
  parts.some(
    outer =>
      outer.mediaType === 'message/rfc822' &&
      outer.path === null &&
      (outer.filename ?? String(outer.number)) === path.split('/', 1)[0],
  );

export async function readMail(bytes: Uint8Array, draft: Draft, readInner: ReadInner): Promise<void> {
  const message = await parseMessage(bytes, { maxBytes: limits.documentBytes.value });
  draft.title = message.subject;
  draft.section(message.subject);
  for (const line of headerLines(message)) draft.line(line);
  readBody(message, draft);
  for (const { filename, mediaType, content } of message.parts.filter(part => !isInside(part, message.parts))) {
    draft.section(filename, filename !== null);
    await readInner(content, filename ?? '', mediaType);
  }
  if (message.isDamaged) throw new ReadingEnd('text', 'the mail is damaged or cut off; this is what could be read');
}
