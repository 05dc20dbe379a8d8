// Which addresses of links are kept, and how they are written.

import { limits } from '../limits.ts';

const kept = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/**
 * A link's address as a browser reads it, whatever spelling it has (WHATWG URL); null for one that is relative, too
 * long, or of a scheme that is no link to a page, a mailbox or a telephone.
 */
export function readLink(href: string | null): string | null {
  if (href === null || href.length > limits.linkCharacters.value) return null;
  const url = URL.parse(href);
  if (url === null || !kept.has(url.protocol) || url.href.length > limits.linkCharacters.value) return null;
  return url.href;
}

/** Whether a text says no less than the address it leads to. */
export function saysLink(text: string, link: string): boolean {
  const bare = (value: string) => value.replace(/^(?:https?:\/\/(?:www\.)?|mailto:|tel:)/i, '').replace(/\/$/, '');
  return bare(text.trim()).toLowerCase() === bare(link).toLowerCase();
}
