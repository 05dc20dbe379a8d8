// The two ports that the archive stands on. Every adapter (SQLite and files, DynamoDB and S3) answers these
// calls alike; test/contract holds them to it. Nothing here knows mail, names or AWS.

/** Names one row. Rows of a partition are ordered by `sk`, compared as UTF-8 bytes. */
export interface Key {
  /** Partition: 1 to 1024 UTF-8 bytes. Its rows all have a posting, of one index, or none has. */
  readonly pk: string;
  /** Sort key within the partition: 1 to 512 UTF-8 bytes. For a row with a posting it is a position, which no other row of the index has. */
  readonly sk: string;
}

/**
 * Makes a row findable by candidates(): under each of `terms`, and under the row's own `pk` as one term more, at the
 * position that is the row's sort key. A posting is lean, so that thousands of them are read at once.
 */
export interface Posting {
  /** Which index the posting is in; positions of one index are comparable. */
  readonly index: IndexName;
  /** The partitions it stands in, e.g. account and gram. Distinct, 1 to 1024 UTF-8 bytes each. */
  readonly terms: readonly string[];
  /**
   * Those of `terms` that questions are mostly answered by whole pages of: an adapter that keeps postings apart puts the
   * row's data into these, so that such a page needs no further reading. None where left out.
   */
  readonly full?: readonly string[];
  /**
   * The same terms for an adapter that need no text of each; `terms` and `full` may then be made only when they are asked
   * for, and are not copied with the fields of the posting.
   */
  readonly grams?: TermGrams;
  /** What a candidate is verified by, e.g. the folded name. */
  readonly text: string;
  /** What filters need, packed by its owner. */
  readonly facts: string;
}

/** Terms that are the grams of a name (names/grams.ts), each behind the same beginning. */
export interface TermGrams {
  readonly beginning: string;
  /** Folded. */
  readonly name: string;
}

/** `names`: attachments by the grams of their names, sorted by message date. `people`: messages by who sent and got them, sorted by received date. */
export const indexNames = ['names', 'people'] as const;
export type IndexName = (typeof indexNames)[number];

/** In which order of position rows are asked for. */
export type Direction = 'newestFirst' | 'oldestFirst';

export interface Row extends Key {
  /** What the row holds, encoded by its owner; with its bytes at most 300 KB. */
  readonly data: string;
  /** What it holds besides that is no text; at least one byte. A row with a posting has none. */
  readonly bytes?: Uint8Array;
  readonly posting?: Posting;
}

/** What is needed to take a row away: its key and, where it has a posting, that posting's index and terms. */
export interface RowKey extends Key {
  readonly posting?: Pick<Posting, 'index' | 'terms' | 'full'>;
}

export interface Range {
  readonly pk: string;
  /** Inclusive lower bound. */
  readonly from?: string;
  /** Exclusive lower bound. */
  readonly above?: string;
  /** Inclusive upper bound. */
  readonly to?: string;
  /** Exclusive upper bound. */
  readonly below?: string;
  readonly direction: 'ascending' | 'descending';
  /** At most this many rows. */
  readonly limit: number;
  /** No further row once those that were read hold this many bytes; more come where the store reads more at once. */
  readonly mostBytes?: number;
}

export interface Page {
  /** May be fewer than the limit where rows are large, but not none where `hasMore` is true. */
  readonly rows: readonly Row[];
  /** False only where the partition holds no further row in the range. */
  readonly hasMore: boolean;
}

/** A posting as candidates() found it. */
export interface Found {
  /** Which list of `anyOf` it was found by. */
  readonly list: number;
  readonly sk: string;
  readonly text: string;
  readonly facts: string;
  /** The row's data where the store came by it; else get() has it. */
  readonly data?: string;
}

