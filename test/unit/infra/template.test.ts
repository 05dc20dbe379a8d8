import { parseDeploymentConfig } from '../../../infra/readDeploymentConfig.ts';
import { templateValues } from '../../../infra/templateValues.ts';
import { fileStateKey } from '../../../lib/archive/fileKeys.ts';
import {
  apiKeyPk,
  attachmentPk,
  callCountPk,
  foldersPk,
  keyUsePk,
  messagePk,
  nameTerm,
  objectKey,
  ownerKey,
  peoplePk,
  quarantinePk,
  settingKey,
} from '../../../lib/archive/keys.ts';
import { type Packaged, packageTemplate, type Template } from '../../infra/packageTemplate.ts';
import { at, rules } from '../../infra/templateRules.ts';
import { partitionsWritten } from './partitionsWritten.ts';

type RuleName = keyof typeof rules;

let packaged: Packaged;

beforeAll(async () => {
  packaged = await packageTemplate();
});
afterAll(() => packaged.done());

describe('the template that a deployment sends', () => {
  it.each(Object.entries(rules))('keeps to %s', (_, rule) => {
    expect(rule(packaged.template)).toEqual([]);
  });

  it('runs on the newest Node on ARM', () => {
    const functions = Object.values(packaged.template.Resources).filter(({ Type }) => Type === 'AWS::Lambda::Function');
    expect(functions).toHaveLength(3);
    for (const { Properties } of functions) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
    }
  });

  it('names what an operator looks for', () => {
    expect(Object.keys(packaged.template.Outputs)).toEqual(
      expect.arrayContaining(['McpUrl', 'BucketName', 'TableName', 'DashboardUrl', 'ReceiptRuleSet']),
    );
  });

  it('lets the query function write rows of callers and that files are indexed anew, and none that lets somebody in', () => {
    const partitions = writesOf('QueryRole').map(statement =>
      at(at(statement, 'Condition'), 'ForAllValues:StringEquals'),
    );
    expect(partitions).toEqual([{ 'dynamodb:LeadingKeys': [keyUsePk, callCountPk, fileStateKey.pk] }]);
    expect([keyUsePk, callCountPk, fileStateKey.pk]).not.toContain(apiKeyPk);
  });

  it('lets the function that reads documents write what it has to write of them', async () => {
    const patterns = writesOf('ExtractRole').flatMap(
      statement =>
        at(at(at(statement, 'Condition'), 'ForAllValues:StringLike'), 'dynamodb:LeadingKeys') as readonly string[],
    );
    const mayWrite = (pk: string) => patterns.some(pattern => isLike(pk, pattern));
    const written = await partitionsWritten();
    expect([...new Set(written.map(pk => pk.slice(0, 1)))].length).toBeGreaterThan(10);
    expect(written.filter(pk => !mayWrite(pk))).toEqual([]);
    // Of a mail, of an object, of a caller.
    const others = [
      ...[ownerKey('id').pk, messagePk('a', 'INBOX'), peoplePk('a'), attachmentPk('a', 'name'), nameTerm('a', 'abc')],
      ...[objectKey('mail/a/INBOX/b').pk, quarantinePk, foldersPk, apiKeyPk, keyUsePk, callCountPk, settingKey('x').pk],
    ];
    expect(others.filter(mayWrite)).toEqual([]);
  });

  it('gives bucket and table no name, so that a stack deployed again does not meet the ones it left', () => {
    const { MailBucket, ArchiveTable } = packaged.template.Resources;
    expect(MailBucket?.Properties).not.toHaveProperty('BucketName');
    expect(ArchiveTable?.Properties).not.toHaveProperty('TableName');
  });

  it('has one receipt rule an account, each into the folder of its account, after a scan', () => {
    const accounts = Object.values(packaged.template.Resources).filter(({ Type }) => Type === 'AWS::SES::ReceiptRule');
    expect(accounts.map(({ Properties }) => Properties.Rule)).toMatchObject([
      {
        ScanEnabled: true,
        Recipients: ['billing@example.com', 'invoices@example.com'],
        Actions: [{ S3Action: { ObjectKeyPrefix: 'mail/billing/INBOX/' } }],
      },
      {
        ScanEnabled: true,
        Recipients: ['lists.example.com'],
        Actions: [{ S3Action: { ObjectKeyPrefix: 'mail/shared%2Flists/INBOX/' } }],
      },
    ]);
  });
});

/** The statements that let a role write into the table. */
function writesOf(role: string): object[] {
  const policies = at(packaged.template.Resources[role], 'Properties.Policies') as { PolicyDocument: object }[];
  const statements = policies.flatMap(({ PolicyDocument }) => at(PolicyDocument, 'Statement') as object[]);
  return statements.filter(statement => /:(Put|Update|Delete|BatchWrite)Item/.test(JSON.stringify(statement)));
}

/** As StringLike of IAM has it. */
const isLike = (text: string, pattern: string): boolean =>
  new RegExp(
    `^${[...pattern].map(one => ({ '*': '[^]*', '?': '[^]' })[one] ?? one.replace(/\W/g, '\\$&')).join('')}$`,
  ).test(text);

