// Following what happened to objects, and sealing words now and then after it: no counter is kept of mails, but a few of
// them, told by their keys, have a look whether their account's tail holds enough.

import { crc32 } from 'node:zlib';
import { limits } from '../../limits.ts';
import type { Archive } from '../archive.ts';
import { readMailBlobKey } from '../blobKeys.ts';
import { type Followed, followObjects, type ObjectChange } from '../followObjects.ts';
import type { MailRules } from '../mailObject.ts';
import { mailIndex } from './mailWords.ts';
import { type SealOptions, sealTail } from './sealTail.ts';

/** One mail of so many looks, which costs some 80 read units where the tail is nearly full. */
const oneOf = 32;

export interface FollowOptions extends Pick<SealOptions, 'least' | 'times'> {
  /** Told of a sealing that failed, which costs no mail: the next that looks goes on with it. */
  readonly onSealFailure: (error: unknown) => void;
}

/** followObjects(), and sealing where there is enough and time is left for it. */
export async function followAndSeal(
  archive: Archive,
  rules: MailRules,
  changes: readonly ObjectChange[],
  { onSealFailure, ...options }: FollowOptions,
): Promise<Followed[]> {
  const began = performance.now();
  const followed = await followObjects(archive, rules, changes);
  const accounts = new Set(
    changes.flatMap(({ key }, i) => {
      const answer = followed[i];
      const isStored = answer !== undefined && 'outcome' in answer && answer.outcome === 'stored';
      return isStored && crc32(key) % oneOf === 0 ? (readMailBlobKey(key)?.accountId ?? []) : [];
    }),
  );
  const deadline = began + limits.sealingMilliseconds.value;
  for (const accountId of accounts) {
    try {
      if (performance.now() < deadline) await sealTail(archive.store, mailIndex(accountId), { ...options, deadline });
    } catch (error) {
      onSealFailure(error);
    }
  }
  return followed;
}
