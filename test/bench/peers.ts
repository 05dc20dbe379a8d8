// Programs that mailglob is measured beside: which of them are here, and how one that is not can be had.

import { spawnSync } from 'node:child_process';

/** Debian's package of each. */
const packages = { plocate: 'plocate', notmuch: 'notmuch', mu: 'maildir-utils', python3: 'python3' } as const;

export type Peer = keyof typeof packages;

/** Whether a program can be run. */
export const isHere = (peer: Peer): boolean => !spawnSync(peer, ['--version'], { stdio: 'ignore' }).error;

export const missingLine = (peer: Peer): string => `${peer} is not installed (apt-get install ${packages[peer]})`;

/** Runs a program to its end and gives what it printed. */
export function runPeer(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const { error, status, stdout, stderr } = spawnSync(command, args, {
    env: { ...process.env, LC_ALL: 'C.UTF-8', ...env },
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (error) throw error;
  // plocate and mu end with a status of their own where nothing was found.
  if (status !== 0 && stdout === '' && stderr !== '' && !/no match/i.test(stderr))
    throw new Error(`${command} ended with status ${status}: ${stderr.trim()}`);
  return stdout;
}
