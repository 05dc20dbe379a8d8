// The deployed functions behind the operator's own domain, called by clients that other people made, with a key and with
// a token of a real OpenID provider.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { deleteArchive } from '../../infra/deleteArchive.ts';
import { dynamoClient, s3Client } from '../../lib/aws/clients.ts';
import { freshPrefix } from '../contract/contractOptions.ts';
import { type OAuthSession, oauthSession } from '../doubles/oauthSession.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../doubles/openIdProvider.ts';
import { mailglob } from '../local/command.ts';
import { mail } from '../local/mails.ts';
import { clientFile, installClients } from './clientPackages.ts';
import { type Deployment, prepareDeployment } from './deployment.ts';
import { type Front, startFront } from './front.ts';
import { startAws } from './ministack.ts';
import type { Server } from './processes.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const stageName = `clients-${freshPrefix().toLowerCase()}`;

const configuration = (issuer: string, resource: string) => `
authentication:
  mode: both
  oauth: { issuer: '${issuer}', resource: '${resource}' }
grants:
  - { subject: ann, accounts: [billing] }
accounts:
  - id: billing
  - id: shared
domain:
  name: mail.example.com
  certificate: arn:aws:acm:us-east-1:123456789012:certificate/12345678-1234-1234-1234-123456789012
`;

let aws: Server | undefined;
let front: Front;
let provider: OpenIdProvider;
let stage: Deployment;
let packages: string;
let url: string;
let api: string;
let edgeMark: string;
const stores = { bucket: '', table: '' };
/** Headers that let a client in. */
const credentials = { key: '', token: '' };

/** Every answer of the OAuth client of the SDK is asked for in the end by somebody who signed in. */
async function signIn(session: OAuthSession, login: string): Promise<void> {
  const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: session.provider });
  const connecting = new Client({ name: 'test', version: '1' }).connect(transport as Parameters<Client['connect']>[0]);
  await expect(connecting).rejects.toBeInstanceOf(UnauthorizedError);
  const back = await provider.signIn(session.sentTo() ?? new URL('about:blank'), login);
  await transport.finishAuth(back.searchParams.get('code') ?? '');
}

beforeAll(async () => {
  packages = await installClients();
  aws = await startAws();
  front = await startFront();
  url = `${front.origin}/mcp`;
  provider = await startOpenIdProvider(new Set([url]));
  stage = await prepareDeployment(stageName, configuration(provider.issuer, url));
  const { status, said } = await stage.serverless('deploy');
  if (status !== 0) throw new Error(said);
  stores.bucket = await stage.output('BucketName');
  stores.table = await stage.output('TableName');
  api = String(await stage.mcpUrl()).replace(/\/mcp$/, '');
  edgeMark = (await stage.stack())?.StackId?.split('/').at(-1) ?? '';
  front.standBefore(api, edgeMark);
  for (const [account, name] of [
    ['billing', 'bill.pdf'],
    ['shared', 'shared.pdf'],
  ] as const) {
    const Body = mail({ id: account, files: [name] });
    await s3Client().send(new PutObjectCommand({ Bucket: stores.bucket, Key: `mail/${account}/INBOX/1`, Body }));
  }
  const made = await mailglob([
    'key',
    'create',
    '--name',
    'test',
    '--accounts',
    'billing',
    '--json',
    '--stack',
    stageName,
  ]);
  credentials.key = `Bearer ${JSON.parse(made.stdout).key}`;
  const session = oauthSession();
  await signIn(session, 'ann');
  credentials.token = `Bearer ${session.tokens()?.access_token}`;
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(300)) {
    if ((await bySdk(credentials.key)).result.data.length > 0) break;
  }
});

afterAll(async () => {
  if (stores.bucket) await deleteArchive({ s3: s3Client(), dynamo: dynamoClient() }, stores);
  await stage?.done();
  await provider?.close();
  await front?.close();
  await aws?.stop();
});

interface Seen {
  readonly tools: readonly string[];
  readonly result: { readonly data: readonly { readonly filename: string; readonly account_id: string }[] };
}

