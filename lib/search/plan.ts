// Which partitions a pattern is looked for in: its grams, best first. Knows the keys of rows, no adapter.
// The first terms do not overlap, so that each narrows what the others leave.

import { attachmentPk, nameTerm } from '../archive/keys.ts';
import type { Token } from '../names/glob.ts';
import { everyName, type GramMeaning, meaningOf, type PatternGram, patternGrams } from '../names/grams.ts';
import { isPageGram } from '../names/pageGrams.ts';
import { rarityOf } from '../names/rarity.ts';

/** Terms that one list holds: some that do not overlap, then the best of the rest. */
const mostTerms = 8;
const mostApart = 4;
/** How much commoner than the rarest a gram may be that leads because its postings hold data, in bits. */
const pageBits = 3;
/** A gram is common that more than one name in eight has; so many bits rarer may be what it is joined with. */
const commonBits = 3;
const mostPassedBits = 5;

/** One of the partitions that a pattern is looked for in. */
export interface NameCandidate {
  /** Its term within an account. */
  readonly term: (accountId: string) => string;
  /** What it asks of a name. */
  readonly meaning: () => GramMeaning;
  /** Whether its postings hold the data of their rows. */
  readonly isFull: boolean;
}

/** A gram that may be chosen, or the partition of a literal prefix. */
interface Choice {
  readonly gram: PatternGram;
  /** Whether it is the partition that names beginning so lie in themselves. */
  readonly isPrefix: boolean;
  /** Whether its postings hold the data of their rows. */
  readonly isFull: boolean;
  readonly rarity: number;
  /** The stretch of the marked pattern that it covers. */
  readonly from: number;
  readonly to: number;
}

const candidateOf = ({ gram, isPrefix, isFull }: Choice, tokens: readonly Token[]): NameCandidate =>
  isPrefix
    ? {
        term: accountId => attachmentPk(accountId, gram.gram),
        meaning: () => ({ asks: 'beginsWith', text: gram.gram }),
        isFull,
      }
    : {
        term: accountId => nameTerm(accountId, gram.gram),
        meaning: () => meaningOf(gram, tokens),
        isFull,
      };

const choiceOf = (gram: PatternGram): Choice => ({
  gram,
  isPrefix: false,
  isFull: isPageGram(gram.gram),
  rarity: rarityOf(gram),
  from: gram.from,
  to: gram.to,
});

/** The partition of a literal prefix of three, a little rarer than its rarest window since it is anchored. */
function prefixChoice(tokens: readonly Token[], windows: readonly Choice[]): Choice | null {
  if (tokens.length < 3 || tokens.slice(0, 3).some(token => typeof token !== 'string')) return null;
  let rarity = 0;
  for (const window of windows) if (window.from < 5 && window.rarity > rarity) rarity = window.rarity;
  const text = tokens.slice(0, 3).join('');
  const gram: PatternGram = { gram: text, kind: 'window', from: 0, to: 5 };
  return { gram, isPrefix: true, isFull: true, rarity: rarity + 1, from: 0, to: 5 };
}

export interface NamePlan {
  /** Best first, distinct, and never none. */
  readonly candidates: readonly NameCandidate[];
  /** How many at the head are worth joining: they do not overlap, so that each narrows what the others leave. */
  readonly apart: number;
  /** They ask nothing of a name. */
  readonly isOfAll: boolean;
}

/** What a choice is worth as the one that leads, in bits. */
const worth = ({ isFull, rarity }: Choice): number => rarity + (isFull ? pageBits : 0);

const overlap = (one: Choice, other: Choice): boolean => one.from < other.to && other.from < one.to;

const only = (gram: PatternGram, tokens: readonly Token[]): NamePlan => ({
  candidates: [candidateOf(choiceOf(gram), tokens)],
  apart: 1,
  isOfAll: gram.kind === 'every',
});

/** The first choices that overlap neither one another nor those that are given, these at the head: so many in all. */
function takeApart(given: readonly Choice[], choices: readonly Choice[]): Choice[] {
  const taken = [...given];
  for (const choice of choices) {
    if (taken.length >= mostApart) break;
    // A length covers no stretch, so that it overlaps not even itself.
    if (!taken.some(one => one === choice || overlap(one, choice))) taken.push(choice);
  }
  return taken;
}

/** The first choices, and behind them so many of the others as a list holds. */
function fill(first: readonly Choice[], others: readonly Choice[]): Choice[] {
  const filled = first.slice(0, mostTerms);
  for (const choice of others) {
    if (filled.length >= mostTerms) break;
    if (!filled.includes(choice)) filled.push(choice);
  }
  return filled;
}

/**
 * How many of these to join. A common one that is joined with rare ones costs more than looking at the names that it
 * would spare: of its postings many must be passed over for each of theirs.
 */
function worthJoining(apart: readonly Choice[]): number {
  let bits = 0;
  for (const [place, { rarity }] of apart.entries()) {
    if (place > 0 && rarity < commonBits && bits - rarity > mostPassedBits) return place;
    bits += rarity;
  }
  return apart.length;
}

/**
 * The partitions in all of which every name matching the pattern stands, best first: one whose postings hold data if it
 * is not much commoner than the rarest, then rarest first, those that do not overlap before those that do.
 */
export function planNames(tokens: readonly Token[]): NamePlan {
  const grams = patternGrams(tokens);
  const [head] = grams;
  if (head?.kind === 'whole') return only(head, tokens);
  // A gram that stands in the pattern twice is one partition.
  const seen = new Set<string>();
  const choices: Choice[] = [];
  for (const gram of grams) {
    if (gram.kind === 'every' || seen.has(gram.gram)) continue;
    seen.add(gram.gram);
    choices.push(choiceOf(gram));
  }
  const prefix = prefixChoice(tokens, choices);
  if (prefix) choices.unshift(prefix);
  choices.sort((a, b) => b.rarity - a.rarity);
  const rarest = fill(takeApart([], choices), choices);
  let [leader] = rarest;
  if (!leader) return only({ gram: everyName, kind: 'every', from: 0, to: 0 }, tokens);
  for (const other of rarest) if (worth(other) > worth(leader)) leader = other;
  const apart = takeApart([leader], choices);
  return {
    candidates: fill(apart, rarest).map(choice => candidateOf(choice, tokens)),
    apart: worthJoining(apart),
    isOfAll: false,
  };
}
