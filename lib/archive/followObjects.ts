// What happened to objects of the bucket, many at once: appeared ones are taken in together as far as their bytes fit
// into memory, gone ones are forgotten. One that fails costs no other.

import { limits } from '../limits.ts';
import type { Archive } from './archive.ts';
import { ingestObjects } from './ingestObject.ts';
import type { MailRules } from './mailObject.ts';
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

/** Follows changes and answers for each in the order given. */
export async function followObjects(
  archive: Archive,
  rules: MailRules,
  changes: readonly ObjectChange[],
): Promise<Followed[]> {
  // Whatever is told of a key, and however often, its present state is what counts.
  const created = [
    ...new Map(changes.flatMap(change => (change.kind === 'created' ? [[change.key, change]] : []))).values(),
  ];
  const followed = new Map<string, Followed>();
  for (const group of groupsOf(created))
    for (const [key, one] of await takeIn(archive, rules, group)) followed.set(key, one);
  const answers: Followed[] = [];
  for (const { kind, key } of changes)
    answers.push(
      kind === 'created' ? (followed.get(key) ?? { outcome: 'gone' }) : await attempt(() => forgetObject(archive, key)),
    );
  return answers;
}

async function attempt(act: () => Promise<string>): Promise<Followed> {
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
