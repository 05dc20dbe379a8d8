// `mailglob start`, what `npm start` runs: imports the sample mails that the project ships, then serves.

import { join } from 'node:path';
import type { Command } from 'commander';
import { readStatus } from '../../archive/status.ts';
import { readLocalConfig } from '../../config.ts';
import { importMail } from '../../import/importMail.ts';
import { readSources } from '../../import/readSources.ts';
import type { LocalArchive } from '../../local/openArchive.ts';
import { startImportProgress } from '../importProgress.ts';
import { beginFiles, keepIndexing } from '../indexFiles.ts';
import { type DataOptions, dataDirectoryOf, withArchive } from '../localArchive.ts';
import { dataOption, examples, quietOption, wholeNumber } from '../options.ts';
import { print } from '../output.ts';
import { packageRoot } from '../packageRoot.ts';
import { printable } from '../printable.ts';
import { type ServeAccess, serveAccess } from '../serveAccess.ts';
import { defaultHost, defaultPort, serveArchive } from '../serveArchive.ts';
import { readServeConfig } from '../serveConfig.ts';
import { shortPath } from '../shortPath.ts';
import { statusLine } from '../statusLine.ts';
import { watchStopSignals } from '../stopSignal.ts';

interface StartOptions extends DataOptions {
  readonly port: number;
  readonly quiet?: true;
}

const samplesDirectory = join(packageRoot, 'lib', 'samples', 'mail');
const samplesAccount = 'samples';

/** Whoever reaches the machine's own address, unless a mailglob.yml in the data directory says otherwise. */
function accessOf(command: Command, options: DataOptions): ServeAccess {
  const access = serveAccess(defaultHost, null, readServeConfig(undefined, dataDirectoryOf(options)));
  return 'misuse' in access ? command.error(`error: ${access.misuse}`) : access;
}

/** A call that finds something among the samples, to be pasted into a shell. */
const exampleCall = (url: string): string => {
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'searchAttachments', arguments: { pattern: 'rxd2*.pdf', limit: 3 } },
  };
  const headers = ['content-type: application/json', 'accept: application/json, text/event-stream'];
  return `curl -s ${url} ${headers.map(header => `-H '${header}'`).join(' ')} -d '${JSON.stringify(call)}'`;
};

async function importSamples(archive: LocalArchive, quiet: boolean, signal: AbortSignal): Promise<void> {
  const progress = startImportProgress('importing the sample mails', quiet);
  try {
    const items = readSources([samplesDirectory], { now: Date.now, ...progress.reading });
    await importMail(archive, items, { accountId: samplesAccount, signal, ...progress.storing });
  } finally {
    progress.end();
  }
}

export function startCommand(command: Command): void {
  command
    .addOption(dataOption())
    .option('--port <number>', 'port to listen on; 0 takes a free one', wholeNumber(0, 65_535), defaultPort)
    .addOption(quietOption());
  examples(command, 'mailglob start', 'mailglob start --port 8080');
  command.action(async ({ port, quiet, ...options }: StartOptions) => {
    const config = readLocalConfig();
    const access = accessOf(command, options);
    const stop = watchStopSignals();
    await withArchive(options, { create: true }, async archive => {
      await beginFiles(archive);
      await importSamples(archive, quiet === true, stop.signal);
      if (stop.signal.aborted) return;
      const indexing: Promise<void>[] = [];
      const whileServing = async (url: string) => {
        indexing.push(keepIndexing(archive, stop.signal));
        await print(
          '',
          `It holds ${statusLine(await readStatus(archive.store))}, in ${printable(shortPath(archive.dir))};`,
          `the sample mails are in account '${samplesAccount}'.`,
          '',
          access.rules.modes.length === 0
            ? 'Try this in another terminal:'
            : 'Try this in another terminal, with a key or a token, which mailglob.yml there asks for:',
          '',
          exampleCall(url),
          '',
          'Stop it with Ctrl-C.',
        );
      };
      await serveArchive(archive, { host: defaultHost, port, access, config, signal: stop.signal, whileServing });
      await Promise.all(indexing);
    });
    stop.release();
  });
}
