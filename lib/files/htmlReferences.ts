// References of HTML in a text: `&uuml;`, `&#8364;`. What is none, as in `R&D;`, stays as it is written.

import { parseFragment } from 'parse5';

/** @param text a line: it is read by the parser of HTML, as text */
export function decodeHtmlReferences(text: string): string {
  if (!/&[#A-Za-z]/.test(text)) return text;
  const [node] = parseFragment(text.replaceAll('<', '&lt;')).childNodes;
  return node !== undefined && 'value' in node ? node.value : text;
}
