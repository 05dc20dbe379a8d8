import { bar, standingLine, startProgress } from '../../../lib/cli/progress.ts';

/** A stream that keeps what is written, and a clock that is set by hand. */
function fake(isTTY: boolean) {
  const written: string[] = [];
  const clock = { at: 0 };
  const stream = { isTTY, columns: 100, write: (text: string) => written.push(text) > 0 };
  return { written, clock, stream: stream as unknown as NodeJS.WriteStream, now: () => clock.at };
}

const label = { label: 'importing', unit: 'messages' } as const;

describe('standingLine', () => {
  test('shows done, total, rate and time left', () => {
    expect(standingLine({ done: 1200, total: 4000, rate: 400 }, 'messages')).toBe(
      '1,200 of 4,000 messages (30%), 400/s, 0:07 left',
    );
    expect(standingLine({ done: 5e6, total: 10e6, rate: 1e6 }, 'bytes')).toBe(
      '5.0 MB of 10 MB (50%), 1.0 MB/s, 0:05 left',
    );
  });

  test('claims no total that it does not know', () => {
    expect(standingLine({ done: 12, total: null, rate: 0 }, 'messages')).toBe('12 messages');
    expect(standingLine({ done: 12, total: 10, rate: 1 }, 'messages')).toBe('12 messages, 1/s');
  });
});

test('a bar is full only at the end', () => {
  expect([bar(0, 4), bar(0.5, 4), bar(1, 4), bar(7, 4)]).toEqual(['[----]', '[##--]', '[####]', '[####]']);
});

describe('startProgress', () => {
  test('draws over one line of a terminal, at most ten times a second', () => {
    const { written, clock, stream, now } = fake(true);
    const progress = startProgress(label, false, stream, now);
    for (let i = 1; i <= 1000; i++) {
      clock.at = i;
      progress.update(i, 2000);
    }
    progress.end();
    expect(written.filter(text => text.includes('importing'))).toHaveLength(10);
    expect(written.at(-2)).toContain('[############------------] 1,000 of 2,000 messages (50%), 1,000/s, 0:01 left');
    expect(written.at(-1)).toBe('\r\u{1b}[K');
    expect(written.join('')).not.toContain('\n');
  });

  test('prints a line every ten seconds elsewhere', () => {
    const { written, clock, stream, now } = fake(false);
    const progress = startProgress(label, false, stream, now);
    for (let second = 1; second <= 25; second++) {
      clock.at = second * 1000;
      progress.update(second * 10, null);
    }
    progress.end();
    expect(written).toEqual(['importing: 100 messages, 10/s\n', 'importing: 200 messages, 10/s\n']);
  });

  test('is silent when asked to be', () => {
    const { written, clock, stream, now } = fake(true);
    const progress = startProgress(label, true, stream, now);
    clock.at = 60_000;
    progress.update(1, 2);
    progress.end();
    expect(written).toEqual([]);
  });

  test('takes the bar away for a line of its own', () => {
    const { written, clock, stream, now } = fake(true);
    const progress = startProgress(label, false, stream, now);
    clock.at = 200;
    progress.update(1, 2);
    progress.print('a.eml: no mail');
    expect(written.slice(-2)).toEqual(['\r\u{1b}[K', 'a.eml: no mail\n']);
  });
});
