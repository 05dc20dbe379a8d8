// Decides what a file is that is called .eml and begins with a From_ line: one message that kept the line, or an mbox
// with a misleading name.

import { asBuffer, once } from './byteStream.ts';
import { splitMbox } from './splitMbox.ts';

const contentType = /^content-type[ \t]*:(.*(?:\r?\n[ \t].*)*)/im;
const boundaryParameter = /boundary[ \t]*=[ \t]*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/i;

/**
 * Whether the bytes of an .eml file that begins with a From_ line are one message. They are where no second From_ line
 * opens a message, and where one does within a multipart that is not closed: programs that write .eml files quote
 * nothing, and a patch in an attachment begins with such a line.
 */
export async function isOneMessage(bytes: Buffer): Promise<boolean> {
  const items = splitMbox(once(bytes), { maxBytes: bytes.length, allowUndated: false });
  const first = await items.next();
  if (first.done || first.value.kind !== 'message') return true;
  const second = await items.next();
  await items.return(undefined);
  return second.done === true || isOpenMultipart(asBuffer(first.value.raw));
}

/** Whether a message says that it is a multipart and ends without the last delimiter. */
function isOpenMultipart(raw: Buffer): boolean {
  const header = raw.toString('latin1', 0, 64 * 1024).split(/\r?\n\r?\n/, 1)[0] ?? '';
  const [, quoted, bare] = boundaryParameter.exec(contentType.exec(header)?.[1] ?? '') ?? [];
  const boundary = quoted ?? bare;
  return boundary !== undefined && !raw.includes(`\n--${boundary}--`, 0, 'latin1');
}
