// What a template must keep to, as rules that give one complaint for each thing that is wrong.

import type { Resource, Template } from './packageTemplate.ts';

export type Rule = (template: Template) => string[];

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

interface Statement {
  readonly resource: string;
  readonly Effect: string;
  readonly Principal?: Json;
  readonly Action: Json;
  readonly Resource: Json;
  readonly Condition?: { readonly Bool?: { readonly 'aws:SecureTransport'?: Json } };
}

/** What lies in a template at a path such as `A.B.0`; undefined where nothing does. */
export function at(value: unknown, path: string): unknown {
  let here = value;
  for (const name of path.split('.')) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Readonly<Record<string, unknown>>)[name];
  }
  return here;
}

const isPositive = (value: unknown): boolean => typeof value === 'number' && value > 0;

const listOf = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : ([value].flat() as T[]);

const ofType = ({ Resources }: Template, type: string): [string, Resource][] =>
  Object.entries(Resources).filter(([, { Type }]) => Type === type);

/** Every statement of every policy, wherever in a template it is. */
function statements(template: Template): Statement[] {
  const found: Statement[] = [];
  const walk = (resource: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { PolicyDocument } = value as { PolicyDocument?: { Statement?: Statement | Statement[] } };
    for (const statement of listOf(PolicyDocument?.Statement)) found.push({ ...statement, resource });
    for (const inner of Object.values(value)) walk(resource, inner);
  };
  for (const [name, { Properties }] of Object.entries(template.Resources)) walk(name, Properties);
  return found;
}

const allowed = (template: Template): Statement[] => statements(template).filter(({ Effect }) => Effect === 'Allow');

/** The resource of the template that a reference points to; undefined for plain text. */
function referenced(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Sub': text } = value as Record<string, Json>;
  if (typeof Ref === 'string') return Ref;
  if (Array.isArray(attribute)) return String(attribute[0]);
  return typeof text === 'string' ? /^\$\{(\w+)(?:\.Arn)?\}(?:\/[^*]+\/\*)?$/.exec(text)?.[1] : undefined;
}

const noWildcardAction: Rule = template =>
  allowed(template).flatMap(({ resource, Action }) =>
    listOf(Action).flatMap(action => (String(action).includes('*') ? [`${resource} allows ${action}`] : [])),
  );

const noScan: Rule = template =>
  allowed(template).flatMap(({ resource, Action }) =>
    listOf(Action).flatMap(action => (String(action) === 'dynamodb:Scan' ? [`${resource} allows ${action}`] : [])),
  );

/** A resource is one of this template, or what lies below a named path of one. */
const namedResources: Rule = template =>
  allowed(template).flatMap(({ resource, Resource }) =>
    listOf(Resource).flatMap(target => {
      const name = referenced(target);
      const isOwn = name !== undefined && name in template.Resources;
      return isOwn ? [] : [`${resource} allows on ${JSON.stringify(target)}`];
    }),
  );

const encryptedStores: Rule = template => [
  ...ofType(template, 'AWS::S3::Bucket').flatMap(([name, { Properties }]) =>
    isPositive(at(Properties, 'BucketEncryption.ServerSideEncryptionConfiguration.length'))
      ? []
      : [`bucket ${name} is not encrypted`],
  ),
  ...ofType(template, 'AWS::DynamoDB::Table').flatMap(([name, { Properties }]) =>
    at(Properties, 'SSESpecification.SSEEnabled') === true ? [] : [`table ${name} is not encrypted`],
  ),
  ...ofType(template, 'AWS::SQS::Queue').flatMap(([name, { Properties }]) =>
    Properties.SqsManagedSseEnabled === true || Properties.KmsMasterKeyId ? [] : [`queue ${name} is not encrypted`],
  ),
];

const blocks = ['BlockPublicAcls', 'BlockPublicPolicy', 'IgnorePublicAcls', 'RestrictPublicBuckets'];

const closedBuckets: Rule = template => [
  ...ofType(template, 'AWS::S3::Bucket').flatMap(([name, { Properties }]) =>
    blocks.every(block => at(Properties, `PublicAccessBlockConfiguration.${block}`) === true)
      ? []
      : [`bucket ${name} can be public`],
  ),
  ...allowed(template).flatMap(({ resource, Principal }) =>
    Principal === '*' || (Principal as { AWS?: Json } | undefined)?.AWS === '*' ? [`${resource} allows anybody`] : [],
  ),
];

const bucketsOnlyOverTls: Rule = template =>
  ofType(template, 'AWS::S3::Bucket').flatMap(([name]) => {
    const policies = ofType(template, 'AWS::S3::BucketPolicy').filter(
      ([, { Properties }]) => referenced(Properties.Bucket) === name,
    );
    const names = new Set(policies.map(([policy]) => policy));
    const refuses = statements(template).some(
      ({ resource, Effect, Principal, Condition }) =>
        names.has(resource) &&
        Effect === 'Deny' &&
        Principal === '*' &&
        String(Condition?.Bool?.['aws:SecureTransport']) === 'false',
    );
    return refuses ? [] : [`bucket ${name} can be read without TLS`];
  });

