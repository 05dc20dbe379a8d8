// A deployed stack as an archive, through the credentials of whoever calls: its table and its bucket are found by the
// outputs of its CloudFormation stack.

import {
  type CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import type { Archive } from '../archive/archive.ts';
import { UserError } from '../errors.ts';
import { cloudFormationClient, dynamoClient, s3Client } from './clients.ts';
import { dynamoStore } from './dynamoStore.ts';
import { s3Blobs } from './s3Blobs.ts';
import { startRebuildOnStack } from './startFilesRebuild.ts';

export interface StackArchive extends Archive {
  /** Name of the CloudFormation stack. */
  readonly stackName: string;
  /** The accounts that its functions serve; null where that cannot be known. */
  accounts(): Promise<readonly string[] | null>;
  /** Has the stack index all files anew: attachments and documents are read there, not here. */
  rebuildFiles(): Promise<void>;
  close(): Promise<void>;
}

/** The service's name in serverless.yml. */
const service = 'mailglob';

/**
 * Opens the stack of a stage.
 * @throws UserError where there is no such stack, or it is not one of this service
 */
export async function openStack(stage: string, environment: NodeJS.ProcessEnv = process.env): Promise<StackArchive> {
  const settings = withRegion(environment);
  const cloudFormation = cloudFormationClient(settings);
  const stackName = `${service}-${stage}`;
  try {
    const outputs = outputsOf(await describeStack(cloudFormation, stackName));
    const table = output(outputs, 'TableName', stackName);
    const bucket = output(outputs, 'BucketName', stackName);
    const s3 = s3Client(settings);
    const store = dynamoStore({ client: dynamoClient(settings), table });
    const archive = { store, blobs: s3Blobs({ client: s3, bucket }) };
    return {
      ...{ stackName, ...archive },
      rebuildFiles: async () => startRebuildOnStack(archive, output(outputs, 'ExtractQueueUrl', stackName), settings),
      accounts: () => accountsOf(cloudFormation, stackName),
      async close() {
        await store.close();
        s3.destroy();
        cloudFormation.destroy();
      },
    };
  } catch (error) {
    cloudFormation.destroy();
    throw error;
  }
}

/** The SDK knows AWS_REGION alone; the other tools of AWS, and the deployment, take AWS_DEFAULT_REGION as well. */
function withRegion(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const region = environment.AWS_REGION || environment.AWS_DEFAULT_REGION;
  return region ? { ...environment, AWS_REGION: region } : environment;
}

async function describeStack(client: CloudFormationClient, stackName: string): Promise<Stack> {
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
    const [stack] = Stacks;
    if (stack && stack.StackStatus !== 'DELETE_COMPLETE') return stack;
  } catch (error) {
    if (!(error instanceof Error && error.name === 'ValidationError')) throw error;
  }
  const region = await client.config.region();
  throw new UserError(
    `there is no stack ${stackName} in ${region}: deploy it with 'npm run deploy -- --stage ${stackName.slice(service.length + 1)}', or set AWS_REGION and AWS_PROFILE to where it is`,
  );
}

const outputsOf = ({ Outputs = [] }: Stack): ReadonlyMap<string | undefined, string | undefined> =>
  new Map(Outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));

function output(outputs: ReturnType<typeof outputsOf>, name: string, stackName: string): string {
  const value = outputs.get(name);
  if (value) return value;
  throw new UserError(
    `the stack ${stackName} has no output ${name}: its deployment did not end well, so deploy it again`,
  );
}

/** As the template tells its functions. Who may not read the template learns it from quarantine. */
async function accountsOf(client: CloudFormationClient, stackName: string): Promise<readonly string[] | null> {
  try {
    const { TemplateBody = '' } = await client.send(new GetTemplateCommand({ StackName: stackName }));
    const { Resources } = JSON.parse(TemplateBody) as {
      readonly Resources: Readonly<Record<string, FunctionResource>>;
    };
    for (const { Properties } of Object.values(Resources)) {
      const list = Properties?.Environment?.Variables?.MAILGLOB_ACCOUNTS;
      if (typeof list === 'string') return JSON.parse(list) as readonly string[];
    }
    return null;
  } catch {
    return null;
  }
}

interface FunctionResource {
  readonly Properties?: { readonly Environment?: { readonly Variables?: Readonly<Record<string, unknown>> } };
}
