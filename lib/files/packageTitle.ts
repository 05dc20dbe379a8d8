// The title of a document that is a zip of XML: the text of `title` among its properties, in OOXML and OpenDocument alike.

import type { ZipPackage } from './zipPackage.ts';

/** The title in the part that has the properties; null where it has none, or cannot be read. */
export async function packageTitle(zip: ZipPackage, path: string): Promise<string | null> {
  let title = '';
  let isTitle = false;
  try {
    await zip.xml(path, {
      open: name => {
        isTitle = name === 'title';
      },
      close: () => {
        isTitle = false;
      },
      text: value => {
        if (isTitle) title += value;
      },
    });
  } catch {
    // A document does not hang on its properties.
  }
  return title.trim() === '' ? null : title;
}
