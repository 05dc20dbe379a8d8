// The mail side of a deployment: one SES receipt rule for each account, which puts what arrives for its addresses into
// the bucket. SES scans first and leaves its verdicts in headers of the mail, which is stored as it came.

import { encodeSegment } from '../lib/archive/blobKeys.ts';
import type { DeploymentConfig } from './deploymentConfig.ts';

type Account = DeploymentConfig['accounts'][number];

/** Addresses that one rule can have. */
const recipientsPerRule = 100;

/** `@example.com` is every address of a domain, which SES names without the sign. */
const recipientOf = (address: string): string => address.replace(/^@/, '');

/**
 * Resources and outputs to add to the template; none where mail is not received by SES, or no account has an address.
 * A rule set of its own must be made active by the operator: an AWS account has one active set, which no template may
 * take over.
 */
export function receiptRules({ receiving, accounts }: DeploymentConfig): object {
  const rules = receiving.ses ? accounts.flatMap(rulesOf) : [];
  if (rules.length === 0) return { Resources: {}, Outputs: {} };
  const own = receiving.ruleSet === undefined;
  const ruleSet = receiving.ruleSet ?? { Ref: 'ReceiptRuleSet' };
  const resources = rules.map(({ account, recipients, part }, i) => [
    `ReceiptRule${i + 1}`,
    {
      Type: 'AWS::SES::ReceiptRule',
      // SES tries to write into the bucket when a rule is made. One after another, since they share a list.
      DependsOn: ['MailBucketPolicy', ...(i > 0 ? [`ReceiptRule${i}`] : [])],
      Properties: {
        RuleSetName: ruleSet,
        Rule: {
          // Rules of a set are told apart by name, and a set may be shared by several stacks.
          Name: { 'Fn::Sub': `\${AWS::StackName}-${account + 1}-${part + 1}` },
          Enabled: true,
          ScanEnabled: true,
          TlsPolicy: 'Optional',
          Recipients: recipients,
          Actions: [
            {
              S3Action: {
                BucketName: { Ref: 'MailBucket' },
                ObjectKeyPrefix: `mail/${encodeSegment(accounts[account]?.id ?? '')}/INBOX/`,
              },
            },
          ],
        },
      },
    },
  ]);
  return {
    Resources: {
      ...(own ? { ReceiptRuleSet: { Type: 'AWS::SES::ReceiptRuleSet' } } : {}),
      ...Object.fromEntries(resources),
    },
    Outputs: {
      ReceiptRuleSet: {
        Description: 'Receipt rule set; it receives mail once it is the active one',
        Value: ruleSet,
      },
    },
  };
}

function rulesOf({ addresses }: Account, account: number) {
  const recipients = addresses.map(recipientOf);
  const parts = Math.ceil(recipients.length / recipientsPerRule);
  return Array.from({ length: parts }, (_, part) => ({
    account,
    part,
    recipients: recipients.slice(part * recipientsPerRule, (part + 1) * recipientsPerRule),
  }));
}
