// The flags that mail programs keep in a message's own header, as they do in an mbox. It knows the header, not the file.

import type { RemoteFlags } from '../archive/rows.ts';
import { decodeWords } from '../mail/encodedWords.ts';
import { boundedKeywords } from './maildir.ts';

/** Flags stand among the first fields or the last; a header of more bytes is read so far. */
const maxHeaderBytes = 256 * 1024;

const anyField = /^(?:X-)?(?:Status|Keywords|Gmail-Labels|Mozilla-Status|Mozilla-Keys)[ \t]*:/im;
const field =
  /^(Status|X-Status|X-Keywords|X-Gmail-Labels|X-Mozilla-Status|X-Mozilla-Keys)[ \t]*:(.*(?:\r?\n[ \t].*)*)/gim;

/** One of Gmail's labels in a list: quoted where it has a comma. */
const label = /"([^"]*)"|[^,"]+/g;
/** Gmail's labels that are states rather than words of the user's. */
const gmailStates: ReadonlySet<string> = new Set(['unread', 'opened', 'starred', 'drafts', 'draft']);

/**
 * Reads `Status` and `X-Status` (R seen, A answered, F flagged, T draft), `X-Mozilla-Status` (hexadecimal bits),
 * `X-Keywords`, `X-Mozilla-Keys` and `X-Gmail-Labels`. null where a message has none of them.
 */
export function headerFlags(raw: Uint8Array, observedAt: number): RemoteFlags | null {
  const header = headerOf(raw);
  if (!anyField.test(header)) return null;
  const state = { isSeen: false, isAnswered: false, isFlagged: false, isDraft: false };
  const keywords: string[] = [];
  let isObserved = false;
  for (const [, name = '', folded = ''] of header.matchAll(field)) {
    isObserved = true;
    const value = folded.replace(/\r?\n/g, '').trim();
    switch (name.toLowerCase()) {
      case 'status':
      case 'x-status':
        state.isSeen ||= value.includes('R');
        state.isAnswered ||= value.includes('A');
        state.isFlagged ||= value.includes('F');
        state.isDraft ||= value.includes('T');
        break;
      case 'x-mozilla-status': {
        const bits = Number.parseInt(value.slice(0, 8), 16) || 0;
        state.isSeen ||= (bits & 0x1) !== 0;
        state.isAnswered ||= (bits & 0x2) !== 0;
        state.isFlagged ||= (bits & 0x4) !== 0;
        break;
      }
      case 'x-gmail-labels': {
        const labels = [...decodeWords(value).matchAll(label)].map(match => (match[1] ?? match[0]).trim());
        const states = new Set(labels.map(text => text.toLowerCase()));
        state.isSeen ||= !states.has('unread');
        state.isFlagged ||= states.has('starred');
        state.isDraft ||= states.has('drafts') || states.has('draft');
        keywords.push(...labels.filter(text => !gmailStates.has(text.toLowerCase())));
        break;
      }
      default:
        keywords.push(...decodeWords(value).split(/[\s,]+/));
    }
  }
  return isObserved ? { observedAt, ...state, keywords: boundedKeywords(keywords) } : null;
}

/** The header, one character for each byte. */
function headerOf(raw: Uint8Array): string {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, maxHeaderBytes));
  const end = bytes.indexOf('\n\n');
  const crlfEnd = bytes.indexOf('\n\r\n');
  const ends = [end, crlfEnd].filter(at => at >= 0);
  return bytes.toString('latin1', 0, ends.length > 0 ? Math.min(...ends) + 1 : bytes.length);
}
