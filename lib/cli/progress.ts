// Shows how far a long task is: a bar on a terminal, a line every ten seconds elsewhere. It counts what it is told.

import { fitEnd } from './fitText.ts';
import { humanCount, humanDuration, humanSize } from './humanUnits.ts';
import { canRedraw, outputWidth } from './terminal.ts';

/** How far a task is. Totals may grow while sources are still being found; null where nobody can tell. */
export interface Standing {
  readonly done: number;
  readonly total: number | null;
  /** Of `done` a second, of late. */
  readonly rate: number;
}

export interface ProgressOptions {
  /** What is being done, e.g. `importing`. */
  readonly label: string;
  readonly unit: 'messages' | 'rows' | 'files' | 'bytes';
}

export interface Progress {
  /** Tells how far the task is; `note` is shown behind the figures. */
  update(done: number, total: number | null, note?: string): void;
  /** Prints a line of its own without tearing the bar. */
  print(line: string): void;
  /** Takes the bar away. */
  end(): void;
}

const redrawMilliseconds = 100;
const lineMilliseconds = 10_000;
/** The rate is that of the last so many milliseconds: a start that skips what is already there would else mislead. */
const rateWindow = 15_000;
const barWidth = 24;

const figures = { messages: humanCount, rows: humanCount, files: humanCount, bytes: humanSize } as const;

/** The figures of a standing in words: `1,200 of 4,000 messages (30%), 410/s, 0:07 left`. */
export function standingLine({ done, total, rate }: Standing, unit: ProgressOptions['unit']): string {
  const figure = figures[unit];
  const noun = unit === 'bytes' ? '' : ` ${unit}`;
  const known = total !== null && total >= done && total > 0;
  const count = known
    ? `${figure(done)} of ${figure(total)}${noun} (${Math.floor((done / total) * 100)}%)`
    : `${figure(done)}${noun}`;
  const speed = rate > 0 ? `, ${figure(rate)}/s` : '';
  const left = known && rate > 0 && done < total ? `, ${humanDuration((total - done) / rate)} left` : '';
  return count + speed + left;
}

/** A bar of `width` characters for a share from 0 to 1. */
export function bar(share: number, width: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * width);
  return `[${'#'.repeat(full)}${'-'.repeat(width - full)}]`;
}

/** Progress on standard error; silent with `quiet`. */
export function startProgress(
  { label, unit }: ProgressOptions,
  quiet: boolean,
  output: NodeJS.WriteStream = process.stderr,
  now: () => number = () => performance.now(),
): Progress {
  const started = now();
  const redraws = canRedraw(output);
  const samples: { at: number; done: number }[] = [{ at: started, done: 0 }];
  let shownAt = started;
  let drawn = false;

  const erase = () => {
    if (drawn) output.write('\r\u{1b}[K');
    drawn = false;
  };

  const rate = (): number => {
    const first = samples[0];
    const last = samples.at(-1);
    return first && last && last.at > first.at ? ((last.done - first.done) * 1000) / (last.at - first.at) : 0;
  };

  return {
    update(done, total, note = '') {
      const at = now();
      if (quiet || at - shownAt < (redraws ? redrawMilliseconds : lineMilliseconds)) return;
      shownAt = at;
      samples.push({ at, done });
      while (samples.length > 2 && at - (samples[0]?.at ?? at) > rateWindow) samples.shift();
      const words = standingLine({ done, total, rate: rate() }, unit);
      const line = note === '' ? words : `${words}, ${note}`;
      if (!redraws) {
        output.write(`${label}: ${line}\n`);
        return;
      }
      const width = (outputWidth(output) ?? 80) - 1;
      const drawing = total !== null && total > 0 && width >= 60 ? `${bar(done / total, barWidth)} ` : '';
      erase();
      output.write(fitEnd(`${label} ${drawing}${line}`, width));
      drawn = true;
    },
    print(line) {
      erase();
      output.write(`${line}\n`);
    },
    end: erase,
  };
}
