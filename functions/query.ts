// MCP over HTTPS: an event of the HTTP API, or of a function URL, goes through the gateway.

import { dynamoClient, secretsClient } from '../lib/aws/clients.ts';
import { deploymentCursorKeys } from '../lib/aws/deploymentCursorKeys.ts';
import { dynamoStore } from '../lib/aws/dynamoStore.ts';
import { throughEdge } from '../lib/aws/edgeChallenge.ts';
import { readQueryEnvironment } from '../lib/aws/functionEnvironment.ts';
import { type HttpEvent, type HttpResult, requestOf, resultOf } from '../lib/aws/lambdaHttp.ts';
import { openedLate } from '../lib/aws/openedLate.ts';
import { readAccessRules } from '../lib/gateway/accessRules.ts';
import { admission } from '../lib/gateway/admission.ts';
import { callQuota } from '../lib/gateway/callQuota.ts';
import { createGateway, type Gateway } from '../lib/gateway/gateway.ts';
import { openAuthentication } from '../lib/gateway/openAuthentication.ts';
import { sideWork as createSideWork } from '../lib/gateway/sideWork.ts';
import { limits } from '../lib/limits.ts';
import { stderrLog } from '../lib/log.ts';
import { tools } from '../lib/tools/tools.ts';

const path = '/mcp';
const settings = readQueryEnvironment();
const { version, accounts, hosts, timeZone, budget, characters, corsOrigins, callsPerMinute: perMinute } = settings;
// The build puts the text in the place of the variable.
const rules = readAccessRules(process.env.MAILGLOB_ACCESS_RULES);
const cursorKeysNow = deploymentCursorKeys({ id: settings.cursorKeySecret, client: secretsClient() });
const archive = {
  store: dynamoStore({ client: dynamoClient(), table: settings.table }),
  blobs: openedLate(async () => (await import('../lib/aws/bucketBlobs.ts')).bucketBlobs(settings.bucket)),
};
const { store } = archive;
const rebuildFiles = async () =>
  (await import('../lib/aws/startFilesRebuild.ts')).startRebuildOnStack(archive, settings.extractQueue);
const sideWork = createSideWork(stderrLog);
// A function answers one request at a time, so that how many it answers at once is the API's to bound.
const bounds = admission({
  quota: callQuota({ perMinute, shared: { store, sideWork } }),
  atOnce: limits.callsAtOnce.value,
});

const authentication = openAuthentication({ rules, store, sideWork, url: settings.url, path });

/** What tools are handed; the key that cursors are signed with may have to be read first. */
const environment = async () => ({
  archive,
  cursorKeys: await cursorKeysNow(),
  timeZone,
  budget,
  characters,
  rebuildFiles,
  servedAccounts: async () => accounts,
});

const gatewayAt = (domainName: string): Gateway =>
  createGateway({
    ...{ path, version, tools, log: stderrLog, corsOrigins, environment },
    ...authentication,
    // Where everybody may read, nobody is told apart, and the API bounds all of them together.
    ...(rules.modes.length > 0 && { admission: bounds }),
    allowedHosts: [domainName, ...hosts],
  });

/** Kept from event to event, since it bounds what is logged of refusals. An API has one name, until it is given another. */
let opened: { readonly domainName: string; readonly gateway: Gateway } | undefined;

export async function handler(event: HttpEvent): Promise<HttpResult> {
  const { domainName, requestId } = event.requestContext;
  if (opened?.domainName !== domainName) opened = { domainName, gateway: gatewayAt(domainName) };
  const result = await resultOf(await opened.gateway(requestOf(event), { requestId }));
  // Once the answer is given nothing here goes on.
  await sideWork.settled(limits.sideWorkMilliseconds.value);
  return throughEdge(event, result, settings.edgeMark);
}
