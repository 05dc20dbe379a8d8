// Reads the command line, runs one sub-command, and turns whatever happened into an exit status and one line.

import { Command, CommanderError } from 'commander';
import { subCommands } from './commands.ts';
import { describeFailure, failureStatus } from './describeFailure.ts';
import { packageVersion } from './packageRoot.ts';
import { usageLine } from './usageLine.ts';

const usageStatus = 2;

const overview = `
Examples:
  $ mailglob import ~/Mail/archive.mbox --account me
  $ mailglob search 'invoice*.pdf' --after 2024-01-01
  $ mailglob serve

The archive lies in --data DIR, else in $MAILGLOB_DATA, else in .mailglob.
'mailglob COMMAND --help' shows a command's options with an example.

Exit status: 0 done; 1 failed, with a line on standard error that says what to do; 2 wrong usage, which a value that a
search refuses is too.`;

const namedCommands = (args: readonly string[]): readonly string[] =>
  args.filter(arg => !arg.startsWith('-')).slice(0, 2);

const isCommand = (name: string | undefined): name is string => subCommands.some(command => command.name === name);

const knownCommand = (args: readonly string[]): string | null => namedCommands(args).find(isCommand) ?? null;

/** Help for a command that there is not is wrong usage: commander would print that of the program and be content. */
function withoutVainHelp(args: readonly string[]): readonly string[] {
  const [first, second] = namedCommands(args);
  const asked = first === 'help' ? second : args.includes('--help') ? first : undefined;
  return asked === undefined || asked === 'help' || isCommand(asked) ? args : [asked];
}

async function createProgram(args: readonly string[]): Promise<Command> {
  const program = new Command('mailglob')
    .description('Find any attachment in a mail archive by file name, and serve the archive over MCP.')
    .version(packageVersion(), '--version', 'print the version')
    .helpOption('--help', 'print help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', overview)
    .configureOutput({
      outputError: (text, write) => write(`${usageLine(text, args, knownCommand(args))}\n`),
    })
    .exitOverride();
  // Only a command that is named, first or after `help`, is read from disk.
  const named = namedCommands(args);
  for (const { name, summary, load } of subCommands) {
    const command = program.command(name).description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`);
    command.summary(summary);
    if (named.includes(name)) (await load())(command);
  }
  return program;
}

/**
 * Runs the command line and sets the exit status: 0 done, 1 failed with one line on standard error that says what to
 * do, 2 wrong usage, with one line as well. A sub-command may set another one itself.
 */
export async function main(args: readonly string[]): Promise<void> {
  // A reader that has seen enough, such as `head`, is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
  try {
    const program = await createProgram(args);
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync(withoutVainHelp(args), { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : usageStatus;
    } else {
      process.stderr.write(`${describeFailure(error)}\n`);
      process.exitCode = failureStatus(error);
    }
  }
}
