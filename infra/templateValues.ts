// The values that serverless.yml takes as ${mailglob:...}: what mailglob.yml says, in the form that a template wants it.

import { alarmActions, alarmTopic } from './alarmTopic.ts';
import type { DeploymentConfig } from './deploymentConfig.ts';
import { edgeMark, mcpUrl, ownDomain } from './ownDomain.ts';
import { receiptRules } from './receiptRules.ts';

/** Lifecycle rules are switched, not left out: their days must be something also while they are off. */
const unusedDays = 36_500;

/** The values by name. A name that is none of these is an error in serverless.yml. */
export function templateValues(config: DeploymentConfig): Readonly<Record<string, unknown>> {
  const { limits, retention } = config;
  return {
    timeZone: config.timeZone,
    accounts: JSON.stringify(config.accounts.map(({ id }) => id)),
    hosts: JSON.stringify([...config.hosts, ...(config.domain === null ? [] : [config.domain.name])]),
    mcpUrl: mcpUrl(config),
    edgeMark: edgeMark(config),
    ownDomain: ownDomain(config),
    scanRows: String(limits.scanRows),
    scanMilliseconds: String(limits.scanMilliseconds),
    representationCharacters: String(limits.representationCharacters),
    readCharacters: String(limits.readCharacters),
    callsPerMinute: String(limits.callsPerMinute),
    corsOrigins: JSON.stringify(config.cors.origins),
    requestsPerSecond: limits.requestsPerSecond,
    burst: limits.burst,
    ingestConcurrency: limits.ingestConcurrency,
    extractConcurrency: limits.extractConcurrency,
    logDays: retention.logDays,
    oldVersionDays: retention.oldVersionDays,
    mailDays: retention.mailDays ?? unusedDays,
    mailExpiry: retention.mailDays === null ? 'Disabled' : 'Enabled',
    deletionProtection: retention.deletionProtection,
    alarmActions: alarmActions(config),
    alarmTopic: alarmTopic(config),
    receiving: receiptRules(config),
  };
}
