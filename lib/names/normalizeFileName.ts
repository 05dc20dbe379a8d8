// The form in which a file name is stored, shown and searched. Knows no mail: it takes any text a stranger chose.

import { limits } from '../limits.ts';

/** What counts as a break or blank: tab, line ends, line and paragraph separators, and every Unicode space. */
const blanks = /[\t\n\v\f\r\u0085\u2028\u2029\p{Zs}]+/gu;
/**
 * What is never part of a name: control characters, bidi marks, zero-width characters, tags, interlinear marks and the
 * code points set aside for further formats, surrogates without a partner. ZWJ and ZWNJ join letters and emoji, variation
 * selectors choose their look, and a soft hyphen is seen where a line ends: they stay.
 */
const unwanted =
  /[\p{Cc}\p{Cs}\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]/gu;

/** Extensions longer than this are not kept when a name is cut: it is no extension then. */
const longestExtension = 20;

function cut(name: string, most: number): string {
  // Code units are at least as many as code points.
  if (name.length <= most) return name;
  const points = [...name];
  if (points.length <= most) return name;
  const dot = points.lastIndexOf('.');
  const extension = dot > 0 && points.length - dot <= longestExtension ? points.slice(dot) : [];
  return (
    points
      .slice(0, most - extension.length)
      .join('')
      .trimEnd() + extension.join('')
  );
}

/**
 * A file name's last path segment (of `/` and `\`), tabs, line breaks and other blanks as single blanks, trimmed, without
 * control, bidi, zero-width and format characters, in NFC, of at most 200 code points with its extension kept.
 * Null where nothing usable is left (empty, `.` or `..`). Idempotent.
 */
export function normalizeFileName(raw: string): string | null {
  const segment = raw.slice(Math.max(raw.lastIndexOf('/'), raw.lastIndexOf('\\')) + 1);
  const cleaned = segment.replace(blanks, ' ').replace(unwanted, '').replace(/ +/g, ' ').trim().normalize('NFC');
  const name = cut(cleaned, limits.fileNameCharacters.value);
  return name === '' || name === '.' || name === '..' ? null : name;
}
