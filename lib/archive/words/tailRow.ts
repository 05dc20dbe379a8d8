// A document of an index of words that is not sealed, as a row.

import type { Row } from '../ports.ts';
import { type WordIndex, wordTailKey } from '../wordKeys.ts';
import type { DocumentPlace } from './documentPlaces.ts';

/** @param bytes its words, of documentCodec.ts */
export const tailRow = (
  index: WordIndex,
  { position, folder }: DocumentPlace,
  version: number,
  bytes: Uint8Array,
): Row => ({ ...wordTailKey(index, position), data: `${version} ${folder}`, bytes });

export const folderOfTail = ({ data }: Row): string => data.slice(data.indexOf(' ') + 1);

/** What made its words. */
export const versionOfTail = ({ data }: Row): number => Number.parseInt(data, 10);
