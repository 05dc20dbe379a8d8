// TNEF content as parts and bodies of the mail that carried it.

import { limits } from '../limits.ts';
import { addPart, type Collection, hasRoom, pathInto } from './collection.ts';
import type { Budget } from './entity.ts';
import { decompressRtf, rtfBody } from './rtf.ts';
import type { Tnef, TnefFile } from './tnef.ts';

/** The bodies of a TNEF message. RTF is read only where there is neither text nor HTML; `budget` is marked where it is cut. */
export function tnefBody(
  { text, html, compressedRtf }: Tnef,
  budget: Budget,
): { text: string | null; html: string | null } {
  if (text !== null || html !== null || compressedRtf === null) return { text, html };
  const most = limits.messageBytes.value;
  const rtf = decompressRtf(compressedRtf, most);
  if (rtf !== null && rtf.length >= most) budget.exceeded = true;
  return rtf === null ? { text, html } : rtfBody(rtf);
}

/** Outlook's name for a message attached to a message. */
const isPlaceholder = (name: string | null): boolean => name === null || /^untitled attachment$/i.test(name.trim());

/** Adds the files of a TNEF message in order; a message among them is one file, and its own files follow it. */
export function addTnefFiles(tnef: Tnef, collection: Collection, path: string): void {
  for (const file of tnef.files) {
    collection.budget.decodedBytes -= file.content.length;
    if (!hasRoom(collection)) return;
    const { message } = file;
    const raw = message !== null && isPlaceholder(file.name) ? null : file.name;
    const kind = isInline(file, tnef.html) ? 'inline' : 'attachment';
    const part = addPart(
      collection,
      {
        kind,
        mediaType: message !== null ? 'application/ms-tnef' : mediaTypeOf(file),
        disposition: kind,
        contentId: file.contentId,
        content: file.content,
        path,
      },
      { raw, subject: message?.subject ?? null },
    );
    if (message !== null) addTnefFiles(message, collection, pathInto(part));
  }
}

const mediaTypeOf = ({ mediaType }: TnefFile): string =>
  mediaType !== null && /^[^\s/;,]+\/[^\s/;,]+$/.test(mediaType) ? mediaType : 'application/octet-stream';

const isInline = ({ contentId, mediaType }: TnefFile, html: string | null): boolean =>
  contentId !== null &&
  html !== null &&
  /^(?:image|audio|font)\//.test(mediaType ?? '') &&
  html.toLowerCase().includes(`cid:${contentId.toLowerCase()}`);
