// Bytes of a text part -> its text: charset, line ends, format=flowed. Chooses no body (see chooseBodies.ts).

import { toBinary } from './bytes.ts';
import { decoderOf, decodeUtf8, isUtf8 } from './charsets.ts';
import type { Entity } from './entity.ts';
import { decodeUnlabelled } from './guessCharset.ts';
import { parameterValue } from './parameters.ts';

/** The charset an HTML document names for itself, in its first kilobyte (WHATWG HTML section 13.2.3.2, simplified). */
const metaCharset = /<meta[^>]{0,200}charset\s{0,10}=\s{0,10}["']?\s{0,10}([a-z0-9_:-]{1,40})/i;

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

/**
 * Text of bytes in a labelled charset. Where the label is missing, unknown, ASCII, or UTF-8 and plainly untrue, the bytes
 * tell: UTF-8 where valid, else a guess for which `hints` are labels found nearby.
 */
export function decodeText(bytes: Uint8Array, charset: string | null, hints: readonly string[]): string {
  const decoder = charset === null ? null : decoderOf(charset.trim());
  if (decoder === null || /ascii/i.test(charset ?? '')) {
    // Seven-bit ISO 2022 needs no label to be known by its escapes.
    if (isUtf8(bytes)) return isIso2022(bytes) ? (decoderOf('iso-2022-jp')?.decode(bytes) ?? '') : decodeUtf8(bytes);
    return decodeUnlabelled(bytes, hints);
  }
  if (decoder.name === 'utf-8' && !isUtf8(bytes)) {
    const text = decodeUtf8(bytes);
    return isMostlyBroken(text) ? decodeUnlabelled(bytes, hints) : text;
  }
  return decoder.decode(bytes);
}

const isIso2022 = (bytes: Uint8Array): boolean => {
  const at = bytes.indexOf(0x1b);
  return at >= 0 && bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x42 || bytes[at + 2] === 0x40);
};

/** More replacement characters than other non-ASCII ones: it never was UTF-8. A cut-off character is no such sign. */
function isMostlyBroken(text: string): boolean {
  let broken = 0;
  let other = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0xfffd) broken++;
    else if (code > 0x7f) other++;
  }
  return broken > other;
}

/** Joins the lines of `format=flowed` (RFC 3676): a blank at the end of a line means that the next one goes on. */
function unflow(text: string, deletesSpace: boolean): string {
  const out: string[] = [];
  let depth = -1;
  let isOpen = false;
  for (const line of text.split('\n')) {
    let quotes = 0;
    while (line.charAt(quotes) === '>') quotes++;
    let content = line.slice(quotes);
    if (content.startsWith(' ')) content = content.slice(1);
    const isSignature = content === '-- ';
    const flows = content.endsWith(' ') && !isSignature;
    const kept = flows && deletesSpace ? content.slice(0, -1) : content;
    if (isOpen && quotes === depth && !isSignature) out[out.length - 1] += kept;
    else out.push(quotes > 0 ? `${'>'.repeat(quotes)} ${kept}` : kept);
    isOpen = flows;
    depth = quotes;
  }
  return out.join('\n');
}

/** The text of a text/plain body whose content was decoded to `bytes`. Lines end in a line feed. */
export function plainText(entity: Entity, bytes: Uint8Array, hints: readonly string[]): string {
  const charset = byteOrderMark(bytes) ?? parameterValue(entity.contentType, 'charset');
  const text = decodeText(bytes, charset, hints).replaceAll('\r\n', '\n');
  const isFlowed = parameterValue(entity.contentType, 'format')?.toLowerCase() === 'flowed';
  return isFlowed ? unflow(text, parameterValue(entity.contentType, 'delsp')?.toLowerCase() === 'yes') : text;
}

/** The text of a text/html body whose content was decoded to `bytes`: as sent, hostile. */
export function htmlText(entity: Entity, bytes: Uint8Array, hints: readonly string[]): string {
  const charset =
    byteOrderMark(bytes) ??
    parameterValue(entity.contentType, 'charset') ??
    metaCharset.exec(toBinary(bytes, 0, Math.min(bytes.length, 1024)))?.[1] ??
    null;
  return decodeText(bytes, charset, hints);
}
