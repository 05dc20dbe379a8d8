import { dynamoClient, s3Client } from '../../../lib/aws/clients.ts';

const emulator = { AWS_ENDPOINT_URL: 'http://127.0.0.1:4566' };

test('both clients go where AWS_ENDPOINT_URL leads, buckets in the path', async () => {
  const dynamo = dynamoClient(emulator);
  const s3 = s3Client(emulator);
  for (const { config } of [dynamo, s3]) {
    expect(await config.endpoint?.()).toMatchObject({ hostname: '127.0.0.1', port: 4566, protocol: 'http:' });
    expect(await config.maxAttempts()).toBe(3);
  }
  expect(s3.config.forcePathStyle).toBe(true);
});

test('without it buckets are named in the host', () => {
  expect(s3Client({}).config.forcePathStyle).toBe(false);
});
