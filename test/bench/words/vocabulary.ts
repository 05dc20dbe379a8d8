// Which words the made mails have, each in how many, and some mails to ask about.

import { forEachToken } from '../../../lib/words/tokens.ts';
import { fieldTexts } from './fieldTexts.ts';
import type { MadeMail } from './makeMails.ts';

export interface VocabularyWord {
  /** As someone would type it. */
  readonly written: string;
  /** How many mails have it, or another form of it. */
  readonly mails: number;
}

export interface Vocabulary {
  readonly mails: number;
  /** Words of letters, by term. */
  readonly words: ReadonlyMap<string, VocabularyWord>;
  /** Codes as RXD2-1234 and INV_2024_0077. */
  readonly codes: readonly VocabularyWord[];
  /** From all over the archive. */
  readonly samples: readonly MadeMail[];
  /** Mails in Han scripts. */
  readonly hanSamples: readonly MadeMail[];
}

const sampleCount = 400;
const plainWord = /^[a-z]{3,20}$/;
const code = /^(?:INV_\d{4}_\d+|RXD\d-\d+|OPS-\d+)$/;

export async function readVocabulary(mails: AsyncIterable<MadeMail>, count: number): Promise<Vocabulary> {
  const counts = new Map<string, number>();
  const written = new Map<string, string>();
  const codes = new Map<string, number>();
  const samples: MadeMail[] = [];
  const hanSamples: MadeMail[] = [];
  for await (const mail of mails) {
    const own = new Set<string>();
    const { subject, people, files, body } = fieldTexts(mail);
    for (const text of [subject, ...people, ...files, body])
      forEachToken(text, (term, kind, _, start, end) => {
        if (own.has(term)) return;
        own.add(term);
        counts.set(term, (counts.get(term) ?? 0) + 1);
        if (kind === 'word' && !written.has(term)) {
          const word = text.slice(start, end).toLowerCase();
          if (plainWord.test(word)) written.set(term, word);
        }
      });
    for (const [found] of `${subject} ${body}`.matchAll(/\b[A-Z]{3}\d?[-_][\d_]+\b/g))
      if (code.test(found)) codes.set(found, (codes.get(found) ?? 0) + 1);
    if (mail.number % Math.ceil(count / sampleCount) === 0) samples.push(mail);
    if (hanSamples.length < sampleCount && /[\p{Script=Han}]{4}/u.test(body)) hanSamples.push(mail);
  }
  return {
    ...{ mails: count, samples, hanSamples },
    words: new Map([...written].map(([term, word]) => [term, { written: word, mails: counts.get(term) ?? 0 }])),
    codes: [...codes].map(([word, mails_]) => ({ written: word, mails: mails_ })),
  };
}
