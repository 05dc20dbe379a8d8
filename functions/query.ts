// MCP over HTTPS: an event of the HTTP API, or of a function URL, goes through the gateway.

import { dynamoClient, secretsClient } from '../lib/aws/clients.ts';
import { deploymentKeys } from '../lib/aws/deploymentKeys.ts';
import { dynamoStore } from '../lib/aws/dynamoStore.ts';
import { readQueryEnvironment } from '../lib/aws/functionEnvironment.ts';
import { type HttpEvent, type HttpResult, requestOf, resultOf } from '../lib/aws/lambdaHttp.ts';
import { openedLate } from '../lib/aws/openedLate.ts';
import { apiKeyAuthentication } from '../lib/gateway/authenticate.ts';
import { createGateway } from '../lib/gateway/gateway.ts';
import { stderrLog } from '../lib/log.ts';
import { tools } from '../lib/tools/tools.ts';

const settings = readQueryEnvironment();
const { version, accounts, hosts, timeZone, budget, characters } = settings;
const keys = deploymentKeys({ ...settings, client: secretsClient() });
const archive = {
  store: dynamoStore({ client: dynamoClient(), table: settings.table }),
  blobs: openedLate(async () => (await import('../lib/aws/bucketBlobs.ts')).bucketBlobs(settings.bucket)),
};
const authenticate = apiKeyAuthentication(keys.findApiKey);

export async function handler(event: HttpEvent): Promise<HttpResult> {
  const { domainName, requestId } = event.requestContext;
  const cursorKeys = await keys.cursorKeys();
  const gateway = createGateway({
    path: '/mcp',
    ...{ version, tools, authenticate, log: stderrLog },
    allowedHosts: [domainName, ...hosts],
    environment: { archive, cursorKeys, timeZone, budget, characters, servedAccounts: async () => accounts },
  });
  return resultOf(await gateway(requestOf(event), { requestId }));
}
