// Tags of a file.

import { limits } from '../../limits.ts';

/** Each once, without regard to case; not more than a row is to hold. */
export function tagsOf(...lists: readonly (readonly string[])[]): string[] {
  const tags = new Map<string, string>();
  for (const tag of lists.flat()) {
    const key = tag.normalize('NFC').toLowerCase();
    if (tag !== '' && tag.length <= limits.keywordCharacters.value && !tags.has(key)) tags.set(key, tag);
    if (tags.size >= limits.keywords.value) break;
  }
  return [...tags.values()];
}
