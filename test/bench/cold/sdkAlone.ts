// The AWS SDK alone: the clients that the functions use, and the requests that a first call of the query function makes.

import { BatchGetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { dynamoClient, s3Client, secretsClient } from '../../../lib/aws/clients.ts';

const dynamo = dynamoClient();
const secrets = secretsClient();
s3Client();

export async function run(): Promise<void> {
  await Promise.all(
    ['AWSCURRENT', 'AWSPREVIOUS'].map(VersionStage =>
      secrets.send(new GetSecretValueCommand({ SecretId: 'a', VersionStage })),
    ),
  );
  await dynamo.send(
    new BatchGetItemCommand({
      RequestItems: { t: { Keys: ['k', 'u'].map(pk => ({ pk: { S: pk }, sk: { S: 'x' } })), ConsistentRead: true } },
    }),
  );
  await Promise.all(
    ['x', 'y', 'z'].map(S =>
      dynamo.send(
        new QueryCommand({
          TableName: 't',
          KeyConditionExpression: 'pk = :p',
          ExpressionAttributeValues: { ':p': { S } },
        }),
      ),
    ),
  );
}
