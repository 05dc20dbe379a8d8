// Which charsets a message names anywhere: what helps to read its bytes that have no label.

import type { Entity } from './entity.ts';
import { parameterValue } from './parameters.ts';

/** Charset labels that a message uses, its most telling first: what helps to read bytes without a label. */
export function charsetHints(root: Entity): string[] {
  const hints = new Set<string>();
  const visit = (entity: Entity) => {
    const charset = parameterValue(entity.contentType, 'charset');
    if (charset !== null && hints.size < 10) hints.add(charset.toLowerCase());
    if (!entity.mediaType.startsWith('message/')) for (const child of entity.children) visit(child);
  };
  visit(root);
  for (const { value } of root.headers) {
    if (hints.size >= 10) break;
    const label = /=\?([^?\s*]{1,60})[^?]{0,20}\?[BbQq]\?/.exec(value)?.[1];
    if (label !== undefined) hints.add(label.toLowerCase());
  }
  return [...hints];
}
