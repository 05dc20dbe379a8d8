// A gateway on this machine that attacks are tried on: it holds two accounts, and the attacker has what a caller of the
// second one has. Knows no attack.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SigningKey, signingKey, startIssuer, type TestIssuer } from '../../doubles/issuer.ts';
import { mailglob, type Running, startMailglob } from '../command.ts';
import { mail } from '../mails.ts';

/** Stands in everything of the account that the attacker may not see. */
export const canary = 'kanarienvogel';

/** How an attempt ended. */
export interface Answer {
  /** Of HTTP; 0 where the connection was closed without an answer. */
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Victim {
  readonly url: string;
  readonly issuer: TestIssuer;
  readonly signing: SigningKey;
  /** Good for the second account. */
  readonly key: string;
  /** The same with its last character changed. */
  readonly mistypedKey: string;
  readonly revokedKey: string;
  /** A mail of the account that the attacker may not see. */
  readonly foreignEmailId: string;
  /** Cursor of a search that everything may be seen by. */
  readonly foreignCursor: string;
  /** Cursor of a search of the attacker's own. */
  readonly ownCursor: string;
  /** A mail of the attacker's own account. */
  readonly ownEmailId: string;
  readonly gateway: Running;
  /** Sends a body with headers, which may come several times. */
  post(body: string | Uint8Array, headers?: readonly (readonly [string, string])[], path?: string): Promise<Answer>;
  /** Calls a tool with a key: the attacker's, unless another is given. */
  call(name: string, args: unknown, key?: string): Promise<Answer>;
  /** Sends bytes as they are and gives what comes until the connection is closed, or some time has passed. */
  raw(bytes: string, milliseconds?: number): Promise<Answer>;
  close(): Promise<void>;
}

const json = ['content-type', 'application/json'] as const;
const accept = ['accept', 'application/json, text/event-stream'] as const;

export async function startVictim(): Promise<Victim> {
  const directory = await mkdtemp(join(tmpdir(), 'mailglob-attacks-'));
  const data = ['--data', join(directory, 'data')];
  for (const account of ['hidden', 'own']) {
    const word = account === 'hidden' ? canary : 'sparrow';
    for (const number of [1, 2, 3]) {
      const input = mail({ id: `${word}${number}`, files: [`${word}${number}.pdf`], from: `${word}@example.com` });
      const { status, stderr } = await mailglob(['import', '-', '--account', account, ...data], { input });
      if (status !== 0) throw new Error(stderr);
    }
  }
  const made = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await mailglob(['key', 'create', ...args, '--json', ...data]);
    if (status !== 0) throw new Error(stderr);
    return (JSON.parse(stdout) as { key: string }).key;
  };
  const key = await made('--name', 'own', '--accounts', 'own');
  const everything = await made('--name', 'all');
  const revokedKey = await made('--name', 'revoked');
  const listed = JSON.parse((await mailglob(['key', 'list', '--json', ...data])).stdout) as {
    keys: { id: string; name: string }[];
  };
  const revoked = listed.keys.find(({ name }) => name === 'revoked')?.id ?? '';
  await mailglob(['key', 'revoke', revoked, ...data]);

  const issuer = await startIssuer();
  const signing = await signingKey('provider');
  issuer.publish(signing);
  const config = join(directory, 'mailglob.yml');
  await writeFile(
    config,
    `authentication: { mode: both, oauth: { issuer: '${issuer.url}' } }\n` +
      'grants: [{ subject: ann, accounts: [own] }]\nlimits: { callsPerMinute: 5000 }\n',
  );
  const gateway = startMailglob(['serve', '--config', config, '--port', '0', ...data]);
  const url = (await gateway.firstLine).replace(/^mailglob serving /, '');
  const { hostname, port, host, pathname } = new URL(url);

  const post: Victim['post'] = (body, headers = [], path = pathname) =>
    new Promise(resolve => {
      const bytes = Buffer.from(body);
      const own = [['host', host], json, accept, ['content-length', String(bytes.length)]];
      const given = new Set(headers.map(([name]) => name));
      const all = [...own.filter(([name]) => !given.has(name ?? '')), ...headers];
      const sending = request({ hostname, port, path, method: 'POST', headers: all.flat() });
      sending.once('error', () => resolve({ status: 0, text: '', headers: {} }));
      sending.once('response', response => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.once('error', () => {});
        const sent = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        response.once('close', () =>
          resolve({ status: response.statusCode ?? 0, text, headers: Object.fromEntries(sent) }),
        );
      });
      sending.end(bytes);
    });
  const call: Victim['call'] = (name, args, own = key) =>
    post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }), [
      ['authorization', `Bearer ${own}`],
    ]);
  const raw: Victim['raw'] = (bytes, milliseconds = 3_000) =>
    new Promise(resolve => {
      const socket = connect(Number(port), hostname);
      let text = '';
      const end = () => {
        clearTimeout(patience);
        socket.destroy();
        resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text, headers: {} });
      };
      const patience = setTimeout(end, milliseconds);
      socket.on('data', chunk => {
        text += chunk.toString('latin1');
      });
      socket.on('close', end);
      socket.on('error', () => {});
      socket.write(bytes);
    });

  interface Found {
    result: { structuredContent: { data: { message_id: string; account_id: string }[]; next_cursor?: string } };
  }
  const found = JSON.parse((await call('searchAttachments', { pattern: '*' }, everything)).text) as Found;
  const page = JSON.parse((await call('searchAttachments', { pattern: '*', limit: 1 }, everything)).text) as Found;
  const ownPage = JSON.parse((await call('searchAttachments', { pattern: '*', limit: 1 })).text) as Found;
  const emailOf = (account: string) =>
    found.result.structuredContent.data.find(row => row.account_id === account)?.message_id ?? '';
  return {
    ...{ url, issuer, signing, key, revokedKey, gateway, post, call, raw },
    mistypedKey: `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
    foreignEmailId: emailOf('hidden'),
    ownEmailId: emailOf('own'),
    ownCursor: ownPage.result.structuredContent.next_cursor ?? '',
    foreignCursor: page.result.structuredContent.next_cursor ?? '',
    async close() {
      await gateway.stop();
      await issuer.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
