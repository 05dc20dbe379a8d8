// How an attachment is found by name: its posting, and what a filter reads from one. Written by the writer, read by
// search.

import { hash } from 'node:crypto';
import { fold } from '../names/fold.ts';
import { nameGrams } from '../names/grams.ts';
import { isPageGram } from '../names/pageGrams.ts';
import { decodeAttachment, decodeSender, encodeAttachment } from './attachmentCodec.ts';
import { attachmentPk, nameTerm } from './keys.ts';
import { foldAddress } from './people.ts';
import type { Posting, Row, TermGrams } from './ports.ts';
import { encodePosition } from './position.ts';
import { familyOf } from './rowFamily.ts';
import type { AttachmentRow } from './rows.ts';

/** What a filter knows of an attachment without its row. */
export interface NameFacts {
  readonly sizeBytes: number;
  readonly isInline: boolean;
  /** senderDigest() of its sender's address. */
  readonly sender: string;
}

const senderLength = 11;

/** What was made of the last names and senders: mails repeat them a lot. */
const mostRemembered = 4_000;
/** Digests of senders are small, and to make one anew takes a third of what all else of a row does. */
const mostSenders = 20_000;

function remembered<T>(make: (text: string) => T, most = mostRemembered): (text: string) => T {
  const known = new Map<string, T>();
  return text => {
    let made = known.get(text);
    if (made === undefined) {
      made = make(text);
      if (known.size >= most) known.clear();
      known.set(text, made);
    }
    return made;
  };
}

/** 66 bits of a sender's address without case: what `from` is compared by. */
export const senderDigest = remembered(
  address => hash('sha256', foldAddress(address), 'base64url').slice(0, senderLength),
  mostSenders,
);

const encodeFacts = ({ sizeBytes, isInline, sender }: NameFacts): string =>
  `${sender}${isInline ? 'i' : 'a'}${sizeBytes.toString(36)}`;

/** One fact of decodeFacts(), which most questions ask alone. */
export const isInlineOf = (facts: string): boolean => facts[senderLength] === 'i';

export const decodeFacts = (facts: string): NameFacts => ({
  sender: facts.slice(0, senderLength),
  isInline: isInlineOf(facts),
  sizeBytes: Number.parseInt(facts.slice(senderLength + 1), 36),
});

interface NameGrams {
  readonly grams: readonly string[];
  /** Places of those whose postings hold data. */
  readonly full: readonly number[];
}

const gramsOf = remembered((foldedName): NameGrams => {
  const grams = nameGrams(foldedName);
  return { grams, full: [...grams.keys()].filter(place => isPageGram(grams[place] ?? '')) };
});

type Terms = Required<Pick<Posting, 'terms' | 'full'>>;

/** The terms a name of an account stands under, and those of them whose postings hold the row's data. */
export const nameTerms = (accountId: string, foldedName: string): Terms =>
  termsOf({ beginning: nameTerm(accountId, ''), name: foldedName });

function termsOf({ beginning, name }: TermGrams): Terms {
  const { grams, full } = gramsOf(name);
  const terms = grams.map(gram => beginning + gram);
  return { terms, full: full.map(place => terms[place] ?? '') };
}

/**
 * Makes terms only if somebody asks for them. A class, since an object with getters of its own takes more to make than
 * all else of a row.
 */
class NamePosting implements Posting {
  readonly index = 'names';
  readonly grams: TermGrams;
  readonly text: string;
  readonly facts: string;

  constructor(grams: TermGrams, facts: string) {
    this.grams = grams;
    this.text = grams.name;
    this.facts = facts;
  }

  get terms(): readonly string[] {
    return termsOf(this.grams).terms;
  }

  get full(): readonly string[] {
    return termsOf(this.grams).full;
  }
}

/** A row that came from another thread, which leaves behind what makes the terms of its posting. */
export const withTerms = (row: Row): Row =>
  row.posting?.grams ? { ...row, posting: new NamePosting(row.posting.grams, row.posting.facts) } : row;

/** The row of an attachment with its posting; the name must not be empty after folding. */
export function attachmentRow(attachment: AttachmentRow, senderAddress: string): Row {
  const text = fold(attachment.filename);
  const sender = senderDigest(senderAddress);
  return {
    pk: attachmentPk(attachment.accountId, text),
    sk: encodePosition({ at: attachment.date, id: attachment.messageId, number: attachment.number }),
    data: encodeAttachment(attachment, sender),
    posting: postingFor(attachment, text, sender),
  };
}

const postingFor = ({ accountId, sizeBytes, isInline }: AttachmentRow, text: string, sender: string): Posting =>
  new NamePosting({ beginning: nameTerm(accountId, ''), name: text }, encodeFacts({ sizeBytes, isInline, sender }));

/** The posting that a stored row should have; null for one that is no attachment, or whose data cannot be read. */
export function namePosting(row: Row): Posting | null {
  const family = familyOf(row);
  if (family !== 'attachment' && family !== 'libraryName') return null;
  try {
    const attachment = decodeAttachment(row);
    return postingFor(attachment, fold(attachment.filename), decodeSender(row));
  } catch {
    return null;
  }
}
