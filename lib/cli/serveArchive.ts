// Serves an archive over HTTP on this machine, with or without watched directories, until it is told to stop.

import type { LocalConfig } from '../config.ts';
import { noAuthentication } from '../gateway/authenticate.ts';
import { createGateway } from '../gateway/gateway.ts';
import { loopbackHosts } from '../gateway/hosts.ts';
import { startHttpServer } from '../local/httpServer.ts';
import type { LocalArchive } from '../local/openArchive.ts';
import { gatewayService } from './gatewayService.ts';
import { print } from './output.ts';
import { aborted } from './stopSignal.ts';

export const mcpPath = '/mcp';
export const defaultHost = '127.0.0.1';
export const defaultPort = 3000;

export interface ServeArchiveOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly config: LocalConfig;
  readonly signal: AbortSignal;
  /** Called once it serves, after the line that says so was printed. */
  readonly whileServing?: (url: string) => Promise<void>;
}

/**
 * Prints `mailglob serving URL`, serves until the signal, and lets what runs finish.
 * @throws UserError where the port is taken or the address is not this machine's.
 */
export async function serveArchive(archive: LocalArchive, options: ServeArchiveOptions): Promise<void> {
  const { host, port, config, signal, whileServing } = options;
  const gateway = createGateway({
    ...(await gatewayService(archive, config)),
    path: mcpPath,
    allowedHosts: [...loopbackHosts, host],
    authenticate: noAuthentication,
  });
  const server = await startHttpServer({ host, port, handle: request => gateway(request) });
  try {
    const url = server.origin + mcpPath;
    await print(`mailglob serving ${url}`);
    await whileServing?.(url);
    await aborted(signal);
  } finally {
    await server.close();
  }
}
