// The gateway of this machine over mail of its own, to compare what is deployed with.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RemoteFlags } from '../../lib/archive/rows.ts';
import { storeMessages } from '../../lib/archive/writer.ts';
import { gatewayService } from '../../lib/cli/gatewayService.ts';
import { readLocalConfig } from '../../lib/config.ts';
import { noAuthentication } from '../../lib/gateway/authenticate.ts';
import { createGateway } from '../../lib/gateway/gateway.ts';
import { loopbackHosts } from '../../lib/gateway/hosts.ts';
import { startHttpServer } from '../../lib/local/httpServer.ts';
import { openArchive } from '../../lib/local/openArchive.ts';

export interface TestMail {
  readonly accountId: string;
  readonly folderAlias: string;
  readonly raw: Uint8Array;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly flags: RemoteFlags | null;
}

export interface LocalGateway {
  readonly url: URL;
  readonly messages: number;
  close(): Promise<void>;
}

/** Stores the mails in a directory of its own, and serves them. */
export async function startLocalGateway(mails: readonly TestMail[]): Promise<LocalGateway> {
  const directory = await mkdtemp(join(tmpdir(), 'mailglob-local-'));
  const archive = await openArchive(directory, { create: true });
  const outcomes = await storeMessages(archive, mails, Date.now);
  const service = await gatewayService(archive, readLocalConfig({ MAILGLOB_DATA: directory }));
  const gateway = createGateway({
    ...service,
    log: () => {},
    path: '/mcp',
    allowedHosts: loopbackHosts,
    authenticate: noAuthentication,
  });
  const server = await startHttpServer({ host: '127.0.0.1', port: 0, handle: request => gateway(request) });
  return {
    url: new URL('/mcp', server.origin),
    messages: new Set(outcomes.map(({ storedEmailId }) => storedEmailId)).size,
    async close() {
      await server.close();
      await archive.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
