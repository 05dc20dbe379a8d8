// `mailglob serve`: the gateway on this machine, and with --watch the mail that arrives in directories.

import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { readLocalConfig } from '../../config.ts';
import { UserError } from '../../errors.ts';
import { isLoopback } from '../isLoopback.ts';
import { announceIfNew, type DataOptions, withArchive } from '../localArchive.ts';
import { dataOption, examples, identifier, wholeNumber } from '../options.ts';
import { defaultHost, defaultPort, serveArchive } from '../serveArchive.ts';
import { watchStopSignals } from '../stopSignal.ts';
import { watchMail } from '../watchMail.ts';

interface ServeOptions extends DataOptions {
  readonly port: number;
  readonly host: string;
  readonly auth?: 'none';
  readonly watch?: readonly string[];
  readonly watchAccount?: string;
}

/** Reads how callers authenticate; those that only a deployment has are refused by name. */
function authentication(mode: string): 'none' {
  if (mode === 'none') return mode;
  throw new InvalidArgumentError(
    mode === 'apiKey' || mode === 'oauth'
      ? 'That is not served by this version: only --auth none is.'
      : 'It takes none.',
  );
}

/** Refuses an address on which the archive would be open to others. */
function checkAuthentication(command: Command, { host }: ServeOptions): void {
  if (!isLoopback(host)) {
    command.error(
      'error: --auth none is for a loopback address alone, such as --host 127.0.0.1: others could read all',
    );
  }
}

/** The account that the mail of a watched directory goes into. */
async function watchedDirectory(command: Command, path: string, account: string | undefined) {
  const directory = resolve(path);
  const info = await stat(directory).catch(() => null);
  if (!info?.isDirectory()) throw new UserError(`${path} is no directory: --watch takes directories that exist`);
  if (account !== undefined) return { directory, accountId: account };
  try {
    return { directory, accountId: identifier(basename(directory)) };
  } catch {
    return command.error(`error: the name of ${path} cannot be an account's: name one with --watch-account`);
  }
}

export function serveCommand(command: Command): void {
  command
    .addOption(dataOption())
    .option('--port <number>', 'port to listen on; 0 takes a free one', wholeNumber(0, 65_535), defaultPort)
    .option('--host <address>', 'address to listen on', defaultHost)
    .addOption(
      new Option(
        '--auth <mode>',
        'who may call: none lets everybody who reaches the address, which must be a loopback one; apiKey and oauth are not served by this version (default: none)',
      ).argParser(authentication),
    )
    .option(
      '--watch <directory...>',
      'import mail that lies or appears in these directories, once its files have stopped growing',
    )
    .addOption(
      new Option('--watch-account <id>', "account of that mail (default: each directory's own name)").argParser(
        identifier,
      ),
    );
  examples(command, 'mailglob serve', 'mailglob serve --data ~/mail-archive --port 8080 --watch ~/Downloads/mail');
  command.action(async (options: ServeOptions) => {
    checkAuthentication(command, options);
    const config = readLocalConfig();
    const { watch = [], watchAccount, host, port } = options;
    const watched = await Promise.all(watch.map(path => watchedDirectory(command, path, watchAccount)));
    const stop = watchStopSignals();
    await withArchive(options, { create: true }, async archive => {
      const watching: Promise<void>[] = [];
      const whileServing = async () => {
        announceIfNew(archive);
        if (watched.length > 0) watching.push(watchMail(archive, watched, stop.signal));
      };
      await serveArchive(archive, { host, port, config, signal: stop.signal, whileServing });
      await Promise.all(watching);
    });
    stop.release();
  });
}
