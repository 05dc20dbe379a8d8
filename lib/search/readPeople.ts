// Messages out of the index of people: those that somebody sent or got, or that nobody read, however rare, or all of an
// account where it has many folders. Postings tell the folder and most of what filters ask; the message rows have the last word.

import { messagePkOf, peoplePk } from '../archive/keys.ts';
import { decodePeopleFacts, manyRecipientsTerm, shortDigest, termOf, unreadTerm } from '../archive/people.ts';
import type { Found } from '../archive/ports.ts';
import { decodeMessage } from '../archive/rows.ts';
import { asksRow, type EmailFilters, emailMatcher } from './emailFilters.ts';
import { type EmailReading, type FoundEmail, type FoundEmails, isSpent } from './emailReading.ts';
import type { ScopedFolder } from './emailScope.ts';

/** Candidates looked up together where only their rows can tell whether they match. */
const leastCandidates = 100;

interface TermList {
  readonly terms: readonly string[];
  /** Whether it is for messages with so many recipients that none is told, or for the others; null: for all. */
  readonly toMany: boolean | null;
}

/**
 * The lists of terms that an account's messages of the question stand under. A store may find a message by one term of a
 * list alone, and so by both lists of a recipient: `toMany` leaves it to one.
 */
function listsOf(accountId: string, filters: EmailFilters): readonly TermList[] {
  const { senderAddress, recipientAddress, isRemotelySeen } = filters;
  const others = [
    ...(senderAddress === null ? [] : [termOf(accountId, 'sender', senderAddress)]),
    ...(isRemotelySeen === false ? [unreadTerm(accountId)] : []),
  ];
  if (recipientAddress !== null)
    return [
      { terms: [termOf(accountId, 'recipient', recipientAddress), ...others], toMany: false },
      { terms: [manyRecipientsTerm(accountId), ...others], toMany: true },
    ];
  return [{ terms: others.length > 0 ? others : [peoplePk(accountId)], toMany: null }];
}

/** What a posting alone can refuse. */
function acceptor(
  { senderAddress, recipientAddress, hasAttachments }: EmailFilters,
  isInScope: (found: Found) => boolean,
  toMany: (found: Found) => boolean | null,
): (found: Found) => boolean {
  const from = senderAddress === null ? null : shortDigest(senderAddress);
  const to = recipientAddress === null ? null : shortDigest(recipientAddress);
  return found => {
    if (!isInScope(found)) return false;
    const facts = decodePeopleFacts(found.facts);
    const isToMany = toMany(found);
    if (isToMany !== null && facts.hasManyRecipients !== isToMany) return false;
    if (hasAttachments !== null && facts.hasAttachments !== hasAttachments) return false;
    return (from === null || facts.mayBeFrom(from)) && (to === null || facts.mayBeTo(to));
  };
}

/** Answers from the index, for accounts that hold some folder of the scope. */
export async function readPeople(reading: EmailReading, folders: readonly ScopedFolder[]): Promise<FoundEmails> {
  const { store, filters, direction, limit, spending } = reading;
  const byAccount = [...Map.groupBy(folders, folder => folder.accountId)].map(([accountId, own]) => ({
    accountId,
    keys: new Set(own.map(folder => folder.folderKey)),
  }));
  const lists = byAccount.flatMap(account => listsOf(account.accountId, filters).map(list => ({ account, ...list })));
  const accept = acceptor(
    filters,
    ({ list, text }) => lists[list]?.account.keys.has(text) ?? false,
    ({ list }) => lists[list]?.toMany ?? null,
  );
  const matches = emailMatcher(filters);
  const found: FoundEmail[] = [];
  let bounds = reading.bounds;
  for (;;) {
    const wanted = limit - found.length;
    const answer = await store.candidates({
      index: 'people',
      anyOf: lists.map(({ terms }) => terms),
      direction,
      ...bounds,
      accept,
      limit: asksRow(filters) ? Math.max(leastCandidates, wanted) : wanted,
      budget: { rows: Math.max(1, spending.rows - spending.spent), deadline: spending.deadline },
    });
    const { coveredTo } = answer;
    spending.spent += answer.cost.rows;
    for (const unit of ['calls', 'rounds', 'rows', 'readUnits'] as const) spending.cost[unit] += answer.cost[unit];

    const keys = answer.found.map(({ list, text, sk }) => ({
      pk: messagePkOf(lists[list]?.account.accountId ?? '', text),
      sk,
    }));
    const rows = keys.length > 0 ? await store.get(keys, spending.cost) : [];
    if (keys.length > 0) spending.cost.rounds++;
    spending.spent += keys.length;
    for (const row of rows) {
      // One that was removed since its posting was read is left out.
      const message = row && decodeMessage(row);
      if (!message || !matches(message)) continue;
      found.push({ sk: row.sk, message });
      if (found.length >= limit) return { found, coveredTo: row.sk };
    }
    if (coveredTo === null || isSpent(spending)) return { found, coveredTo };
    bounds = { ...bounds, ...(direction === 'newestFirst' ? { below: coveredTo } : { above: coveredTo }) };
  }
}
