// Which partitions a pattern is looked for in: its grams, best first. Knows the keys of rows, no adapter.
// The first terms do not overlap, so that each narrows what the others leave.

import { attachmentPk, nameTerm } from '../archive/keys.ts';
import type { Token } from '../names/glob.ts';
import {
  everyName,
  type GramMeaning,
  literalPrefix,
  meaningOf,
  type PatternGram,
  patternGrams,
  prefixOf,
} from '../names/grams.ts';
import { isPageGram } from '../names/pageGrams.ts';
import { rarityOf } from '../names/rarity.ts';

/** Terms that one list holds: some that do not overlap, then the best of the rest. */
const mostTerms = 8;
const mostApart = 4;
/** How much commoner than the rarest a gram may be that leads because its postings hold data, in bits. */
const pageBits = 3;

/** One of the partitions that a pattern is looked for in. */
export interface NameCandidate {
  /** Its term within an account. */
  readonly term: (accountId: string) => string;
  /** What it asks of a name. */
  readonly meaning: GramMeaning;
  /** Whether its postings hold the data of their rows. */
  readonly isFull: boolean;
}

interface Choice extends NameCandidate {
  readonly rarity: number;
  /** The stretch of the marked pattern that it covers. */
  readonly from: number;
  readonly to: number;
}

const candidateOf = (gram: PatternGram, tokens: readonly Token[]): NameCandidate => ({
  term: accountId => nameTerm(accountId, gram.gram),
  meaning: meaningOf(gram, tokens),
  isFull: isPageGram(gram.gram),
});

/** The partition of a literal prefix of three, a little rarer than its rarest window since it is anchored. */
function prefixChoice(tokens: readonly Token[], windows: readonly Choice[]): Choice[] {
  const prefix = literalPrefix(tokens).slice(0, 3);
  if (prefix.length < 3) return [];
  const text = prefix.join('');
  const covered = windows.filter(window => window.from < 5);
  const rarity = Math.max(...covered.map(window => window.rarity)) + 1;
  const term = (accountId: string) => attachmentPk(accountId, prefixOf(text));
  return [{ term, meaning: { asks: 'beginsWith', text }, isFull: true, rarity, from: 0, to: 5 }];
}

export interface NamePlan {
  /** Best first, distinct, and never none. */
  readonly candidates: readonly NameCandidate[];
  /** How many at the head do not overlap, so that each narrows what the others leave. */
  readonly apart: number;
}

/** What a choice is worth as the one that leads, in bits. */
const worth = ({ rarity, isFull }: Choice): number => rarity + (isFull ? pageBits : 0);

const overlaps =
  (one: Choice) =>
  (other: Choice): boolean =>
    one.from < other.to && other.from < one.to;

const only = (candidate: NameCandidate): NamePlan => ({ candidates: [candidate], apart: 1 });

/**
 * The partitions in all of which every name matching the pattern stands, best first: one whose postings hold data if it
 * is not much commoner than the rarest, then rarest first, those that do not overlap before those that do.
 */
export function planNames(tokens: readonly Token[]): NamePlan {
  const seen = new Set<string>();
  // A gram that stands in the pattern twice is one partition.
  const grams = patternGrams(tokens).filter(({ gram }) => !seen.has(gram) && seen.add(gram));
  const whole = grams.find(gram => gram.kind === 'whole');
  if (whole) return only(candidateOf(whole, tokens));
  const windows = grams
    .filter(gram => gram.kind !== 'every')
    .map(gram => ({ ...candidateOf(gram, tokens), rarity: rarityOf(gram), from: gram.from, to: gram.to }));
  const choices = [...prefixChoice(tokens, windows), ...windows].toSorted((a, b) => b.rarity - a.rarity);
  const apart: Choice[] = [];
  const rest: Choice[] = [];
  for (const choice of choices) (apart.length < mostApart && !apart.some(overlaps(choice)) ? apart : rest).push(choice);
  const [first, ...others] = [...apart, ...rest].slice(0, mostTerms);
  if (first) {
    const leader = others.reduce((best, choice) => (worth(choice) > worth(best) ? choice : best), first);
    const beside = apart.filter(choice => choice !== leader && !overlaps(choice)(leader));
    const chosen = new Set([leader, ...beside, ...apart, ...rest]);
    return { candidates: [...chosen].slice(0, mostTerms), apart: 1 + beside.length };
  }
  return only({
    term: accountId => nameTerm(accountId, everyName),
    meaning: { asks: 'anything', text: '' },
    isFull: true,
  });
}
