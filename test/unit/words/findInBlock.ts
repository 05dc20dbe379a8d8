import { type WordPostings, wordLookup } from '../../../lib/words/blockCodec.ts';

/** The postings of one word in one block; null where the block has it not. */
export const findInBlock = (bytes: Uint8Array, term: string): WordPostings | null => wordLookup(term)(bytes);
