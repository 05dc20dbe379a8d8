// The snippet of a file's name that holds what was asked for: the name itself, the match in `**`.

import { limits } from '../limits.ts';
import { fold, foldRun } from '../names/fold.ts';

const mark = '**';

/**
 * A name with the first place of a folded text in it marked; cut where it is longer than a snippet, and at any `**` of
 * its own, so that every `**` is a mark. Null where the name does not hold the text.
 */
export function nameSnippet(name: string, folded: string): string | null {
  const characters = [...name];
  const written = (from: number, to: number): string => characters.slice(from, to).join('');
  // Folding joins and parts characters: the shortest beginning that holds the match ends with it.
  if (folded === '' || !fold(name).includes(folded)) return null;
  let end = 1;
  while (end < characters.length && !foldRun(written(0, end)).includes(folded)) end += 1;
  let start = end - 1;
  while (start > 0 && !foldRun(written(start, end)).includes(folded)) start -= 1;
  return cut(characters, start, end);
}

/** What stands around a match as far as there is room, half of it before. */
function cut(characters: readonly string[], start: number, end: number): string {
  const room = Math.max(0, limits.snippetCharacters.value - (end - start));
  let from = Math.max(0, start - Math.max(room >> 1, room - (characters.length - end)));
  let to = Math.min(characters.length, end + room - (start - from));
  for (let i = start - 1; i >= from; i--) if (isStarred(characters, i, start, end)) from = i + 1;
  for (let i = to - 1; i >= end; i--) if (isStarred(characters, i, start, end)) to = i;
  const text = (a: number, b: number): string => characters.slice(a, b).join('');
  return text(from, start) + mark + text(start, end) + mark + text(end, to);
}

/** Whether a star could be taken for a mark, or for a part of one. */
function isStarred(characters: readonly string[], at: number, start: number, end: number): boolean {
  if (characters[at] !== '*') return false;
  return characters[at - 1] === '*' || characters[at + 1] === '*' || at === start - 1 || at === end;
}
