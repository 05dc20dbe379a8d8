// Runs a program and watches what it takes: time, CPU and memory, as Linux counts them.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

export interface Run {
  readonly stdout: string;
  readonly seconds: number;
  /** CPU of the process up to the last look at it. */
  readonly cpuSeconds: number;
  /** The most memory that it ever held (resident). */
  readonly peakBytes: number;
}

const lookMilliseconds = 20;
/** Linux tells CPU time in hundredths of a second. */
const ticksPerSecond = 100;

/**
 * Runs a program to its end.
 * @throws Error where it fails, with what it wrote to standard error.
 */
export async function runWatched(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Run> {
  const started = performance.now();
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-10_000);
  });
  let last = { cpuSeconds: 0, peakBytes: 0 };
  const looking = setInterval(() => {
    last = lookAt(child.pid) ?? last;
  }, lookMilliseconds);
  try {
    const [status] = await once(child, 'close');
    if (status !== 0) throw new Error(`${command} ended with status ${status}: ${stderr.trim()}`);
  } finally {
    clearInterval(looking);
  }
  return { stdout, seconds: (performance.now() - started) / 1000, ...last };
}

/** Null where the process has gone, or the system keeps no /proc. */
function lookAt(pid: number | undefined): Pick<Run, 'cpuSeconds' | 'peakBytes'> | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
    // The name of the program, in parentheses, may hold blanks.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const ticks = Number(fields[11]) + Number(fields[12]);
    return peak === undefined ? null : { peakBytes: Number(peak) * 1024, cpuSeconds: ticks / ticksPerSecond };
  } catch {
    return null;
  }
}
