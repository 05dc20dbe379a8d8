// Turns what the reader of the command line says about wrong usage into one line, whatever was typed. It knows no command.

import { oneLine } from './printable.ts';

/** Code points of a typed value that are repeated: enough to recognize it by. */
const shownCharacters = 60;

function shortened(value: string): string {
  const characters = [...value];
  return characters.length > shownCharacters ? `${characters.slice(0, shownCharacters).join('')}…` : value;
}

/** What was typed as a value: the arguments, and what follows the `=` of an option. */
const valuesOf = (args: readonly string[]): readonly string[] =>
  args.flatMap(arg => (arg.startsWith('-') && arg.includes('=') ? [arg, arg.slice(arg.indexOf('=') + 1)] : [arg]));

/**
 * `mailglob: ` and what is wrong, values cut and made printable.
 * @param text as the reader says it, perhaps with `error: ` before and a suggestion on a line of its own.
 * @param command name of the sub-command it is about, null for none.
 */
export function usageLine(text: string, args: readonly string[], command: string | null): string {
  const long = valuesOf(args)
    .filter(value => shortened(value) !== value)
    .toSorted((a, b) => b.length - a.length);
  const said = long.reduce((words, value) => words.replaceAll(value, () => shortened(value)), text);
  const plain = oneLine(said.replace(/^error: /u, '')).replace(/[.]$/u, '');
  return `mailglob: ${plain}: see 'mailglob ${command === null ? '' : `${command} `}--help'`;
}
