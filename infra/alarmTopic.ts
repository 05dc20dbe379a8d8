// Who hears of the alarms: a topic with the operator's address on it. What an alarm watches is in queue.yml.

import type { DeploymentConfig } from './deploymentConfig.ts';

/** What every alarm does when it goes off: nothing where nobody is named. */
export const alarmActions = ({ alarmEmail }: DeploymentConfig): readonly object[] =>
  alarmEmail === null ? [] : [{ Ref: 'AlarmTopic' }];

/**
 * Resources to add to the template; none where nobody is named. AWS sends the address a link to confirm by, and nothing
 * else before that. Not encrypted: CloudWatch may not use the key that SNS has, and an alarm says nothing of any mail.
 */
export function alarmTopic({ alarmEmail }: DeploymentConfig): object {
  if (alarmEmail === null) return { Resources: {} };
  return {
    Resources: {
      AlarmTopic: {
        Type: 'AWS::SNS::Topic',
        Properties: { Subscription: [{ Protocol: 'email', Endpoint: alarmEmail }] },
      },
    },
  };
}
