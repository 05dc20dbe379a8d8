// What stands between a person's client and the deployed function, as AWS has it: CloudFront with the operator's own
// domain, and behind it the API. An emulator has neither the one's function nor the other's habits, so they are here:
// WWW-Authenticate is renamed as API Gateway renames it, and the function runs on answers below 400 alone.

import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

export interface Front {
  readonly origin: string;
  /**
   * Puts it in front of an API.
   * @param api URL below which the paths of the API are.
   * @param edgeMark what the distribution is known by; null for an API without one.
   */
  standBefore(api: string, edgeMark: string | null): void;
  close(): Promise<void>;
}

interface EdgeResponse {
  statusCode: number;
  headers: Record<string, { value: string }>;
}

const source = join(import.meta.dirname, '../../infra/cloudfront/restoreChallenge.js');
const restoreChallenge: (event: { response: EdgeResponse }) => EdgeResponse = runInNewContext(
  `${readFileSync(source, 'utf8')}; handler`,
);

/** Headers of one connection, and what would not fit what comes out of fetch(). */
const ofConnection = new Set(['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding']);

export async function startFront(): Promise<Front> {
  let behind: { readonly api: string; readonly edgeMark: string | null } | undefined;
  const server = createServer((request, response) => {
    if (behind === undefined) response.writeHead(503).end();
    else passOn(request, response, behind.api, behind.edgeMark).catch(() => response.destroy());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    standBefore(api, edgeMark) {
      behind = { api, edgeMark };
    },
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  api: string,
  edgeMark: string | null,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && name !== 'host' && !ofConnection.has(name)) headers.set(name, String(value));
  }
  if (edgeMark !== null) headers.set('x-mailglob-edge', edgeMark);
  const { method = 'GET', url = '/' } = request;
  const answer = await fetch(api + url, { method, headers, ...(chunks.length > 0 && { body: Buffer.concat(chunks) }) });
  const sent = Object.fromEntries(
    [...answer.headers]
      .filter(([name]) => !ofConnection.has(name))
      .map(([name, value]) => [name === 'www-authenticate' ? 'x-amzn-remapped-www-authenticate' : name, { value }]),
  );
  const seen = { statusCode: answer.status, headers: sent };
  const { statusCode, headers: shown } =
    edgeMark !== null && answer.status < 400 ? restoreChallenge({ response: seen }) : seen;
  response.writeHead(statusCode, Object.fromEntries(Object.entries(shown).map(([name, { value }]) => [name, value])));
  response.end(Buffer.from(await answer.arrayBuffer()));
}