describe('a domain of the operator’s own', () => {
  const config = () => at(packaged.template.Resources.Distribution, 'Properties.DistributionConfig');

  it('is a distribution in front of the API that keeps nothing and hands everything on', () => {
    expect(config()).toMatchObject({
      Aliases: ['archive.example.com'],
      Origins: [{ DomainName: { 'Fn::Sub': expect.stringMatching(/^\$\{HttpApi\}\.execute-api\./) } }],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
      DefaultCacheBehavior: {
        ViewerProtocolPolicy: 'https-only',
        // Of AWS: CachingDisabled and AllViewerExceptHostHeader.
        CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
        OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
        FunctionAssociations: [{ EventType: 'viewer-response' }],
      },
    });
  });

  it('is what the function knows itself and its distribution by, and what people are told', () => {
    const { Environment } = packaged.template.Resources.QueryLambdaFunction?.Properties ?? {};
    const url = 'https://archive.example.com/mcp';
    const mark = at(config(), 'Origins.0.OriginCustomHeaders.0.HeaderValue');
    expect(mark).toBeDefined();
    expect(at(Environment, 'Variables')).toMatchObject({ MAILGLOB_URL: url, MAILGLOB_EDGE_MARK: mark });
    expect(packaged.template.Outputs.McpUrl).toMatchObject({ Value: url });
    expect(JSON.parse(String(at(Environment, 'Variables.MAILGLOB_HOSTS')))).toContain('archive.example.com');
  });

  it('need not be', () => {
    const values = templateValues(parseDeploymentConfig('authentication: { mode: apiKey }\naccounts: [{ id: a }]\n'));
    expect(values.ownDomain).toEqual({ Resources: {}, Outputs: {} });
    expect(values.edgeMark).toBe('');
    expect(values.mcpUrl).toEqual({
      'Fn::Sub': expect.stringMatching(/^https:\/\/\$\{HttpApi\}\.execute-api\..*\/mcp$/),
    });
  });
});

it('has routes for both forms of the metadata that tells clients who issues tokens', () => {
  const routes = Object.values(packaged.template.Resources).filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Route');
  expect(routes.map(({ Properties }) => Properties.RouteKey)).toEqual(
    expect.arrayContaining([
      'ANY /mcp',
      'ANY /.well-known/oauth-protected-resource',
      'ANY /.well-known/oauth-protected-resource/mcp',
    ]),
  );
});

