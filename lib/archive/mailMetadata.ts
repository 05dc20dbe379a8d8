// What is known of a mail beside its bytes, as blob metadata: `received-at` (ISO 8601), `flags` (comma list),
// `keywords` (comma list, each percent-encoded) and, for a mail without any date, `stored-at` (ISO 8601). Where flags were
// observed again, `came-at` keeps when the bytes came. What others put there is read with a forgiving eye. Rows are made from what is read here, so that they can be made again.

import type { BlobMetadata, StoredBlob } from './ports.ts';
import type { RemoteFlags } from './rows.ts';

export interface MailMetadata {
  /** Epoch milliseconds. */
  readonly receivedAt: number | null;
  readonly flags: RemoteFlags | null;
  /** When it was stored, epoch milliseconds; kept only where no other date is to be had. */
  readonly storedAt: number | null;
  /** When the bytes came, epoch milliseconds; kept only where metadata was changed since. */
  readonly cameAt: number | null;
}

/** Characters of the keyword list: S3 takes 2 KB of metadata in all. */
const longestKeywords = 1500;

function joinKeywords(keywords: readonly string[]): string {
  let list = '';
  for (const keyword of keywords) {
    const next = list + (list ? ',' : '') + encodeURIComponent(keyword.toWellFormed());
    if (next.length > longestKeywords) break;
    list = next;
  }
  return list;
}

function decodeKeyword(text: string): string[] {
  try {
    return [decodeURIComponent(text.trim())].filter(Boolean);
  } catch {
    return [text.trim()];
  }
}

const instant = (text: string | undefined): number | null => {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : at;
};

export function writeMailMetadata({ receivedAt, flags, storedAt, cameAt }: MailMetadata): BlobMetadata {
  const names = flags
    ? [flags.isSeen && 'seen', flags.isAnswered && 'answered', flags.isFlagged && 'flagged', flags.isDraft && 'draft']
    : [];
  const keywords = joinKeywords(flags?.keywords ?? []);
  return {
    ...(receivedAt !== null && { 'received-at': new Date(receivedAt).toISOString() }),
    ...(flags && { flags: names.filter(Boolean).join(','), 'observed-at': new Date(flags.observedAt).toISOString() }),
    ...(keywords && { keywords }),
    ...(storedAt !== null && { 'stored-at': new Date(storedAt).toISOString() }),
    ...(cameAt !== null && { 'came-at': new Date(cameAt).toISOString() }),
  };
}

/** The metadata of a mail whose flags were observed again; whatever else was there stays. */
export function changedFlags({ metadata, modifiedAt }: StoredBlob, flags: RemoteFlags): BlobMetadata {
  const { flags: _flags, keywords: _keywords, 'observed-at': _observedAt, ...others } = metadata;
  const cameAt = readMailMetadata(metadata, modifiedAt).cameAt ?? modifiedAt;
  return { ...others, ...writeMailMetadata({ receivedAt: null, flags, storedAt: null, cameAt }) };
}

/** @param modifiedAt when the flags count as observed if the metadata does not say, epoch milliseconds */
export function readMailMetadata(metadata: BlobMetadata, modifiedAt: number): MailMetadata {
  const { flags, keywords } = metadata;
  const names = new Set((flags ?? '').split(',').map(name => name.trim().toLowerCase()));
  return {
    receivedAt: instant(metadata['received-at']),
    storedAt: instant(metadata['stored-at']),
    cameAt: instant(metadata['came-at']),
    flags:
      flags === undefined && keywords === undefined
        ? null
        : {
            observedAt: instant(metadata['observed-at']) ?? modifiedAt,
            isSeen: names.has('seen'),
            isAnswered: names.has('answered'),
            isFlagged: names.has('flagged'),
            isDraft: names.has('draft'),
            keywords: (keywords ?? '').split(',').flatMap(decodeKeyword),
          },
  };
}
