// What a Maildir says by its names: when a message came, its flags, and the folder it is in (Maildir++ and plain
// directories alike). It knows names only and opens nothing.

import type { RemoteFlags } from '../archive/rows.ts';
import type { BytePath } from '../bytePath.ts';
import { toShownPath } from '../bytePath.ts';
import { limits } from '../limits.ts';
import { decodeMailboxName } from './modifiedUtf7.ts';

/** `1500000000.M1P2.host,S=3:2,FS`; Windows programs write `;2,` or `!2,`, since a name there has no colon. */
const info = /[:;!]2,([A-Za-z]*)$/;
const deliveryTime = /^(\d{8,11})[._]/;

/** Seconds since 1970 that a delivery's name begins with, as epoch milliseconds; null where it begins otherwise. */
export function deliveredAt(fileName: string): number | null {
  const seconds = deliveryTime.exec(fileName)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000;
}

/**
 * The flags of a message in `cur` or `new`. Lower-case letters are the keywords of a Dovecot folder, in the order of
 * its `dovecot-keywords`; `P` (passed on) has no field of its own and is the keyword `$Forwarded`.
 */
export function maildirFlags(fileName: string, keywords: readonly string[], observedAt: number): RemoteFlags {
  const letters = info.exec(fileName)?.[1] ?? '';
  const words = [...letters].flatMap(letter =>
    letter === 'P' ? ['$Forwarded'] : letter >= 'a' && letter <= 'z' ? [keywords[letter.charCodeAt(0) - 97] ?? ''] : [],
  );
  return {
    observedAt,
    isSeen: letters.includes('S'),
    isAnswered: letters.includes('R'),
    isFlagged: letters.includes('F'),
    isDraft: letters.includes('D'),
    keywords: boundedKeywords(words),
  };
}

/** The file of a Maildir folder that gives its keywords names. */
export const keywordsFile = 'dovecot-keywords';

/** Reads `dovecot-keywords`: a number and a name on each line. */
export function parseKeywordsFile(text: string): string[] {
  const keywords: string[] = [];
  for (const line of text.split('\n')) {
    const match = /^(\d{1,2}) (\S+)\r?$/.exec(line);
    if (match?.[1] !== undefined && match[2] !== undefined && Number(match[1]) < 26) {
      keywords[Number(match[1])] = match[2];
    }
  }
  return keywords;
}

/** Keywords worth keeping: each once, in bounded number and length. */
export const boundedKeywords = (words: readonly string[]): string[] =>
  [...new Set(words.filter(word => word !== ''))]
    .slice(0, limits.keywords.value)
    .map(word => word.slice(0, limits.keywordCharacters.value));

/**
 * The folder that a Maildir is, by the directories from the given path to it. `.Archive.2024` (Maildir++) and
 * `Archive/2024` (a tree of Maildirs) both are `Archive/2024`; names are decoded from modified UTF-7 where they are
 * that. null: the mailbox's own messages.
 *
 * @param names directories below the path that was given, outermost first
 * @param outermost how many of them lead to the outermost Maildir; one called `Maildir` is the mailbox, not a folder
 */
export function folderOf(names: readonly BytePath[], outermost: number): string | null {
  const parts = names.flatMap((name, i) =>
    i === outermost - 1 && /^\.?maildir$/i.test(name) ? [] : folderParts(toShownPath(name)),
  );
  const characters = [...parts.join('/').replace(/\p{Cc}/gu, '')];
  return characters.slice(0, limits.identifierCharacters.value).join('') || null;
}

function folderParts(name: string): string[] {
  // KMail keeps the folders inside `Archive` in `.Archive.directory`.
  const outer = /^\.(.+)\.directory$/.exec(name)?.[1];
  if (outer !== undefined) return [decodeMailboxName(outer)];
  if (!name.startsWith('.') || name === '.') return [decodeMailboxName(name)];
  return name.slice(1).split('.').filter(Boolean).map(decodeMailboxName);
}
