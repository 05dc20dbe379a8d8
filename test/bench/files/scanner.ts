// What reads every text at every question: ripgrep, or grep where that is not here. Which questions it can be asked, and
// how: it knows no words but those between boundaries, no order, no tags and no dates.

import { spawnSync } from 'node:child_process';
import type { FileQuestion } from './fileQuestions.ts';
import type { FilesCorpus } from './filesCorpus.ts';

export type Scanner = 'ripgrep' | 'grep';

export const scannerHere = (): Scanner =>
  spawnSync('rg', ['--version'], { stdio: 'ignore' }).error ? 'grep' : 'ripgrep';

export const missingRipgrep =
  'ripgrep is not installed (apt-get install ripgrep): grep -rli is measured in its place, which uses one core and no SIMD';

const programs = {
  ripgrep: {
    list: ['rg', '--no-config', '--no-ignore', '--hidden', '-liF'],
    below: ['rg', '--no-config', '--no-ignore', '--hidden', '-liF'],
    ofType: (type: string) => ['-g', `*.${type}.txt`],
    names: (part: string, dir: string): readonly [string, ...string[]] => [
      'rg',
      '--no-config',
      '--no-ignore',
      '--files',
      '--iglob',
      `*${part}*`,
      dir,
    ],
    nulls: '-0',
  },
  grep: {
    list: ['grep', '-liF'],
    below: ['grep', '-rliF'],
    ofType: (type: string) => [`--include=*.${type}.txt`],
    names: (part: string, dir: string): readonly [string, ...string[]] => [
      'find',
      dir,
      '-type',
      'f',
      '-iname',
      `*${part}*`,
    ],
    nulls: '-Z',
  },
} as const;

/** The command that finds what a question asks for; null where none does. */
export function scanCommand(
  scanner: Scanner,
  { texts }: Pick<FilesCorpus, 'texts'>,
  { cls, keyword, phrase, tag, type, folder, dates }: FileQuestion,
): readonly [string, ...string[]] | null {
  const { list, below, ofType, names, nulls } = programs[scanner];
  if (tag !== undefined || dates !== undefined) return null;
  if (cls === 'namePart') return names(keyword, texts);
  const dir = folder === undefined ? texts : `${texts}/${folder}`;
  const searched =
    phrase === undefined && !keyword.startsWith('"') ? keyword.split(' ') : [phrase ?? keyword.replaceAll('"', '')];
  const [first = '', second] = searched;
  const whole = phrase === undefined ? ['-w'] : [];
  const filter = type === undefined ? [] : ofType(type);
  if (second === undefined) return [...below, ...whole, ...filter, '-e', first, '--', dir];
  const one = [...below, ...whole, nulls, '-e', first, '--', dir];
  const other = ['xargs', '-0', '-r', ...list, ...whole, '-e', second, '--'];
  // The words stand apart in the arguments, so that no shell reads them.
  return ['sh', '-c', `n=$1; shift; ${shellRun(one.length)}`, 'sh', String(one.length), ...one, ...other];
}

/** Runs the first so many arguments into the others. */
const shellRun = (count: number): string => {
  const first = Array.from({ length: count }, (_, i) => `"\${${i + 1}}"`).join(' ');
  return `${first} | { shift "$n"; "$@"; }`;
};
