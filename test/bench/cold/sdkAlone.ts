// The AWS SDK alone: the clients that the functions use, and the requests that a first call of the query function makes.

import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { dynamoClient, s3Client, secretsClient } from '../../../lib/aws/clients.ts';

const dynamo = dynamoClient();
const secrets = secretsClient();
s3Client();

export async function run(): Promise<void> {
  const stages = ['a', 'b'].flatMap(SecretId => ['AWSCURRENT', 'AWSPREVIOUS'].map(stage => [SecretId, stage] as const));
  await Promise.all(
    stages.map(([SecretId, VersionStage]) => secrets.send(new GetSecretValueCommand({ SecretId, VersionStage }))),
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
