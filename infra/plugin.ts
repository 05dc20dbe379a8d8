// What osls is taught about this project: ${mailglob:...} in serverless.yml is a value of mailglob.yml, the functions
// are built before they are packaged, a deployment ends by saying where everything is, and a removal by what it kept.

import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { UserError } from '../lib/errors.ts';
import type { AccessRules } from '../lib/gateway/accessRules.ts';
import { buildFunctions } from './buildFunctions.ts';
import { deleteArchive } from './deleteArchive.ts';
import type { DeploymentConfig } from './deploymentConfig.ts';
import { configFile, readDeploymentConfig } from './readDeploymentConfig.ts';
import { templateValues } from './templateValues.ts';

interface Output {
  readonly OutputKey?: string;
  readonly OutputValue?: string;
}

/** What is used of osls. */
interface Serverless {
  readonly service: { readonly provider: { readonly stage: string } };
  readonly processedInput: { readonly isHelpRequest?: boolean };
  readonly classes: { readonly Error: new (message: string, code: string) => Error };
  readonly pluginManager: {
    readonly plugins: readonly { readonly gatheredData?: { readonly outputs?: Output[] } }[];
    spawn(command: string): Promise<void>;
  };
  getProvider(name: 'aws'): { getAwsSdkV3Config(): Promise<DynamoDBClientConfig> };
  addServiceOutputSection(title: string, lines: string[]): void;
}

interface Options {
  /** `--param="name=value"`, as often as it was given. */
  readonly param?: readonly string[];
}

interface Utilities {
  readonly log: { notice(text: string): void };
}

/** Outputs of the stack that a deployment prints, in this order. */
const shown = ['McpUrl', 'DomainTarget', 'BucketName', 'TableName', 'DashboardUrl', 'ReceiptRuleSet'];

/** osls makes one of these with `new`. */
class MailglobPlugin {
  readonly hooks: Readonly<Record<string, () => Promise<void>>>;
  readonly configurationVariablesSources: object;

  constructor(serverless: Serverless, { param = [] }: Options, { log }: Utilities) {
    let outputs: ReadonlyMap<string, string> = new Map();
    // Here, not when the first value is asked for: each of them would fail with the same lines.
    const config = serverless.processedInput.isHelpRequest === true ? null : readConfig(serverless);
    const values = config === null ? {} : templateValues(config);
    const build = async () => {
      if (config !== null) await buildFunctions(undefined, accessRulesOf(config));
    };
    this.hooks = {
      'before:package:createDeploymentArtifacts': build,
      'before:deploy:function:packageFunction': build,
      'after:aws:info:gatherData': async () => {
        outputs = gatheredOutputs(serverless);
      },
      'after:aws:info:displayStackOutputs': async () => showOutputs(serverless, outputs, config),
      'before:remove:remove': () => serverless.pluginManager.spawn('aws:info'),
      'after:remove:remove': () => finishRemoval(serverless, outputs, param.includes('mail=delete'), log),
    };
    this.configurationVariablesSources = {
      mailglob: {
        resolve: async ({ address }: { readonly address: string }) => ({ value: values[address] ?? null }),
      },
    };
  }
}

function readConfig(serverless: Serverless): DeploymentConfig {
  try {
    return readDeploymentConfig(process.env.MAILGLOB_CONFIG || configFile);
  } catch (error) {
    // Only an error of its own kind is shown by osls without a stack trace.
    if (error instanceof UserError) throw new serverless.classes.Error(error.message, 'MAILGLOB_CONFIG');
    throw error;
  }
}

const accessRulesOf = ({ authentication, grants }: DeploymentConfig): AccessRules => ({
  ...authentication,
  grants: grants ?? [],
});

/** What `aws:info` learned of the stack. */
function gatheredOutputs({ pluginManager }: Serverless): ReadonlyMap<string, string> {
  const gathered = pluginManager.plugins.flatMap(({ gatheredData }) => gatheredData?.outputs ?? []);
  return new Map(gathered.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
}

/** osls itself shows outputs only when it is told to be verbose. */
function showOutputs(
  serverless: Serverless,
  outputs: ReadonlyMap<string, string>,
  config: DeploymentConfig | null,
): void {
  const lines = shown.flatMap(name => (outputs.has(name) ? [`${name}: ${outputs.get(name)}`] : []));
  if (lines.length === 0) return;
  serverless.addServiceOutputSection('outputs', lines);
  if (!config?.authentication.modes.includes('apiKey')) return;
  const { stage } = serverless.service.provider;
  serverless.addServiceOutputSection('a key for somebody to call with', [
    `npx mailglob key create --name NAME --stack ${stage}`,
  ]);
}

async function finishRemoval(
  serverless: Serverless,
  outputs: ReadonlyMap<string, string>,
  mailToo: boolean,
  log: Utilities['log'],
): Promise<void> {
  const bucket = outputs.get('BucketName');
  const table = outputs.get('TableName');
  if (bucket === undefined || table === undefined) return;
  if (!mailToo) {
    log.notice(
      [
        `\nKept: bucket ${bucket} and table ${table}.`,
        'A stack deployed again begins empty; this takes all mail into it, under the same ids:',
        `  aws s3 sync s3://${bucket}/mail s3://BUCKET-OF-THE-NEW-STACK/mail`,
      ].join('\n'),
    );
    return;
  }
  const config = await serverless.getProvider('aws').getAwsSdkV3Config();
  const s3 = new S3Client({
    ...(config as object),
    // An emulator has no host name for each bucket.
    forcePathStyle: process.env.AWS_ENDPOINT_URL !== undefined,
  });
  const dynamo = new DynamoDBClient(config);
  await deleteArchive({ s3, dynamo }, { bucket, table });
  log.notice(`\nDeleted: bucket ${bucket} with every mail in it, and table ${table}.`);
}

// require(), which osls loads plugins with, gives this export itself.
export { MailglobPlugin as 'module.exports' };
