// An OpenDocument package: what it says it is, and whether it is encrypted. Knows nothing of its text.

import type { ZipPackage } from './zipPackage.ts';

/** What a package says it is: in its first part, else in its manifest; empty where it says nothing. */
export async function packageMediaType(zip: ZipPackage): Promise<string> {
  if (zip.find('mimetype') !== null) return (await zip.bytes('mimetype')).toString('latin1').trim();
  let mediaType = '';
  await zip.xml('META-INF/manifest.xml', {
    open(name, tag) {
      if (name === 'file-entry' && tag.attribute('full-path') === '/') mediaType = tag.attribute('media-type') ?? '';
    },
    close() {},
    text() {},
  });
  return mediaType;
}

/** Whether the manifest says that the content is encrypted; macros alone may be. */
export async function isEncrypted(zip: ZipPackage): Promise<boolean> {
  let found = false;
  let path = '';
  await zip.xml('META-INF/manifest.xml', {
    open(name, tag) {
      if (name === 'file-entry') path = tag.attribute('full-path') ?? '';
      // A package that is encrypted as a whole is one entry.
      else if (name === 'encryption-data' && /^(?:content\.xml|encrypted-package|)$/.test(path)) found = true;
    },
    close() {},
    text() {},
  });
  return found;
}
