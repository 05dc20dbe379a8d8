// Tables and the strict DynamoDB that integration tests need beside MiniStack.

import { createRequire } from 'node:module';
import { CreateTableCommand, type DynamoDBClient, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import { freePort, type Server, startServer } from './processes.ts';

/** Makes a table as the deployment does, and waits for it. */
export async function createTable(client: DynamoDBClient, TableName: string): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
      ],
    }),
  );
  await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 1 }, { TableName });
}

/** Starts dynalite, which keeps DynamoDB's page cuts, key order, sizes and units more strictly than other emulators. */
export async function startDynalite(): Promise<Server> {
  const port = await freePort();
  return startServer({
    command: process.execPath,
    args: [
      createRequire(import.meta.url).resolve('dynalite/cli.js'),
      ...['--host', '127.0.0.1', '--port', String(port), '--createTableMs', '0'],
    ],
    port,
    ready: '/',
  });
}