async function bySdk(authorization: string): Promise<Seen> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization } } });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  const { tools } = await client.listTools();
  const { structuredContent } = await client.callTool({ name: 'searchAttachments', arguments: { pattern: '*' } });
  await client.close();
  return { tools: tools.map(({ name }) => name), result: structuredContent as unknown as Seen['result'] };
}

/** A program that prints what it saw, of those in test/clients. */
async function byProgram(command: string, ...args: readonly string[]): Promise<Seen> {
  return JSON.parse((await run(command, args)).stdout);
}

async function byInspector(authorization: string): Promise<Seen> {
  const inspector = clientFile(packages, '.bin/mcp-inspector');
  const ask = async (...args: readonly string[]) => {
    const all = ['--cli', url, '--transport', 'http', '--header', `authorization: ${authorization}`, ...args];
    return JSON.parse((await run(process.execPath, [inspector, ...all])).stdout);
  };
  const { tools } = await ask('--method', 'tools/list');
  const call = ['--method', 'tools/call', '--tool-name', 'searchAttachments', '--tool-arg', 'pattern=*'];
  return {
    tools: tools.map(({ name }: { readonly name: string }) => name),
    result: (await ask(...call)).structuredContent,
  };
}

const clients: readonly [string, (authorization: string) => Promise<Seen>][] = [
  ['@modelcontextprotocol/sdk 1', bySdk],
  [
    '@modelcontextprotocol/client 2',
    authorization =>
      byProgram(process.execPath, join(packages, 'callByClient.mjs'), url, '*', 'authorization', authorization),
  ],
  [
    'mcp of Python',
    authorization =>
      byProgram(
        join(root, '.venv/bin/python'),
        join(root, 'test/clients/callByMcp.py'),
        url,
        '*',
        'authorization',
        authorization,
      ),
  ],
  ['the inspector', byInspector],
];

describe.each(clients)('%s', (_, call) => {
  it.each(['key', 'token'] as const)('lists the tools and calls one with a %s', async kind => {
    const { tools, result } = await call(credentials[kind]);
    expect(tools).toEqual(expect.arrayContaining(['searchAttachments', 'list_emails', 'get_email_content']));
    expect(result.data).toMatchObject([{ filename: 'bill.pdf', account_id: 'billing' }]);
  });
});

describe('a challenge', () => {
  const ask = (at: string, headers: Record<string, string> = {}) =>
    fetch(at, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    });

  it('reaches a client through the domain as it was sent', async () => {
    const { origin } = new URL(url);
    const metadata = `scope="read", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
    const answer = await ask(url);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer realm="mailglob", ${metadata}`,
    ]);
    expect([...answer.headers.keys()].filter(name => /mailglob|amzn-remapped/.test(name))).toEqual([]);
    const bad = await ask(url, { authorization: 'Bearer a.b.c' });
    expect(bad.status).toBe(401);
    expect(bad.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('is a plain 401 for who asks the API itself, also where they say that they are the domain', async () => {
    for (const edge of [{}, { 'x-mailglob-edge': 'x' }]) expect((await ask(`${api}/mcp`, edge)).status).toBe(401);
  });

  it('leads to the metadata, which names the URL that people type, at the root of API and domain alike', async () => {
    for (const at of [front.origin, api]) {
      for (const path of ['', '/mcp']) {
        const answer = await fetch(`${at}/.well-known/oauth-protected-resource${path}`);
        expect([answer.status, await answer.json()]).toMatchObject([
          200,
          { resource: url, authorization_servers: [provider.issuer] },
        ]);
      }
    }
  });

  it('is not needed: a client that does not get it finds its way by the metadata', async () => {
    front.standBefore(api, null);
    try {
      const answer = await ask(url);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, null]);
      const session = oauthSession();
      await signIn(session, 'ann');
      expect(session.tokens()?.access_token).toMatch(/^eyJ/);
    } finally {
      front.standBefore(api, edgeMark);
    }
  });
});
