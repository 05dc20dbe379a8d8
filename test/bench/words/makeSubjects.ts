// Subjects, codes and names of files of the made mails.

import type { Random } from './random.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** A code as firms give them. */
function codeOf(random: Random): string {
  const year = 2016 + random.below(11);
  switch (random.below(5)) {
    case 0:
      return `INV_${year}_${String(random.below(4_000)).padStart(4, '0')}`;
    case 1:
      return `RXD${1 + random.below(4)}-${1_000 + random.below(9_000)}`;
    case 2:
      return `OPS-${100 + random.below(40_000)}`;
    case 3:
      return `PO ${year}/${1_000 + random.below(9_000)}`;
    default:
      return `${random.of(['TK', 'QX', 'LM', 'HB'])}${10_000 + random.below(90_000)}`;
  }
}

/** A line with a code, a date, an amount or an address of the web in it. */
export function referenceOf(random: Random): string {
  const code = codeOf(random);
  return random.of([
    `Our reference: ${code}.`,
    `This is about ${code}, due on ${1 + random.below(28)} ${random.of(['January', 'March', 'June', 'October'])} ${2016 + random.below(11)}.`,
    `Amount of ${code}: EUR ${random.below(20_000)}.${two(random.below(100))}`,
    `Please see https://tracker.northgate.example/issues/${random.below(90_000)} as well.`,
    `It was shipped as ${code} in ${1 + random.below(40)} boxes.`,
  ]);
}

/** Some words of a paragraph, as a subject has them, at times behind a code. */
export function subjectOf(random: Random, paragraph: string, isHan: boolean): string {
  const words = paragraph.split(/\s+/);
  const text = isHan
    ? paragraph.replace(/\s+/g, ' ').slice(0, 6 + random.below(14))
    : words
        .slice(0, 3 + random.below(6))
        .join(' ')
        .slice(0, 90);
  const subject = text.replace(/[\s.,;:(]+$/, '').replace(/^\W+/, '') || 'Question';
  return random() < 0.15 ? `[${codeOf(random)}] ${subject}` : subject;
}

const endings = ['pdf', 'pdf', 'pdf', 'docx', 'xlsx', 'png', 'jpg', 'txt', 'zip', 'csv'] as const;

/** One to three names. */
export function filesOf(random: Random, subject: string, date: number): string[] {
  const words = subject.split(/[\s/:"]+/).filter(word => word.length > 2);
  return Array.from({ length: random() < 0.75 ? 1 : 2 + random.below(2) }, (_, i) => {
    const joiner = random.of(['_', '-', ' ']);
    const day = new Date(date).toISOString().slice(0, 10);
    const stem =
      random() < 0.25 ? codeOf(random).replace('/', '-') : words.slice(i, i + 2 + random.below(2)).join(joiner);
    return `${stem || 'scan'}${random() < 0.3 ? `${joiner}${day}` : ''}.${random.of(endings)}`;
  });
}
