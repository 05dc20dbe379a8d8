// What made the words of a document: how texts become words, how those weigh, how they are packed, and what text is
// read of a mail. Words of another version are passed over by readers, and made anew by a rebuild.

import { contentVersion } from '../../content/contentCodec.ts';

/** To be raised with every change in lib/words that gives other words, weights, places or bytes. */
const ownVersion = 4;

/** At most 4,095. */
export const wordsVersion = ownVersion * 64 + (contentVersion % 64);
