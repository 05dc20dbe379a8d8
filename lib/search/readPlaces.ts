// Reads the places of a query's terms that stand apart from their postings, within a budget: those that a phrase hangs on,
// of batches that hold a document with all it needs.

import { mapAtOnce } from '../archive/atOnce.ts';
import { isAmong } from '../words/ascending.ts';
import { type BatchRange, readBucket } from './readBuckets.ts';
import { bytesOfList, demandedTerms, type OpenIndex, placedTerms, type TermsQuestion } from './readTerms.ts';
import type { PhraseTerms, TermPostings } from './scoreSegment.ts';
import { placesFinder, type Segment } from './segments.ts';

const readsAtOnce = 32;
/** Batches between two that are asked for that are read with them: a reading of its own costs about as much. */
const mostBetween = 4;
/** More documents of a batch than this are taken to have what else is asked for. */
const fewDocuments = 64;

/** Adds the places to the postings; batches of which they are not read are marked so. */
export async function readPlaces(
  { store, plan, wordBytes, deadline, cost }: TermsQuestion,
  open: readonly OpenIndex[],
  note: (cause: unknown) => void,
): Promise<void> {
  const { question } = plan;
  const demanded = demandedTerms(question);
  const phrases = [...question.phrases, ...question.excludedPhrases];
  const readings = open.flatMap(own =>
    placedTerms(question).flatMap(term => {
      const asked = own.sealed.flatMap((segment, batch) => {
        const isAsked = own.asked !== null && batch >= own.asked.first && batch <= own.asked.last;
        return isAsked && own.isRead[batch] === 1 && isWanted(segment, term, phrases, demanded) ? [batch] : [];
      });
      return runsOf(asked).map(run => ({ own, term, run }));
    }),
  );
  if (readings.length === 0) return;
  if (performance.now() >= deadline) {
    for (const { own, run } of readings) own.isRead.fill(0, run.first, run.last + 1);
    return;
  }
  const batches = open.reduce((sum, { sealed }) => sum + sealed.length, 0);
  const mostBytes = bytesOfList(plan, wordBytes);
  const rounds = await mapAtOnce(readings, readsAtOnce, async ({ own, term, run }) => {
    const reading = await readBucket({
      ...{ store, cost, index: own.index, batches: own.batches, asked: run },
      ...{ term: plan.terms[term] ?? '', of: 'positions' },
      mostBytes: (mostBytes * (run.last - run.first + 1)) / batches,
    });
    const find = placesFinder(plan.terms[term] ?? '');
    for (let batch = run.first; batch <= run.last; batch++) {
      if (reading.isRead[batch] === 0) own.isRead[batch] = 0;
      const { postings } = own.sealed[batch] ?? {};
      const before = postings?.[term];
      if (!postings || !before?.isApart) continue;
      try {
        postings[term] = find(before, reading.parts[batch] ?? []);
      } catch (cause) {
        own.isRead[batch] = 0;
        note(cause);
      }
    }
    return reading.rounds;
  });
  cost.rounds += Math.max(0, ...rounds);
}

/** Whether places of a term are still to be read of a batch, and some document of it hangs on them. */
function isWanted(
  { postings }: Segment,
  term: number,
  phrases: readonly PhraseTerms[],
  demanded: readonly number[],
): boolean {
  if (!postings[term]?.isApart) return false;
  return phrases.some(({ parts }) => {
    const own = parts.map(part => part.term);
    return own.includes(term) && mayMeet([...new Set([...demanded, ...own])].map(one => postings[one]));
  });
}

/** Whether some document has all terms, as far as that is quickly seen. */
function mayMeet(terms: readonly (TermPostings | null | undefined)[]): boolean {
  const all = terms.flatMap(own => own ?? []).sort((a, b) => a.ordinals.length - b.ordinals.length);
  const [rarest, ...others] = all;
  if (!rarest || all.length < terms.length) return false;
  if (rarest.ordinals.length > fewDocuments) return true;
  return Array.from(rarest.ordinals).some(ordinal => others.every(({ ordinals }) => isAmong(ordinals, ordinal)));
}

/** Ascending places as ranges; what lies between near ones is read with them. */
function runsOf(places: readonly number[]): BatchRange[] {
  const runs: { first: number; last: number }[] = [];
  for (const place of places) {
    const run = runs.at(-1);
    if (run && place - run.last <= mostBetween + 1) run.last = place;
    else runs.push({ first: place, last: place });
  }
  return runs;
}
