// Packages the real serverless.yml and gives the CloudFormation template that a deployment would send.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');

/** Everything that mailglob.yml can switch on, so that every resource is in the template. */
const fullConfiguration = `
authentication: { mode: apiKey }
accounts:
  - id: billing
    addresses: [billing@example.com, invoices@example.com]
  - id: shared/lists
    addresses: ['@lists.example.com']
receiving: { ses: true }
alarmEmail: operator@example.com
retention: { mailDays: 3650 }
hosts: [mail.example.com]
domain:
  name: archive.example.com
  certificate: arn:aws:acm:us-east-1:123456789012:certificate/12345678-1234-1234-1234-123456789012
`;

export interface Resource {
  readonly Type: string;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly Properties: Record<string, unknown>;
}

export interface Template {
  readonly Resources: Record<string, Resource>;
  readonly Outputs: Record<string, unknown>;
}

export interface Packaged {
  readonly template: Template;
  /** The template as a file, until done() is called. */
  readonly path: string;
  done(): Promise<void>;
}

/** Packages with a mailglob.yml of this text. */
export async function packageTemplate(configuration: string = fullConfiguration): Promise<Packaged> {
  const directory = await mkdtemp(join(tmpdir(), 'mailglob-package-'));
  const config = join(directory, 'mailglob.yml');
  await writeFile(config, configuration);
  const command = join(root, 'node_modules/osls/bin/serverless.js');
  await promisify(execFile)(process.execPath, [command, 'package', '--stage', 'test'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      MAILGLOB_CONFIG: config,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    },
  });
  const path = join(directory, 'template.json');
  const text = await readFile(join(root, '.serverless/cloudformation-template-update-stack.json'), 'utf8');
  await writeFile(path, text);
  return {
    template: JSON.parse(text) as Template,
    path,
    done: () => rm(directory, { recursive: true, force: true }),
  };
}
