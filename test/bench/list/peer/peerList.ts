// What another mail server for MCP answers when it lists the same mails: mcp-email-server, from its own registry, over an
// IMAP server on this machine. Both go into an environment that is kept; where Python or a registry is missing, they are
// left out.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { BenchError } from '../../benchmark.ts';

export interface PeerList {
  readonly name: string;
  /** The tool as it stands in tools/list. */
  readonly tool: string;
  /** What a model reads of the list. */
  readonly text: string;
  readonly mails: number;
}

const requirements = join(import.meta.dirname, 'requirements.txt');
const appendMails = join(import.meta.dirname, 'appendMails.py');
const login = { user: 'bench', password: 'bench' };
const pythons = ['python3.13', 'python3.12', 'python3.11', 'python3'];

/** The environment that holds both, made once for these requirements; null where it cannot be made. */
function environment(kept: string): string | null {
  const directory = join(kept, 'peers', 'email');
  const made = join(directory, 'requirements.txt');
  const wanted = readFileSync(requirements, 'utf8');
  if (existsSync(made) && readFileSync(made, 'utf8') === wanted) return directory;
  const fits = 'import sys, venv; sys.exit(sys.version_info < (3, 11))';
  const python = pythons.find(name => spawnSync(name, ['-c', fits]).status === 0);
  if (python === undefined) return null;
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--requirement', requirements];
  if (spawnSync(python, ['-m', 'venv', directory]).status !== 0) return null;
  if (spawnSync(join(directory, 'bin', 'python'), install, { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0)
    return null;
  // Written last: an environment that was cut short is made again.
  writeFileSync(made, wanted);
  return directory;
}

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const tries = 100;
const pauseMilliseconds = 100;

async function untilOpen(port: number): Promise<void> {
  for (let i = 0; i < tries; i++) {
    const isOpen = await new Promise(resolve => {
      const socket = createConnection(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (isOpen) return;
    await sleep(pauseMilliseconds);
  }
  throw new BenchError('the IMAP server does not open its port');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise(resolve => child.once('exit', resolve));
  child.kill();
  await ended;
}

async function ask(bin: string, port: number, home: string): Promise<PeerList> {
  const env = {
    ...{ HOME: home, PATH: process.env.PATH ?? '', MCP_EMAIL_SERVER_CONFIG_PATH: join(home, 'config.toml') },
    ...{ MCP_EMAIL_SERVER_CREDENTIAL_STORAGE: 'plaintext', MCP_EMAIL_SERVER_ACCOUNT_NAME: 'me' },
    ...{ MCP_EMAIL_SERVER_EMAIL_ADDRESS: 'me@example.com', MCP_EMAIL_SERVER_USER_NAME: login.user },
    ...{ MCP_EMAIL_SERVER_PASSWORD: login.password, MCP_EMAIL_SERVER_IMAP_HOST: '127.0.0.1' },
    ...{ MCP_EMAIL_SERVER_IMAP_PORT: String(port), MCP_EMAIL_SERVER_IMAP_SSL: 'false' },
  };
  const command = join(bin, 'mcp-email-server');
  const transport = new StdioClientTransport({ command, args: ['stdio'], env, stderr: 'ignore' });
  const client = new Client({ name: 'mailglob-bench', version: '1.0.0' });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  try {
    const { tools } = await client.listTools();
    const tool = tools.find(one => one.name === 'list_emails_metadata');
    const sent = { account_name: 'me', page_size: 100 };
    const { content, isError } = await client.callTool({ name: 'list_emails_metadata', arguments: sent });
    const text = (content as readonly { readonly text?: string }[]).map(block => block.text ?? '').join('');
    if (!tool || isError) throw new BenchError(`mcp-email-server does not list: ${text}`);
    const { version = '' } = client.getServerVersion() ?? {};
    return {
      name: `mcp-email-server ${version}`.trim(),
      tool: JSON.stringify(tool),
      text,
      mails: (JSON.parse(text) as { readonly emails: readonly unknown[] }).emails.length,
    };
  } finally {
    await client.close();
  }
}

/** @param files of the mails that it is to list; null where it cannot be had */
export async function peerList(kept: string, files: readonly string[]): Promise<PeerList | null> {
  const directory = environment(kept);
  if (directory === null) return null;
  const bin = join(directory, 'bin');
  const home = await mkdtemp(join(tmpdir(), 'mailglob-peer-'));
  const port = await freePort();
  const imap = spawn(
    join(bin, 'pymap'),
    [
      ...['--no-service', 'managesieve', '--no-service', 'admin', '--host', '127.0.0.1', '--port', String(port)],
      ...['--no-tls', 'dict', '--demo-user', login.user, '--demo-password', login.password],
    ],
    { stdio: 'ignore' },
  );
  try {
    await untilOpen(port);
    const args = [appendMails, String(port), login.user, login.password, ...files];
    const { status, stderr } = spawnSync(join(bin, 'python'), args, { encoding: 'utf8' });
    if (status !== 0) throw new BenchError(`the IMAP server does not take the mails: ${stderr.trim()}`);
    return await ask(bin, port, home);
  } finally {
    await stop(imap);
    await rm(home, { recursive: true, force: true });
  }
}
