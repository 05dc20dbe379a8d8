// The benchmark `list`: pages of list_emails from mailboxes of any size, with and without rare filters and anywhere in
// them; get_email_content of ten mails; and what an agent reads of each listed mail.

import type { BenchContext, Figure, Report, Size } from '../benchmark.ts';
import { measureEmailContent } from '../content/emailContent.ts';
import { layOut } from '../layOut.ts';
import { rounded } from '../measure.ts';
import { type AnyPages, anyPages } from './anyPages.ts';
import { dynamoPages, mailboxInTable, mailUnits, type PageUnits } from './dynamoPages.ts';
import { listedText, peerText } from './listedText.ts';
import { mailbox } from './mailbox.ts';
import { questionsOf } from './questions.ts';
import { type MailboxMade, type PageTimes, placesAnywhere, sqlitePages } from './sqlitePages.ts';

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
  /** Pages anywhere: of the table, and on this machine. */
  readonly anywhere: readonly { readonly table: AnyPages; readonly sqlite: AnyPages | undefined }[];
}

const peerMissing =
  'mcp-email-server could not be installed: it needs Python 3.11 or newer with its venv module, and PyPI';

/** A size counts mails here. */
export async function run(context: BenchContext): Promise<Report> {
  const measured: Measured[] = [];
  for (const { label, attachments: mails } of context.sizes ?? ownSizes) {
    const box = mailbox(mails);
    const questions = questionsOf(box);
    const { made, times, anywhere } = await sqlitePages(context, label, box, questions);
    context.progress(`asking ${questions.length} questions of ${label} mails in DynamoDB`);
    const table = await mailboxInTable(box, questions);
    const units = await dynamoPages(table, box, questions);
    const inTable = await anyPages(table.context, box, placesAnywhere);
    measured.push({
      ...{ label, mails, made, times, units },
      anywhere: inTable.map((one, i) => ({ table: one, sqlite: anywhere[i] })),
    });
  }
  context.progress('listing the sample mails with another server');
  const [own, peer] = [await listedText(), await peerText(context.kept)];
  context.progress('reading ten mails of 50 KB');
  const read = await measureEmailContent();
  const writes = await mailUnits(mailbox(10_000));
  const heads: Record<string, Figure> = {
    listToolBytes: own.toolBytes,
    listToolTokens: own.toolTokens,
    listCharactersEachMail: Math.round(own.charactersEachMail),
    listTokensEachMail: Math.round(own.tokensEachMail),
    listTokensOfSameFields: Math.round(own.tokensOfSameFields),
    listPeer: peer?.name ?? null,
    listPeerToolTokens: peer?.toolTokens ?? null,
    listPeerCharactersEachMail: peer && Math.round(peer.charactersEachMail),
    listPeerTokensEachMail: peer && Math.round(peer.tokensEachMail),
    listWriteUnitsEachMail: rounded(writes.mail),
    listWriteUnitsOfPeople: rounded(writes.people),
    listTermsEachMail: rounded(writes.terms),
    listWriteUnitsOfFlags: rounded(writes.flags),
    contentMails: read.mails,
    contentRawBytesEachMail: read.rawBytesPerMail,
    contentKeptBytesEachMail: read.keptBytesPerMail,
    contentMs: read.medianMs,
    contentMsWithHtml: read.medianMsWithHtml,
    contentMsFromRaw: read.medianMsFromRaw,
    contentReadUnits: read.readUnits,
    contentReads: read.storeCalls,
    contentObjects: read.mails,
    contentCharacters: read.answeredCharacters,
    contentCharactersWithHtml: read.answeredCharactersWithHtml,
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
    missing: peer === null ? [peerMissing] : [],
  };
}

const figuresOf = ({ label, mails, made, times, units, anywhere }: Measured) => ({
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
  anyPages: anywhere.map(({ table, sqlite }) => ({
    scope: table.scope,
    pageSize: table.pageSize,
    pages: table.pages,
    readsWorst: table.reads.worst,
    unitsMedian: rounded(table.units.median),
    unitsWorst: rounded(table.units.worst),
    roundsWorst: table.rounds.worst,
    sqliteMsMedian: rounded(sqlite?.milliseconds.median ?? Number.NaN),
    sqliteMsWorst: rounded(sqlite?.milliseconds.worst ?? Number.NaN),
  })),
});

function linesOf(measured: Measured): string[] {
  const {
    label,
    pages,
    anyPages: anywhere,
    sqliteBytesEachMail,
    sqliteMailsPerSecond,
  } = {
    label: measured.label,
    ...figuresOf(measured),
  };
  const rows = pages.map(page => [
    page.question,
    ...[page.returned, page.reads, page.units, page.rows, page.modelMs, page.sqliteMs].map(String),
    ...[page.toolCalls, page.unitsOfAll].map(String),
  ]);
  const anyRows = anywhere.map(page => [
    `any page of ${page.scope}, page ${page.pageSize}`,
    ...[page.pages, page.readsWorst, page.unitsMedian, page.unitsWorst, page.roundsWorst].map(String),
    ...[page.sqliteMsMedian, page.sqliteMsWorst].map(String),
  ]);
  const titles = ['page', 'mails', 'reads', 'units', 'rows', 'model ms', 'SQLite ms', 'calls', 'units in all'];
  const anyTitles = ['page', 'asked', 'reads', 'units', 'worst', 'rounds', 'SQLite ms', 'worst'];
  return [
    '',
    `${label} mails in 40 folders: SQLite ${sqliteBytesEachMail} bytes each, ${sqliteMailsPerSecond} stored a second`,
    ...layOut(titles, rows),
    '',
    `${label} mails, pages anywhere and the ones after them: reads and rounds of the dearest`,
    ...layOut(anyTitles, anyRows),
  ];
}
