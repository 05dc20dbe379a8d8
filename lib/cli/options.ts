// Arguments and options that several sub-commands share, with the checks that the command line makes itself.

import { type Command, InvalidArgumentError, Option } from 'commander';
import { limits } from '../limits.ts';

export const dataOption = (): Option =>
  new Option('--data <directory>', 'where the archive lies (default: $MAILGLOB_DATA, else .mailglob)');
export const stackOption = (): Option =>
  new Option('--stack <stage>', 'work on the deployed stack of this stage, with your AWS credentials')
    .argParser(stageName)
    .conflicts('data');
export const jsonOption = (): Option => new Option('--json', 'print machine output and nothing else');
export const quietOption = (): Option => new Option('--quiet', 'show no progress');

/** Reads the name of a stage: what CloudFormation takes in a stack's name. */
function stageName(text: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/u.test(text)) return text;
  throw new InvalidArgumentError('It takes 1 to 64 letters, digits and -, such as dev.');
}

/** Reads a whole number between bounds. */
export const wholeNumber =
  (least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = /^-?[0-9]{1,15}$/u.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) {
      const bounds = least > Number.MIN_SAFE_INTEGER ? ` from ${least} to ${most}` : '';
      throw new InvalidArgumentError(`It takes a whole number${bounds}.`);
    }
    return value;
  };

/** Reads an account id or a folder alias: 1 to 256 characters without control characters. */
export function identifier(text: string): string {
  const length = [...text].length;
  const most = limits.identifierCharacters.value;
  if (length < 1 || length > most || /\p{Cc}/u.test(text)) {
    throw new InvalidArgumentError(`It takes 1 to ${most} characters, no control characters.`);
  }
  return text;
}

/** For options that may be given several times. */
export const collect =
  <T>(read: (text: string) => T) =>
  (text: string, previous: readonly T[] | undefined): readonly T[] => [...(previous ?? []), read(text)];

/** Adds examples below the options of a command's help. */
export const examples = (command: Command, ...lines: readonly string[]): Command =>
  command.addHelpText('after', `\nExamples:\n${lines.map(line => `  $ ${line}`).join('\n')}`);
