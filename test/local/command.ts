// Runs the built command in child processes, in directories of their own. Knows no test.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const root = join(import.meta.dirname, '..', '..');
export const program = join(root, 'dist', 'mailglob.js');

/** How a command ended and what it printed. */
export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** For standard input, which is else empty. */
  readonly input?: string | Uint8Array;
}

/** The environment of a command: that of the tests without what would change what it prints or where it looks. */
function environment(extra: RunOptions['env'] = {}): NodeJS.ProcessEnv {
  const { MAILGLOB_DATA, MAILGLOB_TIME_ZONE, COLUMNS, NO_COLOR, FORCE_COLOR, NODE_OPTIONS, ...rest } = process.env;
  return { ...rest, ...extra };
}

function collect(child: ChildProcessWithoutNullStreams, printed: { stdout: string; stderr: string }): void {
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.stderr += text;
  });
}

/** Runs a program to its end. */
export async function runProgram(file: string, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const child = spawn(file, args, { cwd: options.cwd, env: environment(options.env) });
  const printed = { stdout: '', stderr: '' };
  collect(child, printed);
  // A command that does not read its input may be gone before all of it is written.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  const [status] = await once(child, 'close');
  return { status, ...printed };
}

/** Runs `mailglob ...args` to its end. */
export const mailglob = (args: readonly string[], options: RunOptions = {}): Promise<Outcome> =>
  runProgram(process.execPath, [program, ...args], options);

/** A command that runs until it is stopped. */
export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  /** Its first line on standard output; rejects where it ends before. */
  readonly firstLine: Promise<string>;
  /** What it has printed so far. */
  readonly printed: { stdout: string; stderr: string };
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** What a test started and, where it failed, did not stop. */
const running = new Set<ChildProcessWithoutNullStreams>();

/** Starts `mailglob ...args`; it ends with the directory of its test at the latest. */
export function startMailglob(args: readonly string[], options: Omit<RunOptions, 'input'> = {}): Running {
  const child = spawn(process.execPath, [program, ...args], { cwd: options.cwd, env: environment(options.env) });
  const printed = { stdout: '', stderr: '' };
  collect(child, printed);
  child.stdin.on('error', () => {});
  running.add(child);
  const ended = once(child, 'close');
  const firstLine = Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => String(line)),
    ended.then(([status]) => Promise.reject(new Error(`ended with ${status}: ${printed.stderr}`))),
  ]);
  // Who does not ask for the line learns of the end by stop().
  firstLine.catch(() => {});
  return {
    child,
    firstLine,
    printed,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const [status] = await ended;
      return status;
    },
  };
}

/** Runs `work` in a directory that is gone afterwards, and with it every command that was started. */
export async function inDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'mailglob-test-'));
  try {
    return await work(directory);
  } finally {
    for (const child of running) child.kill('SIGKILL');
    running.clear();
    await rm(directory, { recursive: true, force: true });
  }
}
