// Bytes without a (true) charset label -> text: UTF-8 where valid, else the likeliest of the charsets mail is sent in.

import { decoderOf, decodeUtf8, isUtf8 } from './charsets.ts';

/** Text of unlabelled bytes. `hints` are labels found nearby, best first. */
export function decodeUnlabelled(bytes: Uint8Array, hints: readonly string[] = []): string {
  if (isUtf8(bytes)) return decodeUtf8(bytes);
  for (const hint of hints) {
    const decoder = decoderOf(hint);
    if (decoder === null || decoder.name === 'utf-8' || decoder.name === 'windows-1252') continue;
    return decoder.decode(bytes);
  }
  return decoderOf('windows-1252')?.decode(bytes) ?? decodeUtf8(bytes);
}
