// What happened to objects of the bucket, many at once: appeared ones are taken in together as far as their bytes fit
// into memory, gone ones are forgotten. One that fails costs no other.

import { limits } from '../limits.ts';
import type { Archive } from './archive.ts';
import { ingestObjects } from './ingestObject.ts';
import type { MailRules } from './mailObject.ts';
import { underLocks } from './objectLocks.ts';
import { forgetObject } from './removeMessages.ts';

export interface ObjectChange {
  readonly kind: 'created' | 'removed';
  /** The key as the bucket has it. */
  readonly key: string;
  /** Of a created object, where it is known. */
  readonly sizeBytes: number | null;
}

/** What came of a change, in a word that may be logged, or why it failed. */
export type Followed = { readonly outcome: string } | { readonly error: unknown };

/** Follows changes and answers for each in the order given. What is told of one object is followed one after another. */
export async function followObjects(
  archive: Archive,
  rules: MailRules,
  changes: readonly ObjectChange[],
): Promise<Followed[]> {
  // Whatever is told of a key, and however often, its present state is what counts.
  const objects = [...new Map(changes.map(change => [change.key, change])).values()];
  const followed = new Map<string, Followed>();
  for (const group of groupsOf(objects)) {
    const answers = await underLocks(
      archive.store,
      group.map(({ key }) => key),
      free => {
        const own = group.filter(({ key }) => free.has(key));
        return followGroup(archive, rules, own);
      },
      (key, error) => followed.set(key, { error }),
    );
    for (const [key, answer] of answers.flat()) followed.set(key, answer);
  }
  return changes.map(({ key }) => followed.get(key) ?? { outcome: 'gone' });
}

/** Follows changes of objects whose locks are held. */
async function followGroup(
  archive: Archive,
  rules: MailRules,
  group: readonly ObjectChange[],
): Promise<(readonly [string, Followed])[]> {
  const created = group.filter(({ kind }) => kind === 'created');
  const answers = created.length > 0 ? [...(await takeIn(archive, rules, created))] : [];
  for (const { kind, key } of group)
    if (kind === 'removed') answers.push([key, await attempt(() => followRemoval(archive, rules, key))]);
  return answers;
}

/** Forgets an object, unless it is there: again, or in an older version that came to light. */
async function followRemoval(archive: Archive, rules: MailRules, key: string): Promise<string> {
  if (!(await archive.blobs.info(key))) return forgetObject(archive, key);
  const [taken] = await ingestObjects(archive, rules, [{ key }]);
  return taken?.outcome ?? 'gone';
}

async function attempt<T>(act: () => Promise<T>): Promise<{ readonly outcome: T } | { readonly error: unknown }> {
  try {
    return { outcome: await act() };
  } catch (error) {
    return { error };
  }
}

/** Objects in groups of a bounded sum of bytes; one whose size is not known counts as a large one. */
function groupsOf(changes: readonly ObjectChange[]): ObjectChange[][] {
  const groups: ObjectChange[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const change of changes) {
    const own = change.sizeBytes ?? limits.importBatchBytes.value;
    if (bytes + own > limits.importBatchBytes.value) {
      groups.push([]);
      bytes = 0;
    }
    groups.at(-1)?.push(change);
    bytes += own;
  }
  return groups;
}

/** Takes a group in; where that fails as a whole each is tried alone, so that only what causes it fails. */
async function takeIn(
  archive: Archive,
  rules: MailRules,
  group: readonly ObjectChange[],
): Promise<(readonly [string, Followed])[]> {
  try {
    const hints = group.map(({ key, sizeBytes }) => (sizeBytes === null ? { key } : { key, sizeBytes }));
    const outcomes = await ingestObjects(archive, rules, hints);
    return await Promise.all(
      outcomes.map(async ({ outcome, key }) => {
        // Its removal may have been told before it was taken in.
        return [
          key,
          outcome === 'gone' ? await attempt(async () => `gone, ${await forgetObject(archive, key)}`) : { outcome },
        ] as const;
      }),
    );
  } catch (error) {
    const [only, ...others] = group;
    if (only && others.length === 0) return [[only.key, { error }]];
    const alone = [];
    for (const change of group) alone.push(...(await takeIn(archive, rules, [change])));
    return alone;
  }
}
