// The mails that the tests of a deployment put into its bucket, and what a model knows of them.

import { readdirSync, readFileSync } from 'node:fs';
import { storedEmailIdOf } from '../../lib/archive/identity.ts';
import type { RemoteFlags } from '../../lib/archive/rows.ts';
import { type ModelMail, modelMail } from '../contract/mailModel.ts';
import type { TestMail } from './localGateway.ts';

export const accounts = ['billing', 'shared/lists'];
const corpus = ['../shared/mail/eml', 'lib/samples/mail'].find(isDirectory) ?? '';
const mailsAtOnce = 300;

function isDirectory(path: string): boolean {
  try {
    return readdirSync(path).length > 0;
  } catch {
    return false;
  }
}

/** A mail as it is put into the bucket. */
export interface BucketMail extends TestMail {
  readonly key: string;
  /** Letters of flags as a Maildir has them; null where nobody observed any. */
  readonly marks: string | null;
}

/** Letters of flags as a Maildir has them, and names as an object's metadata has them. */
const flagNames = { S: 'seen', R: 'answered', F: 'flagged', D: 'draft' } as const;
const observedAt = Date.UTC(2024, 5, 1);
const flagsOf = (marks: string | null): RemoteFlags | null =>
  marks === null
    ? null
    : {
        ...{ observedAt, isSeen: marks.includes('S'), isAnswered: marks.includes('R'), keywords: [] },
        ...{ isFlagged: marks.includes('F'), isDraft: marks.includes('D') },
      };

/** Real mail, each with a time of receipt of its own; in turn for each account and folder, some with flags. */
export const mails: readonly BucketMail[] = readdirSync(corpus)
  .filter(name => name.endsWith('.eml'))
  .sort()
  .slice(0, mailsAtOnce)
  .map((name, i) => {
    const accountId = accounts[i % accounts.length] ?? '';
    const folderAlias = i % 3 === 0 ? 'Archive/2024' : 'INBOX';
    const marks = i % 5 === 1 ? (['S', '', 'FS', 'DR'][i % 4] ?? '') : null;
    const key = ['mail', accountId, folderAlias, `many-${String(i).padStart(3, '0')}.eml`].map(encodeURIComponent);
    const receivedAt = Date.UTC(2024, 0, 1) + i * 3_600_000;
    return {
      ...{ accountId, folderAlias, marks, receivedAt, flags: flagsOf(marks), key: key.join('/') },
      raw: readFileSync(`${corpus}/${name}`),
    };
  });

/** What is kept beside its bytes in the bucket. */
export const metadataOf = ({ receivedAt, marks }: BucketMail): Record<string, string> => ({
  'received-at': new Date(receivedAt).toISOString(),
  ...(marks !== null && {
    flags: [...marks].map(letter => flagNames[letter as keyof typeof flagNames]).join(','),
    'observed-at': new Date(observedAt).toISOString(),
  }),
});

/** A small mail with one file. */
export const mailWith = (subject: string, filename: string) =>
  [
    'From: Ann <ann@example.com>',
    'To: billing@example.com',
    `Subject: ${subject}`,
    'Date: Tue, 5 Mar 2024 10:00:00 +0000',
    'MIME-Version: 1.0',
    `Content-Type: application/pdf; name="${filename}"`,
    `Content-Disposition: attachment; filename="${filename}"`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(subject).toString('base64'),
    '',
  ].join('\r\n');

export const idOf = ({ accountId, folderAlias, raw }: TestMail): string => storedEmailIdOf(accountId, folderAlias, raw);

/** What the tests before put into the bucket and left there. */
const leftOver = [
  ['The first', 'RXD2_SCH.pdf'],
  ['Mate mail/billing/INBOX/mate-1', 'mate-1.pdf'],
  ['Mate mail/billing/INBOX/mate-2', 'mate-2.pdf'],
] as const;

/** Everything that the accounts hold, as the model knows it. */
export async function modelOfAll(): Promise<ModelMail[]> {
  const place = { accountId: 'billing', folderAlias: 'INBOX', receivedAt: Date.UTC(2024, 2, 5, 10), flags: null };
  const known = await Promise.all([
    ...leftOver.map(([subject, filename]) => modelMail({ ...place, raw: Buffer.from(mailWith(subject, filename)) })),
    ...mails.map(({ accountId, folderAlias, receivedAt, marks, raw }) =>
      modelMail({ accountId, folderAlias, receivedAt, flags: marks, raw }),
    ),
  ]);
  // Of the same mail twice the first has the lower key.
  return [...new Map(known.toReversed().map(one => [one.id, one])).values()];
}
