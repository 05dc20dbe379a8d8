// What osls is taught about this project: ${mailglob:...} in serverless.yml is a value of mailglob.yml, the functions
// are built before they are packaged, and a deployment ends by saying where everything is.

import { UserError } from '../lib/errors.ts';
import { buildFunctions } from './buildFunctions.ts';
import { configFile, readDeploymentConfig } from './readDeploymentConfig.ts';
import { templateValues } from './templateValues.ts';

interface Output {
  readonly OutputKey?: string;
  readonly OutputValue?: string;
}

/** What is used of osls. */
interface Serverless {
  readonly classes: { readonly Error: new (message: string, code: string) => Error };
  readonly pluginManager: { readonly plugins: readonly { readonly gatheredData?: { readonly outputs?: Output[] } }[] };
  addServiceOutputSection(title: string, lines: string[]): void;
}

/** Outputs of the stack that a deployment prints, in this order. */
const shown = ['McpUrl', 'BucketName', 'TableName', 'DashboardUrl', 'ApiKeySecret', 'ReceiptRuleSet'];

/** osls makes one of these with `new`. */
class MailglobPlugin {
  readonly hooks: Readonly<Record<string, () => Promise<void>>>;
  readonly configurationVariablesSources: object;

  constructor(serverless: Serverless) {
    this.hooks = {
      'before:package:createDeploymentArtifacts': buildFunctions,
      'before:deploy:function:packageFunction': buildFunctions,
      'after:aws:info:displayStackOutputs': () => showOutputs(serverless),
    };
    let values: Promise<Readonly<Record<string, unknown>>> | undefined;
    this.configurationVariablesSources = {
      mailglob: {
        resolve: async ({ address }: { readonly address: string }) => {
          values ??= readValues(serverless);
          return { value: (await values)[address] ?? null };
        },
      },
    };
  }
}

async function readValues(serverless: Serverless): Promise<Readonly<Record<string, unknown>>> {
  try {
    return templateValues(await readDeploymentConfig(process.env.MAILGLOB_CONFIG || configFile));
  } catch (error) {
    // Only an error of its own kind is shown by osls without a stack trace.
    if (error instanceof UserError) throw new serverless.classes.Error(`\n${error.message}`, 'MAILGLOB_CONFIG');
    throw error;
  }
}

/** osls itself shows outputs only when it is told to be verbose. */
async function showOutputs(serverless: Serverless): Promise<void> {
  const gathered = serverless.pluginManager.plugins.flatMap(({ gatheredData }) => gatheredData?.outputs ?? []);
  const outputs = new Map(gathered.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
  const lines = shown.flatMap(name => (outputs.has(name) ? [`${name}: ${outputs.get(name)}`] : []));
  if (lines.length > 0) serverless.addServiceOutputSection('outputs', lines);
}

// require(), which osls loads plugins with, gives this export itself.
export { MailglobPlugin as 'module.exports' };
