// What waits in quarantine, as a person reads it: each object by its key, why it was not taken in, and since when.

import type { QuarantineReason, QuarantineRow } from '../archive/rows.ts';
import { limits } from '../limits.ts';
import { humanSize } from './humanUnits.ts';
import { printable } from './printable.ts';
import { type Column, table } from './table.ts';

const reasons: Readonly<Record<QuarantineReason, string>> = {
  notMail: 'it is no mail',
  empty: 'it is empty',
  tooBig: `it is larger than ${humanSize(limits.rawBytes.value)}`,
  unknownAccount: 'its account is not served',
  notMailKey: 'its key is not mail/ACCOUNT/FOLDER/NAME',
};

/** The key last and never cut: it is to be copied. */
const columns: readonly Column[] = [{ title: 'SINCE (UTC)', expendable: 1 }, { title: 'REASON' }, { title: 'KEY' }];

/** Title line and one line an object. */
export const quarantineTable = (rows: readonly QuarantineRow[], width: number | null): readonly string[] =>
  table(
    columns,
    rows.map(({ blobKey, reason, at }) => [
      new Date(at).toISOString().slice(0, 16).replace('T', ' '),
      reasons[reason] ?? printable(reason),
      printable(blobKey),
    ]),
    width,
  );

/** The same for a program. */
export const quarantineRecord = ({ blobKey, reason, at }: QuarantineRow) => ({
  key: blobKey,
  reason,
  since: new Date(at).toISOString(),
});
