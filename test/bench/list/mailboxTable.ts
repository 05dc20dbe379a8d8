// A mailbox as partitions of the simulated table, held as numbers and made into items only when they are read: folders,
// the account's people, and the terms of those who are asked for.

import { messageKey, messagePk, peoplePk } from '../../../lib/archive/keys.ts';
import { peopleRow } from '../../../lib/archive/people.ts';
import { encodePosition } from '../../../lib/archive/position.ts';
import { encodeMessage } from '../../../lib/archive/rows.ts';
import { rowItem } from '../../../lib/aws/items.ts';
import { type Item, itemSize, type Partition } from '../../doubles/partition.ts';
import { accountId, type Mailbox } from './mailbox.ts';

/** @param terms whose partitions are wanted */
export function mailboxTable(box: Mailbox, terms: ReadonlySet<string>): (pk: string) => Partition | undefined {
  const byFolder = box.folders.map((): number[] => []);
  const byTerm = new Map<string, number[]>([...terms].map(term => [term, []]));
  for (let place = 0; place < box.length; place++) {
    byFolder[box.folderOf(place)]?.push(place);
    for (const term of peopleRow(box.message(place)).posting?.terms ?? []) byTerm.get(term)?.push(place);
  }
  const folders = new Map(box.folders.map((alias, i) => [messagePk(accountId, alias), byFolder[i] ?? []]));

  const skAt = (place: number): string => {
    const { receivedAt: at, storedEmailId: id } = box.message(place);
    return encodePosition({ at, id, number: 0 });
  };
  const messageItem = (place: number): Item => {
    const row = box.message(place);
    const key = messageKey(row.accountId, row.folderAlias, row.receivedAt, row.storedEmailId);
    return rowItem({ ...key, data: encodeMessage(row) });
  };
  const postingItem = (pk: string, place: number): Item => {
    const { sk, posting } = peopleRow(box.message(place));
    return { pk: { S: pk }, sk: { S: sk }, n: { S: posting?.text ?? '' }, f: { S: posting?.facts ?? '' } };
  };

  /** Items of the places that a partition holds, the oldest first. */
  function partitionOf(length: number, placeAt: (index: number) => number, make: (place: number) => Item): Partition {
    let last: { readonly index: number; readonly item: Item } | undefined;
    const item = (index: number): Item => {
      if (last?.index !== index) last = { index, item: make(placeAt(index)) };
      return last.item;
    };
    return { length, sk: index => skAt(placeAt(index)), size: index => itemSize(item(index)), item };
  }
  const reversed = (places: readonly number[]) => (index: number) => places[places.length - 1 - index] ?? 0;

  return pk => {
    if (pk === peoplePk(accountId))
      return partitionOf(
        box.length,
        index => box.length - 1 - index,
        place => rowItem(peopleRow(box.message(place))),
      );
    const folder = folders.get(pk);
    if (folder) return partitionOf(folder.length, reversed(folder), messageItem);
    const places = byTerm.get(pk);
    return places && partitionOf(places.length, reversed(places), place => postingItem(pk, place));
  };
}
