// An explanation of a search as lines for a person: the candidates and what became of each, the rounds, and the sum.

import type { GramMeaning } from '../names/grams.ts';
import type { ExplainedRead, Explanation } from './explanation.ts';
import { fitEnd } from './fitText.ts';
import { counted, humanCount } from './humanUnits.ts';
import { printable } from './printable.ts';
import { type Column, table } from './table.ts';

/** What a candidate asks of a name, in words: a pattern's own characters cannot be taken for marks. */
export function inWords({ asks, text }: GramMeaning): string {
  switch (asks) {
    case 'is':
      return `is "${text}"`;
    case 'beginsWith':
      return `begins with "${text}"`;
    case 'endsWith':
      return `ends with "${text}"`;
    case 'contains':
      return `contains "${text}"`;
    case 'length':
      return `has ${counted(Number(text), 'character')}`;
    case 'anything':
      return 'is any name';
  }
}

/** Numbers as few ranges: `1-3, 7`. */
function ranges(numbers: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < numbers.length; ) {
    let last = i;
    while (numbers[last + 1] === (numbers[last] ?? 0) + 1) last++;
    parts.push(last > i ? `${numbers[i]}-${numbers[last]}` : `${numbers[i]}`);
    i = last + 1;
  }
  return parts.join(', ');
}

/** In which rounds a candidate was read, and how. */
function fate({ rounds }: Explanation, candidate: number): string {
  const roundsWhere = (isSo: (read: ExplainedRead) => boolean): number[] =>
    rounds.flatMap(({ reads }, i) =>
      reads.some(read => read.candidates.includes(candidate) && isSo(read)) ? [i + 1] : [],
    );
  const ways = [
    ['led', roundsWhere(read => read.leads && read.candidates.length === 1)],
    ['joined', roundsWhere(read => read.candidates.length > 1)],
    ['tried', roundsWhere(read => !read.leads)],
  ] as const;
  const said = ways.flatMap(([way, own]) => (own.length > 0 ? [`${way} in ${ranges(own)}`] : []));
  return said.length > 0 ? said.join(', ') : 'not read';
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const units = (count: number): string => String(Math.round(count * 10) / 10);
const milliseconds = (count: number): string => (count < 9.95 ? count.toFixed(1) : humanCount(count));

/** The columns that hold something worth a look: only some stores count units, and one account needs no name. */
function shownColumns(explanation: Explanation): { readonly hasUnits: boolean; readonly hasAccounts: boolean } {
  const reads = explanation.rounds.flatMap(round => round.reads);
  return {
    hasUnits: explanation.readUnits > 0,
    hasAccounts: new Set(reads.map(({ accountId }) => accountId)).size > 1,
  };
}

function candidateLines(explanation: Explanation, width: number | null): readonly string[] {
  const { hasUnits } = shownColumns(explanation);
  const columns: readonly Column[] = [
    { title: 'THE NAME', cut: 'middle' },
    { title: 'ROUNDS', cut: 'end', weight: 2 },
    { title: 'ROWS', align: 'right' },
    ...(hasUnits ? [{ title: 'UNITS', align: 'right' as const }] : []),
  ];
  const rows = explanation.candidates.map((candidate, place) => {
    const reads = explanation.rounds
      .flatMap(round => round.reads)
      .filter(read => read.candidates.length === 1 && read.candidates[0] === place);
    return [
      printable(inWords(candidate)),
      fate(explanation, place),
      reads.length > 0 ? humanCount(sum(reads.map(read => read.rows))) : '',
      ...(hasUnits ? [units(sum(reads.map(read => read.readUnits)))] : []),
    ];
  });
  return table(columns, rows, width);
}

/** A line a round and account, and one for the rows that were looked up by their keys. */
function roundLines(
  explanation: Explanation,
  day: (instant: string) => string,
  width: number | null,
): readonly string[] {
  const { hasUnits, hasAccounts } = shownColumns(explanation);
  const columns: readonly Column[] = [
    { title: 'ROUND' },
    ...(hasAccounts ? [{ title: 'ACCOUNT', cut: 'middle' as const, expendable: 2 }] : []),
    { title: 'LED BY', cut: 'end', weight: 2 },
    { title: 'TRIED', align: 'right', expendable: 4 },
    { title: 'ROWS', align: 'right' },
    ...(hasUnits ? [{ title: 'UNITS', align: 'right' as const, expendable: 1 }] : []),
    { title: 'MS', align: 'right', expendable: 3 },
    { title: 'BACK TO' },
  ];
  const rows = explanation.rounds.flatMap((round, i) =>
    [...Map.groupBy(round.reads, read => read.accountId)].map(([accountId, reads], account) => {
      const leader = reads.find(read => read.leads);
      const named = leader?.candidates.map(place => explanation.candidates[place]).filter(one => one !== undefined);
      // Whichever gets furthest is what all go on from.
      const furthest = reads.some(({ backTo }) => backTo === null)
        ? null
        : (reads.map(({ backTo }) => backTo ?? '').toSorted()[0] ?? null);
      return [
        account === 0 ? String(i + 1) : '',
        ...(hasAccounts ? [printable(accountId)] : []),
        printable((named ?? []).map(inWords).join(' and ')),
        String(reads.length - (leader ? 1 : 0)),
        humanCount(sum(reads.map(read => read.rows))),
        ...(hasUnits ? [units(sum(reads.map(read => read.readUnits)))] : []),
        account === 0 ? milliseconds(round.milliseconds) : '',
        furthest === null ? 'the end' : day(furthest),
      ];
    }),
  );
  const { page } = explanation;
  const pageRow = [
    'page',
    ...(hasAccounts ? [''] : []),
    'looking up rows',
    '',
    humanCount(page.rows),
    ...(hasUnits ? [units(page.readUnits)] : []),
    milliseconds(page.milliseconds),
    '',
  ];
  return table(columns, page.rows > 0 ? [...rows, pageRow] : rows, width);
}

/**
 * Lines of an explanation, each within the width of the terminal; null for no bound.
 * @param day the calendar day of an instant
 */
export function explanationLines(
  explanation: Explanation,
  day: (instant: string) => string,
  width: number | null,
): readonly string[] {
  const parts = [
    counted(explanation.calls, 'call'),
    counted(explanation.rounds.length, 'round'),
    counted(explanation.rows, 'row'),
    ...(explanation.readUnits > 0 ? [`${units(explanation.readUnits)} read units`] : []),
    `${milliseconds(explanation.milliseconds)} ms`,
  ];
  return [
    ...candidateLines(explanation, width),
    '',
    ...(explanation.rounds.length > 0 ? [...roundLines(explanation, day, width), ''] : []),
    width === null ? parts.join(', ') : fitEnd(parts.join(', '), width),
  ];
}
