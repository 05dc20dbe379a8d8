// Files with natural text out of documentation, with names, types, tags, folders and dates as an archive has them. The
// same seed, count and documentation give the same files.

import type { Documentation } from '../words/documentation.ts';
import { filesOf, subjectOf } from '../words/makeSubjects.ts';
import { type Random, randomOf } from '../words/random.ts';

export interface MadeFile {
  /** From 0, the oldest. */
  readonly number: number;
  readonly name: string;
  readonly type: string;
  readonly folder: string;
  readonly tags: readonly string[];
  /** A day; null for most. */
  readonly date: string | null;
  /** Epoch milliseconds. */
  readonly modified: number;
  /** Texts of its pages, in order. */
  readonly pages: readonly string[];
}

const start = Date.UTC(2016, 9, 1, 8);
const span = 10 * 365 * 86_400_000;
const medianCharacters = 4_000;
const characterSpread = 1;
const mostCharacters = 200_000;
const pageCharacters = 2_500;
const dateShare = 0.3;
const generalTagShare = 0.2;
const ownTags = 100;

/** Each as often as it is listed. */
const types = ['pdf', 'pdf', 'pdf', 'pdf', 'docx', 'docx', 'docx', 'xlsx', 'pptx', 'txt', 'md', 'html', 'csv'] as const;
const folders = ['INBOX', 'Sent', ...Array.from({ length: 38 }, (_, i) => `Project ${i + 1}`)];

export function* makeFiles(documentation: Documentation, seed: number, count: number): Generator<MadeFile> {
  const random = randomOf(seed);
  const places = documentation.texts.flatMap(({ paragraphs }) => paragraphs.map((_, at) => ({ paragraphs, at })));
  for (let number = 0; number < count; number++) {
    const modified = start + 1000 * Math.floor((number * span) / count / 1000);
    const paragraphs = someParagraphs(random, places);
    const type = random.of(types);
    const subject = subjectOf(random, paragraphs[0] ?? '', false);
    const [given = 'scan'] = filesOf(random, subject, modified);
    yield {
      ...{ number, modified, type },
      name: `${stemOf(given)}.${type}`,
      folder: folders[Math.floor(folders.length * random() ** 3)] ?? 'INBOX',
      tags: [...(random() < generalTagShare ? ['reviewed'] : []), `client-${random.below(ownTags)}`],
      date: random() < dateShare ? dayOf(modified - random.below(700) * 86_400_000) : null,
      pages: pagesOf(paragraphs),
    };
  }
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** What leaves room in a file system's 255 bytes for a number and endings. */
const mostStemBytes = 200;

/** A name without its ending and without what no file system takes. */
function stemOf(name: string): string {
  const stem = name.replace(/\.[a-z]+$/, '').replace(/[/\0]/g, '-');
  // A character that was cut through is none.
  const cut = Buffer.from(stem)
    .subarray(0, mostStemBytes)
    .toString()
    .replace(/\ufffd+$/, '');
  return cut || 'scan';
}

/** Paragraphs that follow each other, of one text or of several. */
function someParagraphs(
  random: Random,
  places: readonly { readonly paragraphs: readonly string[]; readonly at: number }[],
): readonly string[] {
  const wanted = Math.min(mostCharacters, random.aroundMedian(medianCharacters, characterSpread));
  const some: string[] = [];
  let { paragraphs, at } = { paragraphs: [] as readonly string[], at: 0 };
  for (let length = 0; length < wanted; ) {
    const paragraph = paragraphs[at++];
    if (paragraph === undefined) {
      const place = places[random.below(places.length)];
      if (!place) break;
      ({ paragraphs, at } = place);
      continue;
    }
    some.push(paragraph);
    length += paragraph.length + 2;
  }
  return some;
}

function pagesOf(paragraphs: readonly string[]): readonly string[] {
  const pages: string[] = [];
  let page = '';
  for (const paragraph of paragraphs) {
    if (page !== '' && page.length + paragraph.length > pageCharacters) {
      pages.push(page);
      page = '';
    }
    page = page === '' ? paragraph : `${page}\n\n${paragraph}`;
  }
  return page === '' ? pages : [...pages, page];
}
