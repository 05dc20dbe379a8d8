// AWS as far as the functions ask it while they are measured: a table with one key, a secret, and a bucket of the mails
// given.
// It answers at once and remembers nothing, so that what is measured is the function.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiKeyPk, keyUsePk } from '../../../lib/archive/keys.ts';
import { digestOfKey, makeApiKey } from '../../../lib/gateway/apiKeyText.ts';

export interface AwsDouble {
  readonly endpoint: string;
  close(): Promise<void>;
}

/** A key that every account is read by. */
export const apiKey = makeApiKey();

const keyRow = {
  pk: { S: apiKeyPk },
  sk: { S: digestOfKey(apiKey) },
  d: {
    S: JSON.stringify({ name: 'k', accounts: '*', library: true, scopes: ['read'], expiresAt: null, createdAt: 0 }),
  },
};
const useRow = { pk: { S: keyUsePk }, sk: { S: digestOfKey(apiKey) }, d: { S: String(Date.now()) } };

/** The name of the one table. */
const tableName = 't';

const answers: Readonly<Record<string, object>> = {
  GetSecretValue: { SecretString: 'k'.repeat(43) },
  Query: { Items: [], Count: 0, ScannedCount: 0, ConsumedCapacity: { TableName: tableName, CapacityUnits: 0.5 } },
  BatchGetItem: {
    Responses: { [tableName]: [keyRow, useRow] },
    UnprocessedKeys: {},
    ConsumedCapacity: [{ TableName: tableName, CapacityUnits: 2 }],
  },
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