const deadLetters: Rule = template => [
  ...ofType(template, 'AWS::Lambda::Function').flatMap(([name, { Properties }]) => {
    const queue = referenced(at(Properties, 'DeadLetterConfig.TargetArn'));
    return template.Resources[queue ?? '']?.Type === 'AWS::SQS::Queue'
      ? []
      : [`function ${name} has no dead-letter path`];
  }),
  ...ofType(template, 'AWS::Lambda::EventSourceMapping').flatMap(([name, { Properties }]) => {
    const source = template.Resources[referenced(Properties.EventSourceArn) ?? '']?.Properties;
    const letters = template.Resources[referenced(at(source, 'RedrivePolicy.deadLetterTargetArn')) ?? '']?.Properties;
    return [
      ...(letters && isPositive(at(source, 'RedrivePolicy.maxReceiveCount'))
        ? []
        : [`the queue of ${name} has no dead-letter queue`]),
      ...(letters?.MessageRetentionPeriod === 14 * 86_400 ? [] : [`dead letters of ${name} are not kept for 14 days`]),
      ...(listOf(Properties.FunctionResponseTypes).includes('ReportBatchItemFailures')
        ? []
        : [`${name} fails whole batches`]),
    ];
  }),
];

const boundedFunctions: Rule = template =>
  ofType(template, 'AWS::Lambda::Function').flatMap(([name, { Properties }]) => [
    ...(isPositive(Properties.Timeout) ? [] : [`function ${name} has no timeout`]),
    ...(isPositive(Properties.MemorySize) ? [] : [`function ${name} has no memory size`]),
  ]);

/** A message must not come again while it is still worked on. */
const patientQueues: Rule = template =>
  ofType(template, 'AWS::Lambda::EventSourceMapping').flatMap(([name, { Properties }]) => {
    const worker = template.Resources[referenced(Properties.FunctionName) ?? '']?.Properties;
    const source = template.Resources[referenced(Properties.EventSourceArn) ?? '']?.Properties;
    return Number(source?.VisibilityTimeout) >= Number(worker?.Timeout)
      ? []
      : [`messages of ${name} come again while they are worked on`];
  });

const logsEnd: Rule = template => [
  ...ofType(template, 'AWS::Lambda::Function').flatMap(([name, { Properties }]) => {
    const group = ofType(template, 'AWS::Logs::LogGroup').some(
      ([, log]) => log.Properties.LogGroupName === `/aws/lambda/${Properties.FunctionName}`,
    );
    return group ? [] : [`function ${name} has no log group`];
  }),
  ...ofType(template, 'AWS::Logs::LogGroup').flatMap(([name, { Properties }]) =>
    isPositive(Properties.RetentionInDays) ? [] : [`log group ${name} keeps its log for ever`],
  ),
];

const ownRoles: Rule = template => {
  const functions = ofType(template, 'AWS::Lambda::Function');
  const roles = functions.map(([, { Properties }]) => referenced(Properties.Role));
  return functions.flatMap(([name], i) =>
    roles[i] !== undefined && roles.indexOf(roles[i]) === i ? [] : [`function ${name} has no role of its own`],
  );
};

const keptStores: Rule = template =>
  [...ofType(template, 'AWS::S3::Bucket'), ...ofType(template, 'AWS::DynamoDB::Table')].flatMap(([name, resource]) =>
    // What osls uploads to is its own, and empty of anything that cannot be built again.
    name === 'ServerlessDeploymentBucket' ||
    (resource.DeletionPolicy === 'Retain' && resource.UpdateReplacePolicy === 'Retain')
      ? []
      : [`${name} goes with the stack`],
  );

const recoverable: Rule = template => [
  ...ofType(template, 'AWS::DynamoDB::Table').flatMap(([name, { Properties }]) =>
    at(Properties, 'PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled') === true &&
    Properties.DeletionProtectionEnabled === true
      ? []
      : [`table ${name} cannot be brought back`],
  ),
  ...ofType(template, 'AWS::S3::Bucket').flatMap(([name, { Properties }]) =>
    name === 'ServerlessDeploymentBucket' || at(Properties, 'VersioningConfiguration.Status') === 'Enabled'
      ? []
      : [`objects of ${name} cannot be brought back`],
  ),
];

const throttled: Rule = template =>
  ofType(template, 'AWS::ApiGatewayV2::Stage').flatMap(([name, { Properties }]) =>
    isPositive(at(Properties, 'DefaultRouteSettings.ThrottlingRateLimit')) &&
    isPositive(at(Properties, 'DefaultRouteSettings.ThrottlingBurstLimit'))
      ? []
      : [`${name} is not throttled`],
  );

const noSecretShown: Rule = template => {
  const secrets = new Set(ofType(template, 'AWS::SecretsManager::Secret').map(([name]) => name));
  const text = JSON.stringify(template);
  return [
    ...(text.includes('{{resolve:') ? ['a secret is resolved into the template'] : []),
    ...[...secrets].flatMap(name =>
      template.Resources[name]?.Properties.SecretString === undefined ? [] : [`${name} is written in the template`],
    ),
  ];
};

export const rules = {
  noWildcardAction,
  noScan,
  namedResources,
  encryptedStores,
  closedBuckets,
  bucketsOnlyOverTls,
  deadLetters,
  boundedFunctions,
  patientQueues,
  logsEnd,
  ownRoles,
  keptStores,
  recoverable,
  throttled,
  noSecretShown,
} as const satisfies Record<string, Rule>;