/**
 * Asks for rows of an index in the order of their positions: descending for `newestFirst`, ascending for `oldestFirst`.
 * A row is a candidate if it stands under every term of at least one list of `anyOf`. Terms are listed best first
 * (fewest rows expected), and an adapter may leave out all but one of a list, since every candidate is verified by
 * `accept` before it counts. No row stands under two lists, and `accept` takes none for a list that it is not of: lists
 * that share a term may both come by it.
 */
export interface CandidateQuery {
  readonly index: IndexName;
  readonly anyOf: readonly (readonly string[])[];
  readonly direction: Direction;
  /** Exclusive: only positions below this one. Left out: from, or to, the newest. */
  readonly below?: string;
  /** Exclusive: only positions above this one. Left out: to, or from, the oldest. */
  readonly above?: string;
  /** Inclusive: only positions from this one up, besides `above`. */
  readonly from?: string;
  /**
   * Verification of one candidate; pure. Called once for each row that is read, and again where its data comes later:
   * a store that knows terms by digests may come upon a row of another account, which its data alone tells.
   */
  readonly accept: (candidate: Found) => boolean;
  /** Stop after this many accepted rows. */
  readonly limit: number;
  /** Terms among `anyOf` that were put as `full`, where data of the rows is wanted; else none is. */
  readonly full?: Pick<ReadonlySet<string>, 'has'>;
  /** Terms at the head of each list that narrow what those before leave; the others add little. All where left out. */
  readonly apart?: number;
  /** The terms ask nothing of a row but whose it is: where most rows are of the account that is asked for, nearly every row will do. */
  readonly isOfAll?: boolean;
  readonly budget: Budget;
  /** Told of every round that was read, for whoever asks why a question costs what it does. */
  readonly watch?: (round: RoundReading) => void;
}

/** What one round of candidates() read, all at once. */
export interface RoundReading {
  readonly milliseconds: number;
  readonly reads: readonly TermsReading[];
}

/** One reading of a list's terms. */
export interface TermsReading {
  /** Which list of `anyOf`. */
  readonly list: number;
  /** Places in that list of the terms that were read; several were joined, and only rows under all of them came. */
  readonly terms: readonly number[];
  /** Whether it was to get furthest; else it was tried beside. */
  readonly leads: boolean;
  readonly rows: number;
  readonly readUnits: number;
  /** As far as this it was read; null: to the end of the range. */
  readonly coveredTo: string | null;
}

export interface Budget {
  /** Postings that may be read. */
  readonly rows: number;
  /** performance.now() at which reading ends. */
  readonly deadline: number;
}

export interface Candidates {
  /** Accepted rows in the order asked, none left out as far as `coveredTo`. */
  readonly found: readonly Found[];
  /**
   * As far as this everything has been read: all at or above it newest first, all at or below it oldest first; null:
   * everything to the end of the range. It is below the query's `below`, or above its `above`, whatever the budget, so
   * that following it always comes to an end.
   */
  readonly coveredTo: string | null;
  readonly cost: Cost;
}

/** What a call cost its store. Units are DynamoDB's; an adapter without them says 0. */
export interface Cost {
  calls: number;
  rounds: number;
  rows: number;
  readUnits: number;
  writeUnits: number;
}

/**
 * Asks for every row of the store, and for every disagreement between rows and postings, of all indexes. It reads
 * everything there is: for the operator's own hands, not for a function's.
 */
export interface AuditQuery {
  /** The posting that a row should have, told from its key and data; null for one that has none. Pure. */
  readonly postingOf: (row: Row) => Posting | null;
  /** Whether postings are put right as they are found wrong; they are told all the same. */
  readonly mend?: boolean;
}

/** First every row, without its bytes and its posting, in any order; then every fault. */
export type AuditEntry =
  | { readonly kind: 'row'; readonly row: Row }
  | { readonly kind: 'fault'; readonly fault: PostingFault };

/** How the postings of one row differ from what they should be; rows that are written meanwhile are no fault. */
export interface PostingFault {
  /** Null where postings stand at a position that no row has. */
  readonly row: Key | null;
  /** The position; null where the adapter keeps none for postings without a row. */
  readonly sk: string | null;
  /** Terms that it is not found under. */
  readonly missing: number;
  /** Terms that it is found under and should not be. */
  readonly stray: number;
  /** Places, the row's own among them, where its text or facts are not what they should be. */
  readonly wrong: number;
}

