// Which leaves of one message are its bodies. Reads structure alone, no content.

import type { Entity } from './entity.ts';
import { headerValue } from './headers.ts';

/** A leaf of a message (a nested message is one too) with the multiparts around it, outermost first. */
export interface Leaf {
  readonly entity: Entity;
  readonly around: readonly Entity[];
  /** Its decoded file name, or null. */
  readonly name: string | null;
}

export interface Bodies {
  /** The plain body: text/plain. */
  readonly plain: Leaf | null;
  readonly html: Leaf | null;
  /** Further unnamed texts that readers show below the plain or HTML body: attachments by rule, but read with it. */
  readonly plainAfter: readonly Leaf[];
  readonly htmlAfter: readonly Leaf[];
}

export type TextType = 'plain' | 'html';

/** A multipart that could not be split (no boundary) is text, as every mail program shows it. */
function textTypeOf(entity: Entity): TextType | null {
  if (entity.children.length > 0) return null;
  if (entity.mediaType === 'text/html') return 'html';
  return entity.mediaType === 'text/plain' || entity.mediaType.startsWith('multipart/') ? 'plain' : null;
}

/** What a disposition type begins with where it is a token (RFC 2045 section 5.1), perhaps in quotes. */
const token = /^[ \t]*["']?[^\0-\x20()<>@,;:\\"/[\]?=\x7f-\xff]+(?:["',:; \t(]|$)/;

/** RFC 2183 section 2.8: a type that is not known is an attachment. What is no type at all says nothing. */
function isMarkedAttachment({ disposition, headers }: Entity): boolean {
  if (disposition === null || disposition.value === '' || disposition.value === 'inline') return false;
  return disposition.value === 'attachment' || token.test(headerValue(headers, 'content-disposition') ?? '');
}

const alternativeOf = (leaf: Leaf): Entity | null =>
  leaf.around.find(entity => entity.mediaType === 'multipart/alternative') ?? null;

/**
 * Bodies are the first text/plain and text/html of the main alternative that have neither a file name nor attachment
 * disposition. The main alternative is the outermost multipart/alternative around the first such text; where that stands in
 * none, the message as a whole, but then a text that follows HTML is no version of it, and is left an attachment.
 */
export function chooseBodies(leaves: readonly Leaf[]): Bodies {
  const candidates = leaves.filter(
    leaf => leaf.name === null && !isMarkedAttachment(leaf.entity) && textTypeOf(leaf.entity) !== null,
  );
  const first = candidates[0];
  if (first === undefined) return { plain: null, html: null, plainAfter: [], htmlAfter: [] };
  const main = alternativeOf(first);
  const inMain = main === null ? candidates : candidates.filter(leaf => leaf.around.includes(main));
  const ofType = (type: TextType) => inMain.find(leaf => textTypeOf(leaf.entity) === type) ?? null;
  const html = ofType('html');
  const plain = main === null && html === first ? null : ofType('plain');
  // One of each type per alternative is shown.
  const shown = new Set<string>();
  const numbers = new Map<Entity, number>();
  const after = (type: TextType): Leaf[] =>
    candidates.filter(leaf => {
      if (leaf === plain || leaf === html || textTypeOf(leaf.entity) !== type) return false;
      const alternative = alternativeOf(leaf);
      if (alternative === null) return true;
      if (alternative === main) return false;
      const number = numbers.get(alternative) ?? numbers.size;
      numbers.set(alternative, number);
      const key = `${number} ${type}`;
      if (shown.has(key)) return false;
      shown.add(key);
      return true;
    });
  return {
    plain,
    html,
    plainAfter: plain === null ? [] : after('plain'),
    htmlAfter: html === null ? [] : after('html'),
  };
}
