// The shape of a parsed mail: what the rest of the program knows of RFC 822 and MIME. Types only.

/** An address as a mail shows it. */
export interface Mailbox {
  /** The bare address, e.g. `ann@example.com`; may be empty where a mail carries only a name. */
  readonly address: string;
  readonly displayName: string | null;
}

export type ParticipantRole = 'from' | 'sender' | 'replyTo' | 'to' | 'cc' | 'bcc';

export interface Participant extends Mailbox {
  readonly role: ParticipantRole;
}

/** What a leaf part is; bodies are not parts (section "Which parts" of the README). */
export type PartKind = 'attachment' | 'inline' | 'signature';

/** A leaf part that is not a body, a file out of a TNEF container, or a file encoded inside a text body. */
export interface Part {
  /** From 1, in message order, over all parts of the message, nested ones included. */
  readonly number: number;
  readonly kind: PartKind;
  /** Normalized name; null where nothing usable was left. */
  readonly filename: string | null;
  /** Decoded name before normalization; null where there was none, or the name was derived. */
  readonly rawFilename: string | null;
  readonly wasFileNameNormalized: boolean;
  /** Lower case, e.g. `application/pdf`. */
  readonly mediaType: string;
  /** As the header says, else derived: inline for kind inline, attachment for the others. */
  readonly disposition: 'attachment' | 'inline';
  /** Content-ID without its angle brackets. */
  readonly contentId: string | null;
  /** Decoded bytes. */
  readonly content: Uint8Array;
  /** Length of the decoded bytes. */
  readonly sizeBytes: number;
  /** Hex SHA-256 of the decoded bytes. */
  readonly sha256: string;
  /** The chain of outer parts by name or number, joined by `/`, for a part inside a nested message or container; else null. */
  readonly path: string | null;
}

/** A parsed mail. A message that cannot be parsed has `isDamaged` and whatever could be read. */
export interface Message {
  /** Decoded and unfolded; empty where there is none. */
  readonly subject: string;
  /** With its angle brackets; null where there is none. */
  readonly messageId: string | null;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  /** In header order by role: from, sender, replyTo, to, cc, bcc. */
  readonly participants: readonly Participant[];
  /** Epoch milliseconds of the Date header; null where there is none that can be read. */
  readonly sentAt: number | null;
  /** Epoch milliseconds of the topmost Received header that has a date; null where there is none. */
  readonly receivedHeaderAt: number | null;
  /** Text of the plain body, charset decoded; null where there is none. */
  readonly text: string | null;
  /** Text of the HTML body, charset decoded and untouched (hostile); null where there is none. */
  readonly html: string | null;
  readonly parts: readonly Part[];
  readonly isEncrypted: boolean;
  readonly hasUnverifiedSignature: boolean;
  readonly hasUnexpandedTnef: boolean;
  readonly isDamaged: boolean;
  /** Over the size limit: only the headers were read. */
  readonly exceededSizeLimit: boolean;
}
