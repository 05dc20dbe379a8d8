// The benchmark `list`: pages of list_emails from mailboxes of any size, with and without rare filters.

import type { BenchContext, Report, Size } from '../benchmark.ts';
import { layOut } from '../layOut.ts';
import { rounded } from '../measure.ts';
import { dynamoPages, mailUnits, type PageUnits } from './dynamoPages.ts';
import { listedCharacters } from './listedCharacters.ts';
import { mailbox } from './mailbox.ts';
import { questionsOf } from './questions.ts';
import { type MailboxMade, type PageTimes, sqlitePages } from './sqlitePages.ts';

const ownSizes: readonly Size[] = [
  { label: '10k', attachments: 10_000 },
  { label: '100k', attachments: 100_000 },
  { label: '1m', attachments: 1_000_000 },
];

interface Measured {
  readonly label: string;
  readonly mails: number;
  readonly made: MailboxMade;
  readonly times: readonly PageTimes[];
  readonly units: readonly PageUnits[];
}

/** A size counts mails here. */
export async function run(context: BenchContext): Promise<Report> {
  const measured: Measured[] = [];
  for (const { label, attachments: mails } of context.sizes ?? ownSizes) {
    const box = mailbox(mails);
    const questions = questionsOf(box);
    const { made, times } = await sqlitePages(context, label, box, questions);
    context.progress(`asking ${questions.length} questions of ${label} mails in DynamoDB`);
    measured.push({ label, mails, made, times, units: await dynamoPages(box, questions) });
  }
  const characters = await listedCharacters();
  const writes = await mailUnits(mailbox(10_000));
  const heads: Record<string, number> = {
    listToolBytes: characters.toolBytes,
    listCharactersEachMail: Math.round(characters.eachMail),
    listWriteUnitsEachMail: rounded(writes.mail),
    listWriteUnitsOfPeople: rounded(writes.people),
    listTermsEachMail: rounded(writes.terms),
    listWriteUnitsOfFlags: rounded(writes.flags),
  };
  return {
    figures: { ...heads, listPages: measured.map(figuresOf) },
    lines: [
      ...layOut(
        ['figure', 'value'],
        Object.entries(heads).map(([name, value]) => [name, String(value)]),
      ),
      ...measured.flatMap(linesOf),
    ],
    missing: [],
  };
}

const figuresOf = ({ label, mails, made, times, units }: Measured) => ({
  size: label,
  sqliteBytesEachMail: Math.round(made.bytes / mails),
  sqliteMailsPerSecond: Math.round(mails / made.seconds),
  pages: units.map((page, i) => ({
    question: page.question.name,
    units: rounded(page.units),
    reads: page.calls,
    rows: page.rows,
    modelMs: rounded(page.modelMilliseconds),
    sqliteMs: rounded(times[i]?.milliseconds ?? Number.NaN),
    returned: page.returned,
    toolCalls: page.toolCalls,
    unitsOfAll: rounded(page.unitsOfAll),
  })),
});

function linesOf({ label, mails, made, times, units }: Measured): string[] {
  const rows = units.map((page, i) => [
    page.question.name,
    ...[page.returned, page.calls, rounded(page.units), page.rows, rounded(page.modelMilliseconds)].map(String),
    String(rounded(times[i]?.milliseconds ?? Number.NaN)),
    `${page.toolCalls}`,
    String(rounded(page.unitsOfAll)),
  ]);
  const titles = ['page', 'mails', 'reads', 'units', 'rows', 'model ms', 'SQLite ms', 'calls', 'units in all'];
  return [
    '',
    `${label} mails in 40 folders: SQLite ${Math.round(made.bytes / mails)} bytes each, ${Math.round(mails / made.seconds)} stored a second`,
    ...layOut(titles, rows),
  ];
}
