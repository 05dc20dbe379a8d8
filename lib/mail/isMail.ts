// Decides whether a file is a mail by its first bytes: do they look like the header of an RFC 5322 message? It knows
// neither mboxes nor file endings; a caller that has reason to expect a mail says so.

import { endsLinesInReturns } from './bytes.ts';

/** How much of a file is looked at. */
export const headBytes = 64 * 1024;

/** Header lines that are looked at; a mail has shown itself by then. */
const maxLines = 200;
/** Lines of no header field that may stand before the first, where a mail is expected. */
const maxJunkLines = 20;

const field = /^([A-Za-z][A-Za-z0-9_.-]{0,75})[ \t]*:(.*)$/;
const address = /@|<[^<>]*>/;
const angled = /<[^<>]+>/;

/** Fields whose values only a mail has: one is enough. */
const telling: Readonly<Record<string, RegExp>> = {
  'arc-seal': /=/,
  'authentication-results': /./,
  'content-type': /^[ \t]*multipart\/(?:alternative|digest|encrypted|mixed|parallel|related|report|signed)\b/i,
  'content-transfer-encoding': /^[ \t]*(?:7bit|8bit|binary|base64|quoted-printable|x-)/i,
  'delivered-to': address,
  'dkim-signature': /=/,
  'envelope-to': address,
  'in-reply-to': angled,
  'message-id': angled,
  'mime-version': /\d/,
  received: /\b(?:from|by|with|for|id)\b|;/,
  'received-spf': /./,
  references: angled,
  'return-path': address,
  'x-mozilla-status': /^[ \t]*[0-9a-f]{4}/i,
  'x-original-to': address,
};

/** Fields that other files have as well: two are needed. */
const usual: Readonly<Record<string, RegExp>> = {
  bcc: address,
  cc: address,
  'content-disposition': /^[ \t]*(?:attachment|inline)/i,
  'content-type': /^[ \t]*(?:text|multipart|message|application|image|audio|video)\//i,
  date: /\d{1,2}[ \t]+[A-Za-z]{3,9}\.?[ \t]+\d{2,4}|[A-Za-z]{3}[ \t]+\d{1,2}[ \t]+\d{1,2}:\d{2}/,
  from: address,
  newsgroups: /\w\.\w/,
  organization: /./,
  'reply-to': address,
  sender: address,
  subject: /./,
  to: address,
  'user-agent': /./,
  'x-gmail-labels': /./,
  'x-mailer': /./,
  'x-priority': /\d/,
};

/** Where a mail is expected these count whatever their value. */
const anyValue: ReadonlySet<string> = new Set([
  ...Object.keys(telling),
  ...Object.keys(usual),
  'content-description',
  'content-id',
  'status',
  'x-status',
]);

/** Fields of HTTP that mail does not know. */
const http: ReadonlySet<string> = new Set([
  'accept',
  'accept-ranges',
  'access-control-allow-origin',
  'age',
  'cache-control',
  'connection',
  'content-encoding',
  'cookie',
  'etag',
  'host',
  'last-modified',
  'server',
  'set-cookie',
  'strict-transport-security',
  'transfer-encoding',
  'vary',
  'via',
  'www-authenticate',
]);

/**
 * Whether bytes that begin a file begin a mail. Blank lines, a byte order mark and a From_ line may stand before the
 * header.
 *
 * @param head the first bytes, `headBytes` of them or the whole file
 * @param isExpected the file says that it is a mail, by an `.eml` ending or by lying in a Maildir: one known field is
 *   then enough, whatever its value, and a few lines that belong to no header are passed over
 */
export function isMail(head: Uint8Array, isExpected: boolean): boolean {
  const { usualFields, telling: isTold, http: isHttp, known } = readFields(head, isExpected);
  if (isExpected && known > 0) return true;
  if (isTold) return true;
  return usualFields >= 2 && !isHttp;
}

interface Seen {
  /** Different usual fields. */
  readonly usualFields: number;
  readonly telling: boolean;
  readonly http: boolean;
  /** Lines of known fields. */
  readonly known: number;
}

function readFields(head: Uint8Array, isExpected: boolean): Seen {
  const seenUsual = new Set<string>();
  let isTold = false;
  let isHttp = false;
  let known = 0;
  let junk = 0;
  let fields = 0;
  for (const line of headerLines(head)) {
    if (fields > 0 && (line.startsWith(' ') || line.startsWith('\t'))) continue;
    const match = field.exec(line);
    if (!match) {
      if (line.includes('\0')) break;
      // A header may be broken by a line that was not folded; what stood before it has to speak for the mail.
      if (fields > 0 ? isExpected || fields > 2 : isExpected && ++junk <= maxJunkLines) continue;
      break;
    }
    fields++;
    const [, name = '', value = ''] = match;
    const key = name.toLowerCase();
    if (anyValue.has(key)) known++;
    if (telling[key]?.test(value)) isTold = true;
    if (usual[key]?.test(value)) seenUsual.add(key);
    if (http.has(key)) isHttp = true;
  }
  return { usualFields: seenUsual.size, telling: isTold, http: isHttp, known };
}

/** The lines up to the first blank one, without what may stand before a header. */
function* headerLines(head: Uint8Array): Generator<string> {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, headBytes)).toString('latin1');
  const lineEnd = endsLinesInReturns(head.subarray(0, headBytes)) ? '\r' : '\n';
  let at = text.startsWith('\u{ef}\u{bb}\u{bf}') ? 3 : 0;
  let isFirst = true;
  for (let lines = 0; lines < maxLines && at < text.length; lines++) {
    const newline = text.indexOf(lineEnd, at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, end > at && text[end - 1] === '\r' ? end - 1 : end);
    at = end + 1;
    if (line.trim() === '') {
      if (isFirst) continue;
      return;
    }
    if (isFirst && /^>?From /.test(line)) continue;
    isFirst = false;
    yield line;
  }
}
