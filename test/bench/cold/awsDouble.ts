// AWS as far as the functions ask it while they are measured: an empty table, secrets, and a bucket of the mails given.
// It answers at once and remembers nothing, so that what is measured is the function.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AwsDouble {
  readonly endpoint: string;
  close(): Promise<void>;
}

/** A key that is long enough to be one. */
export const apiKey = 'k'.repeat(43);

const answers: Readonly<Record<string, object>> = {
  GetSecretValue: { SecretString: apiKey },
  Query: { Items: [], Count: 0, ScannedCount: 0, ConsumedCapacity: { TableName: 't', CapacityUnits: 0.5 } },
  BatchGetItem: { Responses: {}, UnprocessedKeys: {} },
  BatchWriteItem: { UnprocessedItems: {} },
};

/** @param objects what the bucket holds, by key */
export async function startAwsDouble(objects: ReadonlyMap<string, Uint8Array>): Promise<AwsDouble> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => answer(objects, request, response));
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(
  objects: ReadonlyMap<string, Uint8Array>,
  { url = '/', method, headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') {
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    response.end(JSON.stringify(answers[target.split('.')[1] ?? ''] ?? {}));
    return;
  }
  if (method === 'PUT') {
    response.writeHead(200, { etag: '"e"' });
    response.end();
    return;
  }
  const { pathname } = new URL(url, 'http://localhost');
  const bytes = objects.get(decodeURIComponent(pathname.replace(/^\/[^/]*\//, '')));
  if (bytes === undefined) {
    response.writeHead(404, { 'content-type': 'application/xml' });
    response.end('<Error><Code>NoSuchKey</Code><Message>none</Message></Error>');
    return;
  }
  response.writeHead(200, { 'content-length': bytes.length, 'last-modified': new Date().toUTCString(), etag: '"e"' });
  response.end(method === 'HEAD' ? undefined : bytes);
}
