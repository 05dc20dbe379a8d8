// Serves an archive over HTTP on this machine, with or without watched directories, until it is told to stop.

import type { LocalConfig } from '../config.ts';
import { admission } from '../gateway/admission.ts';
import { callQuota } from '../gateway/callQuota.ts';
import { createGateway, type Gateway } from '../gateway/gateway.ts';
import { openAuthentication } from '../gateway/openAuthentication.ts';
import { sideWork as createSideWork } from '../gateway/sideWork.ts';
import { limits } from '../limits.ts';
import { startHttpServer } from '../local/httpServer.ts';
import type { LocalArchive } from '../local/openArchive.ts';
import { gatewayService } from './gatewayService.ts';
import { print } from './output.ts';
import type { ServeAccess } from './serveAccess.ts';
import { aborted } from './stopSignal.ts';

const mcpPath = '/mcp';
export const defaultHost = '127.0.0.1';
export const defaultPort = 3000;

export interface ServeArchiveOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly access: ServeAccess;
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
  const { rules, isOwnMachine, allowedHosts, corsOrigins, callsPerMinute } = options.access;
  const service = await gatewayService(archive, config);
  const sideWork = createSideWork(service.log);
  // The URL, which access tokens are for, is known once the port is.
  const opened = Promise.withResolvers<Gateway>();
  const server = await startHttpServer({ host, port, handle: async request => await (await opened.promise)(request) });
  try {
    const url = server.origin + mcpPath;
    const { store } = archive;
    opened.resolve(
      createGateway({
        ...service,
        ...openAuthentication({ rules, store, sideWork, url, path: mcpPath, isOwnMachine }),
        ...(!isOwnMachine && {
          admission: admission({ quota: callQuota({ perMinute: callsPerMinute }), atOnce: limits.callsAtOnce.value }),
        }),
        ...{ path: mcpPath, allowedHosts, corsOrigins },
      }),
    );
    await print(`mailglob serving ${url}`);
    await whileServing?.(url);
    await aborted(signal);
  } finally {
    await server.close();
    await sideWork.settled(limits.sideWorkMilliseconds.value);
  }
}
