// What tests of hidden text ask: whether a reader of either form of a body gets to see it.

import { readHtml } from '../../../lib/content/readHtml.ts';

/** Stands in text that nobody is to read. */
export const marker = 'HIDDEN';

/** Neither form of a body has the marker, and both have the words around it. */
export function expectHidden(html: string): void {
  const { text, sanitizedHtml } = readHtml(`<p>before</p>${html}<p>after</p>`);
  for (const shown of [text, sanitizedHtml]) {
    expect(shown).not.toContain(marker);
    expect(shown).toContain('before');
    expect(shown).toContain('after');
  }
}

/** Both forms of a body have SHOWN in them. */
export const expectShown = (html: string): void => {
  const { text, sanitizedHtml } = readHtml(html);
  expect(text).toContain('SHOWN');
  expect(sanitizedHtml).toContain('SHOWN');
};