/** Ways to break a template, each with the rule that must see it. */
const breakages: [string, RuleName, (template: Template) => void][] = [
  ['a wildcard action', 'noWildcardAction', t => allow(t, { Action: 's3:Get*' })],
  ['a wildcard among actions', 'noWildcardAction', t => allow(t, { Action: ['dynamodb:Query', '*'] })],
  ['a scan', 'noScan', t => allow(t, { Action: ['dynamodb:Scan'] })],
  ['a wildcard resource', 'namedResources', t => allow(t, { Resource: '*' })],
  [
    'a wildcard among resources',
    'namedResources',
    t => allow(t, { Resource: [{ 'Fn::GetAtt': ['ArchiveTable', 'Arn'] }, '*'] }),
  ],
  ['a resource that is named by a pattern', 'namedResources', t => allow(t, { Resource: 'arn:aws:s3:::mailglob-*' })],
  [
    'a pattern that begins like a resource',
    'namedResources',
    t => allow(t, { Resource: { 'Fn::Sub': `\${MailBucket.Arn}*` } }),
  ],
  ['a whole bucket', 'namedResources', t => allow(t, { Resource: { 'Fn::Sub': `\${MailBucket.Arn}/*` } })],
  ['a bucket that is not encrypted', 'encryptedStores', t => drop(t, 'MailBucket', 'BucketEncryption')],
  ['a table that is not encrypted', 'encryptedStores', t => drop(t, 'ArchiveTable', 'SSESpecification')],
  ['a queue that is not encrypted', 'encryptedStores', t => drop(t, 'DeadLetterQueue', 'SqsManagedSseEnabled')],
  ['a bucket that can be public', 'closedBuckets', t => drop(t, 'MailBucket', 'PublicAccessBlockConfiguration')],
  [
    'a bucket that can be public in one way',
    'closedBuckets',
    t => set(t, 'MailBucket', { PublicAccessBlockConfiguration: { BlockPublicAcls: true, BlockPublicPolicy: true } }),
  ],
  ['a bucket that anybody may read', 'closedBuckets', t => allow(t, { Principal: '*' })],
  ['a bucket without a policy', 'bucketsOnlyOverTls', t => void delete t.Resources.MailBucketPolicy],
  ['a bucket whose policy lets plain HTTP pass', 'bucketsOnlyOverTls', t => void statementsOf(t).shift()],
  ['a function without a dead-letter path', 'deadLetters', t => drop(t, 'QueryLambdaFunction', 'DeadLetterConfig')],
  ['a queue without a dead-letter queue', 'deadLetters', t => drop(t, 'IngestQueue', 'RedrivePolicy')],
  ['a queue of files without a dead-letter queue', 'deadLetters', t => drop(t, 'ExtractQueue', 'RedrivePolicy')],
  [
    'dead letters that are soon gone',
    'deadLetters',
    t => set(t, 'DeadLetterQueue', { MessageRetentionPeriod: 86_400 }),
  ],
  [
    'batches that fail as one',
    'deadLetters',
    t => drop(t, 'IngestEventSourceMappingSQSIngestQueue', 'FunctionResponseTypes'),
  ],
  ['a function without a timeout', 'boundedFunctions', t => drop(t, 'IngestLambdaFunction', 'Timeout')],
  ['a function without a memory size', 'boundedFunctions', t => drop(t, 'IngestLambdaFunction', 'MemorySize')],
  ['a queue that hands out what is worked on', 'patientQueues', t => set(t, 'IngestQueue', { VisibilityTimeout: 30 })],
  ['a function without a log group', 'logsEnd', t => void delete t.Resources.QueryLogGroup],
  ['a log that is kept for ever', 'logsEnd', t => drop(t, 'IngestLogGroup', 'RetentionInDays')],
  [
    'functions that share a role',
    'ownRoles',
    t => set(t, 'QueryLambdaFunction', { Role: { 'Fn::GetAtt': ['IngestRole', 'Arn'] } }),
  ],
  ['a table that goes with the stack', 'keptStores', t => policy(t, 'ArchiveTable', { DeletionPolicy: 'Delete' })],
  [
    'a bucket that goes when it is replaced',
    'keptStores',
    t => policy(t, 'MailBucket', { UpdateReplacePolicy: 'Delete' }),
  ],
  ['a table without recovery', 'recoverable', t => drop(t, 'ArchiveTable', 'PointInTimeRecoverySpecification')],
  ['a table without protection', 'recoverable', t => set(t, 'ArchiveTable', { DeletionProtectionEnabled: false })],
  ['a bucket without versions', 'recoverable', t => drop(t, 'MailBucket', 'VersioningConfiguration')],
  ['an API without throttling', 'throttled', t => drop(t, 'HttpApiStage', 'DefaultRouteSettings')],
  ['a secret in the template', 'noSecretShown', t => set(t, 'CursorKeySecret', { SecretString: 'x' })],
  [
    'a secret in the environment',
    'noSecretShown',
    t => set(t, 'QueryLambdaFunction', { Description: '{{resolve:secretsmanager:x}}' }),
  ],
];

const drop = ({ Resources }: Template, name: string, property: string) => {
  expect(Resources[name]?.Properties).toHaveProperty(property);
  delete Resources[name]?.Properties[property];
};
const set = ({ Resources }: Template, name: string, properties: object) => {
  expect(Resources).toHaveProperty(name);
  Object.assign(Resources[name]?.Properties ?? {}, properties);
};
const policy = ({ Resources }: Template, name: string, attributes: object) => {
  expect(Resources).toHaveProperty(name);
  Object.assign(Resources[name] ?? {}, attributes);
};
/** Those of the bucket's policy. */
const statementsOf = ({ Resources }: Template) =>
  at(Resources.MailBucketPolicy, 'Properties.PolicyDocument.Statement') as object[];
/** Adds a statement to the bucket's policy that differs from a good one in what is given. */
const allow = (template: Template, statement: object) =>
  statementsOf(template).push({
    Effect: 'Allow',
    Principal: { Service: 'ses.amazonaws.com' },
    Action: 's3:PutObject',
    Resource: { 'Fn::Sub': `\${MailBucket.Arn}/mail/*` },
    ...statement,
  });

describe('a template with', () => {
  it.each(breakages)('%s breaks the rule %s', (_, name, breakIt) => {
    const template = structuredClone(packaged.template);
    breakIt(template);
    expect(rules[name](template)).not.toEqual([]);
  });

  it('every rule is broken by one of these', () => {
    expect(new Set(breakages.map(([, name]) => name))).toEqual(new Set(Object.keys(rules)));
  });
});

describe('alarms', () => {
  const alarms = ({ Resources }: Template) =>
    Object.values(Resources).filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm');

  it('all go to the address that the operator names', () => {
    expect(alarms(packaged.template)).toHaveLength(3);
    for (const { Properties } of alarms(packaged.template)) {
      expect(Properties.AlarmActions).toEqual([{ Ref: 'AlarmTopic' }]);
    }
    expect(packaged.template.Resources.AlarmTopic?.Properties).toEqual({
      Subscription: [{ Protocol: 'email', Endpoint: 'operator@example.com' }],
    });
  });

  it('go nowhere where none is named', () => {
    const values = templateValues(parseDeploymentConfig('authentication: { mode: apiKey }\naccounts: [{ id: a }]\n'));
    expect([values.alarmActions, values.alarmTopic]).toEqual([[], { Resources: {} }]);
  });
});
