// `mailglob serve`: the gateway on this machine, and with --watch the mail that arrives in directories.

import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { readLocalConfig } from '../../config.ts';
import { UserError } from '../../errors.ts';
import { type AuthenticationMode, authenticationModes, readModes } from '../../gateway/accessConfig.ts';
import { listApiKeys } from '../../gateway/apiKeys.ts';
import type { LocalArchive } from '../../local/openArchive.ts';
import { beginFiles, keepIndexing } from '../indexFiles.ts';
import { announceIfNew, type DataOptions, dataDirectoryOf, withArchive } from '../localArchive.ts';
import { dataOption, examples, identifier, wholeNumber } from '../options.ts';
import { type ServeAccess, serveAccess } from '../serveAccess.ts';
import { defaultHost, defaultPort, serveArchive } from '../serveArchive.ts';
import { readServeConfig } from '../serveConfig.ts';
import { watchStopSignals } from '../stopSignal.ts';
import { watchMail } from '../watchMail.ts';

interface ServeOptions extends DataOptions {
  readonly port: number;
  readonly host: string;
  readonly auth?: readonly AuthenticationMode[];
  readonly config?: string;
  readonly watch?: readonly string[];
  readonly watchAccount?: string;
}

/** Reads one or more ways to authenticate, of which none is none; given several times they add up. */
function authentication(
  text: string,
  previous: readonly AuthenticationMode[] | undefined,
): readonly AuthenticationMode[] {
  const modes = readModes(text);
  if (modes === null) throw new InvalidArgumentError('It takes none, apiKey, oauth, or apiKey,oauth.');
  if (previous !== undefined && (modes.length === 0 || previous.length === 0)) {
    throw new InvalidArgumentError('It takes none alone.');
  }
  return authenticationModes.filter(mode => modes.includes(mode) || previous?.includes(mode));
}

/** Who gets in; what the command line has wrong is wrong usage. */
function accessOf(command: Command, { host, auth, config, ...options }: ServeOptions): ServeAccess {
  const access = serveAccess(host, auth ?? null, readServeConfig(config, dataDirectoryOf(options)));
  return 'misuse' in access ? command.error(`error: ${access.misuse}`) : access;
}

/** Says on standard error that nobody has a key yet: whoever serves for keys would wonder why none gets in. */
async function announceIfKeyless({ store }: LocalArchive, { rules }: ServeAccess): Promise<void> {
  if (!rules.modes.includes('apiKey') || (await listApiKeys(store)).length > 0) return;
  process.stderr.write("mailglob: there is no API key yet: 'mailglob key create --name NAME' makes one\n");
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
        "who may call: none lets everybody who reaches the address, which must be a loopback one; apiKey whoever has a key of 'mailglob key create'; oauth whoever has a token of the provider in the configuration; both as apiKey,oauth (default: what the configuration says, else none)",
      ).argParser(authentication),
    )
    .option(
      '--config <file>',
      'a mailglob.yml, of which authentication, grants, hosts, cors and limits.callsPerMinute count here (default: the one in the data directory, if there is one)',
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
  examples(
    command,
    'mailglob serve',
    'mailglob serve --data ~/mail-archive --port 8080 --watch ~/Downloads/mail',
    'mailglob serve --auth apiKey --host 0.0.0.0',
  );
  command.action(async (options: ServeOptions) => {
    const config = readLocalConfig();
    const access = accessOf(command, options);
    const { watch = [], watchAccount, host, port } = options;
    const watched = await Promise.all(watch.map(path => watchedDirectory(command, path, watchAccount)));
    const stop = watchStopSignals();
    await withArchive(options, { create: true }, async archive => {
      await beginFiles(archive);
      const watching: Promise<void>[] = [];
      const whileServing = async () => {
        watching.push(keepIndexing(archive, stop.signal));
        announceIfNew(archive);
        await announceIfKeyless(archive, access);
        if (watched.length > 0) watching.push(watchMail(archive, watched, stop.signal));
      };
      await serveArchive(archive, { host, port, access, config, signal: stop.signal, whileServing });
      await Promise.all(watching);
    });
    stop.release();
  });
}
