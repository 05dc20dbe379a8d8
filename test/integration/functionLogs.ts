// What the deployed functions have logged.

import {
  CloudWatchLogsClient,
  DescribeLogGroupsCommand,
  FilterLogEventsCommand,
} from '@aws-sdk/client-cloudwatch-logs';

/** Every line of the functions of a stack, by function. */
export async function functionLogs(stackName: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const client = new CloudWatchLogsClient({});
  const logs = new Map<string, readonly string[]>();
  try {
    const prefix = `/aws/lambda/${stackName}-`;
    const { logGroups = [] } = await client.send(new DescribeLogGroupsCommand({ logGroupNamePrefix: prefix }));
    for (const { logGroupName = '' } of logGroups) {
      const lines: string[] = [];
      for (let nextToken: string | undefined; ; ) {
        const page = await client.send(
          new FilterLogEventsCommand({ logGroupName, ...(nextToken === undefined ? {} : { nextToken }) }),
        );
        lines.push(...(page.events ?? []).map(({ message = '' }) => message));
        nextToken = page.nextToken;
        if (nextToken === undefined) break;
      }
      logs.set(logGroupName.slice(prefix.length), lines);
    }
    return logs;
  } finally {
    client.destroy();
  }
}
