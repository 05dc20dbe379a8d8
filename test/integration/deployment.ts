// Deploys the real serverless.yml as an operator does, into whatever AWS the SDK is pointed at, and finds its way
// around what was deployed.

import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CloudFormationClient,
  DescribeStackResourceCommand,
  DescribeStacksCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import { mailglob } from '../local/command.ts';

const root = join(import.meta.dirname, '../..');

export interface Ended {
  readonly status: number | null;
  /** Standard output and standard error, as they came. */
  readonly said: string;
}

/** One stage of the service, with a mailglob.yml of its own. */
export interface Deployment {
  readonly stackName: string;
  /** Runs `serverless` with this command, e.g. `deploy`. */
  serverless(command: string, ...more: readonly string[]): Promise<Ended>;
  /** Writes another mailglob.yml for what comes next. */
  configure(text: string): Promise<void>;
  /** The stack as it is; null where there is none. */
  stack(): Promise<Stack | null>;
  output(name: string): Promise<string>;
  /** Name, URL or ARN of a resource of the template. */
  physicalId(logicalId: string): Promise<string>;
  /** What the deployed functions answer at. */
  mcpUrl(): Promise<URL>;
  /** A key that reads every account, made when it is first asked for. */
  apiKey(): Promise<string>;
  /** Forgets the configuration's directory; the stack is left as it is. */
  done(): Promise<void>;
}

export async function prepareDeployment(stage: string, configuration: string): Promise<Deployment> {
  const directory = await mkdtemp(join(tmpdir(), 'mailglob-deploy-'));
  const config = join(directory, 'mailglob.yml');
  await writeFile(config, configuration);
  const cloudFormation = new CloudFormationClient({});
  const stackName = `mailglob-${stage}`;

  async function stack(): Promise<Stack | null> {
    try {
      const { Stacks = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName: stackName }));
      const [found] = Stacks;
      return found && found.StackStatus !== 'DELETE_COMPLETE' ? found : null;
    } catch (error) {
      if (error instanceof Error && error.name === 'ValidationError') return null;
      throw error;
    }
  }

  async function output(name: string): Promise<string> {
    const value = (await stack())?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
    if (value === undefined) throw new Error(`the stack has no output ${name}`);
    return value;
  }

  async function physicalId(LogicalResourceId: string): Promise<string> {
    const asked = new DescribeStackResourceCommand({ StackName: stackName, LogicalResourceId });
    return (await cloudFormation.send(asked)).StackResourceDetail?.PhysicalResourceId ?? '';
  }

  let key: Promise<string> | undefined;
  return {
    stackName,
    stack,
    output,
    physicalId,
    serverless: (command, ...more) =>
      run([join(root, 'node_modules/osls/bin/serverless.js'), command, '--stage', stage, ...more], {
        MAILGLOB_CONFIG: config,
      }),
    configure: text => writeFile(config, text),
    async mcpUrl() {
      const api = await output('HttpApiId');
      return new URL(`/_aws/execute-api/${api}/$default/mcp`, process.env.AWS_ENDPOINT_URL);
    },
    apiKey() {
      key ??= createKey(stage);
      return key;
    },
    async done() {
      cloudFormation.destroy();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Makes a key as an operator does. */
async function createKey(stage: string): Promise<string> {
  const { status, stdout, stderr } = await mailglob(['key', 'create', '--name', 'tests', '--stack', stage]);
  if (status !== 0) throw new Error(stderr);
  return stdout.trimEnd();
}

function run(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    // Jest's own variables would change how the build behaves.
    env: { ...process.env, NODE_ENV: undefined, NODE_OPTIONS: undefined, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', status => resolve({ status, said }));
  });
}
