// An archive of names of any size as partitions of the simulated table, held as bytes and numbers and made into items
// only when they are read. It has the partitions of the terms it is told of, and every attachment row.

import { attachmentPk, nameTerm } from '../../lib/archive/keys.ts';
import { attachmentRow } from '../../lib/archive/names.ts';
import type { Row } from '../../lib/archive/ports.ts';
import { encodePosition } from '../../lib/archive/position.ts';
import type { AttachmentRow } from '../../lib/archive/rows.ts';
import { rowItem } from '../../lib/aws/items.ts';
import { fold } from '../../lib/names/fold.ts';
import { nameGrams } from '../../lib/names/grams.ts';
import { isPageGram } from '../../lib/names/pageGrams.ts';
import { type Item, itemSize, type Partition } from './partition.ts';

export interface NamesArchive {
  readonly length: number;
  /** The attachment of a place, the newest at 0. */
  attachment(place: number): AttachmentRow;
  partition(pk: string): Partition | undefined;
}

export interface NamesArchiveOptions {
  readonly accountId: string;
  /** UTF-8 lines, the newest first. */
  readonly names: Uint8Array;
  /** Epoch milliseconds of each line, never rising. Lines of one instant are one message. */
  readonly dates: Float64Array;
  /** Terms whose partitions are wanted; each costs four bytes a row. */
  readonly terms: ReadonlySet<string>;
}

const senders = 997;
const newline = 10;
const utf8 = new TextDecoder();

/** Builds the partitions in one pass over the names. */
export function namesArchive({ accountId, names, dates, terms }: NamesArchiveOptions): NamesArchive {
  const length = dates.length;
  const starts = new Float64Array(length + 1);
  for (let place = 0, from = 0; place < length; place++) {
    from = names.indexOf(newline, from) + 1;
    starts[place + 1] = from;
  }
  // Which message of the archive a row belongs to, and which of its parts it is.
  const messages = new Uint32Array(length);
  const numbers = new Uint16Array(length);
  for (let place = 0; place < length; place++) {
    const same = place > 0 && dates[place] === dates[place - 1];
    messages[place] = place === 0 ? 0 : (messages[place - 1] ?? 0) + (same ? 0 : 1);
    numbers[place] = same ? (numbers[place - 1] ?? 0) + 1 : 1;
  }

  const nameAt = (place: number): string => utf8.decode(names.subarray(starts[place], (starts[place + 1] ?? 1) - 1));
  // Ids fall with the messages, so that rows of one instant in two messages would keep their order.
  const idAt = (place: number): string => {
    const hex = (0xffffffff - (messages[place] ?? 0)).toString(16).padStart(8, '0');
    return `${hex}-5eed-4000-8000-${hex}5eed`;
  };
  const skAt = (place: number): string =>
    encodePosition({ at: dates[place] ?? 0, id: idAt(place), number: numbers[place] ?? 1 });

  const attachment = (place: number): AttachmentRow => ({
    accountId,
    messageId: idAt(place),
    number: numbers[place] ?? 1,
    date: dates[place] ?? 0,
    filename: nameAt(place),
    subject: `Re: what was said about ${(messages[place] ?? 0) % 8191} last week`,
    from: `Sender Number ${place % senders} <sender.${place % senders}@example.com>`,
    sizeBytes: 1000 + ((place * 7919) % 2_000_000),
    contentType: 'application/pdf',
    isInline: false,
  });
  const rowAt = (place: number): Row => attachmentRow(attachment(place), `sender.${place % senders}@example.com`);

  const byTerm = new Map<string, number[]>([...terms].map(term => [term, []]));
  const wanted = new Map([...gramsOf(terms, accountId)].map(([gram, term]) => [gram, byTerm.get(term) ?? []]));
  const byPrefix = new Map<string, number[]>();
  for (let place = 0; place < length; place++) {
    const text = fold(nameAt(place));
    for (const gram of nameGrams(text)) wanted.get(gram)?.push(place);
    const pk = attachmentPk(accountId, text);
    const rows = byPrefix.get(pk);
    if (rows) rows.push(place);
    else byPrefix.set(pk, [place]);
  }

  const head = nameTerm(accountId, '');
  const partition = (pk: string): Partition | undefined => {
    const own = byPrefix.get(pk);
    const places = own ?? byTerm.get(pk);
    if (!places) return undefined;
    const isFull = !own && isPageGram(pk.slice(head.length));
    const at = (index: number): number => places[places.length - 1 - index] ?? 0;
    const item = own
      ? (index: number): Item => rowItem(rowAt(at(index)))
      : (index: number): Item => {
          const { sk, data, posting } = rowAt(at(index));
          const item: Item = {
            pk: { S: pk },
            sk: { S: sk },
            n: { S: posting?.text ?? '' },
            f: { S: posting?.facts ?? '' },
          };
          if (isFull) item.r = { S: data };
          return item;
        };
    return { length: places.length, sk: index => skAt(at(index)), size: index => itemSize(item(index)), item };
  };
  return { length, attachment, partition };
}

/** The gram of each term that is one of the account's names, not a partition of rows. */
function* gramsOf(terms: ReadonlySet<string>, accountId: string): Generator<readonly [gram: string, term: string]> {
  const head = nameTerm(accountId, '');
  for (const term of terms) if (term.startsWith(head)) yield [term.slice(head.length), term];
}
