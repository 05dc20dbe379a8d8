// Which partitions a pattern is looked for in: its grams, best first. Knows the keys of rows, no adapter.
// The first terms do not overlap, so that each narrows what the others leave.

import { attachmentPk, nameTerm } from '../archive/keys.ts';
import type { Token } from '../names/glob.ts';
import { everyName, literalPrefix, type PatternGram, patternGrams, prefixOf } from '../names/grams.ts';
import { rarityOf } from '../names/rarity.ts';

/** Terms that one list holds: four that do not overlap, then the best of the rest. */
const mostTerms = 8;

interface Choice {
  /** How to name the partition within an account. */
  readonly term: (accountId: string) => string;
  readonly rarity: number;
  readonly from: number;
  readonly to: number;
}

const choiceOf = (gram: PatternGram): Choice => ({
  term: accountId => nameTerm(accountId, gram.gram),
  rarity: rarityOf(gram),
  from: gram.from,
  to: gram.to,
});

/** The partition of a literal prefix of three, a little rarer than its rarest window since it is anchored. */
function prefixChoice(tokens: readonly Token[], windows: readonly Choice[]): Choice[] {
  const prefix = literalPrefix(tokens).slice(0, 3);
  if (prefix.length < 3) return [];
  const covered = windows.filter(window => window.from < 5);
  const rarity = Math.max(...covered.map(window => window.rarity)) + 1;
  return [{ term: accountId => attachmentPk(accountId, prefixOf(prefix.join(''))), rarity, from: 0, to: 5 }];
}

/**
 * The terms under all of which every name matching the pattern stands, best first, as a function of the account:
 * rarest first, those that do not overlap before those that do; never empty.
 */
export function planTerms(tokens: readonly Token[]): (accountId: string) => readonly string[] {
  const grams = patternGrams(tokens);
  const whole = grams.find(gram => gram.kind === 'whole');
  if (whole) return accountId => [nameTerm(accountId, whole.gram)];
  const windows = grams.filter(gram => gram.kind !== 'every').map(choiceOf);
  const choices = [...prefixChoice(tokens, windows), ...windows].toSorted((a, b) => b.rarity - a.rarity);
  const apart: Choice[] = [];
  const rest: Choice[] = [];
  for (const choice of choices) {
    const overlaps = apart.some(other => choice.from < other.to && other.from < choice.to);
    (overlaps || apart.length >= 4 ? rest : apart).push(choice);
  }
  const chosen = [...apart, ...rest].slice(0, mostTerms);
  if (chosen.length === 0) return accountId => [nameTerm(accountId, everyName)];
  return accountId => [...new Set(chosen.map(choice => choice.term(accountId)))];
}
