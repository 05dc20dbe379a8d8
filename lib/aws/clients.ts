// The one place where AWS clients are made: their endpoint, time-outs, connections and retries.
// Region and credentials come from the environment, as the SDK reads them.

import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';

/** Enough for a planner round over many accounts, or an import's batches; more would only queue at the service. */
const sockets = 128;

const shared = {
  // The SDK mends what passes within a second; what lasts longer is retried by the adapters, which know their deadline.
  retryMode: 'standard',
  maxAttempts: 3,
} as const;

/** A DynamoDB client. `AWS_ENDPOINT_URL` leads it to an emulator. */
export function dynamoClient(environment: NodeJS.ProcessEnv = process.env): DynamoDBClient {
  return new DynamoDBClient({
    ...shared,
    ...endpointOf(environment),
    requestHandler: {
      connectionTimeout: 2_000,
      // The service answers a 1 MB page in tens of milliseconds; a socket silent for longer is dead.
      requestTimeout: 5_000,
      throwOnRequestTimeout: true,
      httpsAgent: { keepAlive: true, maxSockets: sockets },
      httpAgent: { keepAlive: true, maxSockets: sockets },
    },
  });
}

/** An S3 client. With `AWS_ENDPOINT_URL` buckets are named in the path, since an emulator has no host name for each. */
export function s3Client(environment: NodeJS.ProcessEnv = process.env): S3Client {
  const emulator = endpointOf(environment);
  return new S3Client({
    ...shared,
    ...emulator,
    forcePathStyle: 'endpoint' in emulator,
    requestHandler: {
      connectionTimeout: 2_000,
      // A mail of the greatest size on a slow line; bytes that flow reset nothing here, so it bounds the whole request.
      requestTimeout: 120_000,
      throwOnRequestTimeout: true,
      httpsAgent: { keepAlive: true, maxSockets: sockets },
      httpAgent: { keepAlive: true, maxSockets: sockets },
    },
  });
}

/** A Secrets Manager client. It is asked a few times in a function's life, while a caller waits. */
export function secretsClient(environment: NodeJS.ProcessEnv = process.env): SecretsManagerClient {
  return new SecretsManagerClient({
    ...shared,
    ...endpointOf(environment),
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
  });
}

/** A client of queues. An emulator names them by a host that need not be the one it is reached by. */
export function sqsClient(environment: NodeJS.ProcessEnv = process.env): SQSClient {
  const emulator = endpointOf(environment);
  return new SQSClient({
    ...shared,
    ...emulator,
    useQueueUrlAsEndpoint: !('endpoint' in emulator),
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
  });
}

/** A CloudFormation client, for who looks up what was deployed. */
export function cloudFormationClient(environment: NodeJS.ProcessEnv = process.env): CloudFormationClient {
  return new CloudFormationClient({
    ...shared,
    ...endpointOf(environment),
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
  });
}

/** The emulator's address, and the region and keys that it takes where the environment has none. */
function endpointOf(environment: NodeJS.ProcessEnv) {
  const endpoint = environment.AWS_ENDPOINT_URL;
  return endpoint ? { endpoint } : {};
}