export interface GetOptions {
  /** Rows as they are now, as writers need them; else of many keys as they were a moment ago, at half the price. */
  readonly latest?: boolean;
}

/** Calls that take a `meter` add to it what they cost. */
export interface Store {
  /**
   * Writes rows, replacing those that are there with their postings; of two with one key the later stands.
   * Writing the same rows twice changes nothing.
   */
  put(rows: readonly Row[], meter?: Cost): Promise<void>;
  /** Writes a row (without posting) unless its key is taken; tells whether it was written. */
  putIfAbsent(row: Row, meter?: Cost): Promise<boolean>;
  /** Writes a row (without posting) if the data of the row that is there is still `expected`; tells whether it did. */
  replace(row: Row, expected: string, meter?: Cost): Promise<boolean>;
  /** Takes rows and their postings away; keys that are not there are passed over. */
  delete(keys: readonly RowKey[], meter?: Cost): Promise<void>;
  /** The rows of these keys in the order asked, undefined where there is none. Rows come without their posting. */
  get(keys: readonly Key[], meter?: Cost, options?: GetOptions): Promise<(Row | undefined)[]>;
  /** A partition of rows without postings, in order. */
  read(range: Range, meter?: Cost): Promise<Page>;
  candidates(query: CandidateQuery): Promise<Candidates>;
  /** Memory does not grow with the store. */
  audit(query: AuditQuery): AsyncIterable<AuditEntry>;
  close(): Promise<void>;
}

export interface BlobInfo {
  readonly key: string;
  readonly sizeBytes: number;
  /** When its bytes were stored, epoch milliseconds; the same whoever tells it. */
  readonly modifiedAt: number;
}

/**
 * What is known of bytes beside them, kept with them: few short names (lower case, digits and `-`) with values of
 * printable ASCII, 2 KB in all.
 */
export type BlobMetadata = Readonly<Record<string, string>>;

export interface StoredBlob {
  readonly bytes: Uint8Array;
  /** Empty where none was given. */
  readonly metadata: BlobMetadata;
  /** As BlobInfo has it. */
  readonly modifiedAt: number;
}

/**
 * Bytes by key. Keys are `/`-separated segments, each percent-encoded by its owner; never empty, `.` or `..`.
 * A key is at most 1024 UTF-8 bytes, and none is another's folder (`a/b` where `a` is a key).
 */
export interface Blobs {
  /** Stores bytes unless the key is taken; tells whether it stored them. Durable when it returns. */
  create(key: string, bytes: Uint8Array, metadata?: BlobMetadata): Promise<boolean>;
  /**
   * Stores bytes that can be made again, in place of those that are there. Whoever reads meanwhile sees all of the ones
   * or of the others; a machine that fails may lose or spoil them. A key is created or put, never both.
   */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Puts metadata in place of what is kept with bytes that create() stored; tells whether there are any. The bytes stay
   * as they are; their modifiedAt stays, or becomes the present.
   */
  setMetadata(key: string, metadata: BlobMetadata): Promise<boolean>;
  /** The bytes, or null where there are none. */
  get(key: string): Promise<Uint8Array | null>;
  /** What is known of the bytes without reading them, or null where there are none. */
  info(key: string): Promise<BlobInfo | null>;
  /** The bytes with their metadata, or null where there are none. */
  getWithMetadata(key: string): Promise<StoredBlob | null>;
  /** Keys under a prefix in ascending order of UTF-8 bytes, from after `after`, at most `limit`. */
  list(prefix: string, options: { readonly after?: string; readonly limit: number }): Promise<readonly BlobInfo[]>;
  /** Takes bytes away; a key that is not there is passed over. */
  remove(key: string): Promise<void>;
}
