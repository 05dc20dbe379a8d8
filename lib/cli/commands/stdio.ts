// `mailglob stdio`: the tools over standard input and output, for clients that start the program themselves.

import type { Command } from 'commander';
import { readLocalConfig } from '../../config.ts';
import { createMcpServer } from '../../gateway/mcpServer.ts';
import { serveStandardStreams } from '../../local/stdio.ts';
import { gatewayService } from '../gatewayService.ts';
import { beginFiles, keepIndexing } from '../indexFiles.ts';
import { announceIfNew, type DataOptions, withArchive } from '../localArchive.ts';
import { localCaller } from '../localEnvironment.ts';
import { dataOption, examples } from '../options.ts';
import { watchStopSignals } from '../stopSignal.ts';

export function stdioCommand(command: Command): void {
  command.addOption(dataOption());
  examples(command, 'mailglob stdio --data ~/mail-archive');
  command.action(async (options: DataOptions) => {
    const config = readLocalConfig();
    const stop = watchStopSignals();
    await withArchive(options, { create: true }, async archive => {
      announceIfNew(archive);
      const service = await gatewayService(archive, config);
      const createServer = () => createMcpServer(service, localCaller, () => crypto.randomUUID());
      await beginFiles(archive);
      const ended = new AbortController();
      const indexing = keepIndexing(archive, AbortSignal.any([stop.signal, ended.signal]));
      await serveStandardStreams({ createServer }, stop.signal);
      ended.abort();
      await indexing;
    });
    stop.release();
  });
}
