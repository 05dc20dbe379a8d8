// The AWS that the integration tests run against: MiniStack on a free port of the loopback interface, started here, or
// whatever AWS_ENDPOINT_URL names.

import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, type Server, startServer } from './processes.ts';

const root = join(import.meta.dirname, '../..');

/** Sets what the SDK reads: never a real account, whatever the machine is logged in to. */
export function pointSdkAt(endpoint: string): void {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  delete process.env.AWS_PROFILE;
  delete process.env.AWS_SESSION_TOKEN;
}

/** Starts MiniStack, unless AWS_ENDPOINT_URL names an emulator already, and points the SDK of this process at it. */
export async function startAws(): Promise<Server> {
  const given = process.env.AWS_ENDPOINT_URL;
  const server = given ? { endpoint: given, stop: async () => {} } : await startMiniStack();
  pointSdkAt(server.endpoint);
  return server;
}

async function startMiniStack(): Promise<Server> {
  await promisify(execFile)(join(root, 'infra/python-env.sh'));
  const port = await freePort();
  return startServer({
    command: join(root, '.venv/bin/ministack'),
    args: [],
    port,
    ready: '/_localstack/health',
    environment: {
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      MINISTACK_HOST: 'localhost',
      LAMBDA_EXECUTOR: 'local',
      // Functions run on the first node of the path: the one that runs this.
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    },
  });
}
