import { jest } from '@jest/globals';
import { refusalLog } from '../../../lib/gateway/refusalLog.ts';
import type { LogEntry } from '../../../lib/log.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('a flood of refusals is some lines a second and a count of the others', () => {
  const entries: LogEntry[] = [];
  const refuse = refusalLog(entry => entries.push(entry), 2);
  for (let i = 1; i <= 5; i++) refuse({ status: 401, requestId: `r${i}` });
  jest.advanceTimersByTime(1000);
  refuse({ status: 404, requestId: 'r6' });
  jest.advanceTimersByTime(5000);
  for (let i = 7; i <= 9; i++) refuse({ status: 401, requestId: `r${i}` });
  expect(entries).toEqual([
    { event: 'refusal', status: 401, requestId: 'r1' },
    { event: 'refusal', status: 401, requestId: 'r2' },
    { event: 'refusals', count: 3 },
    { event: 'refusal', status: 404, requestId: 'r6' },
    { event: 'refusal', status: 401, requestId: 'r7' },
    { event: 'refusal', status: 401, requestId: 'r8' },
  ]);
  jest.advanceTimersByTime(1000);
  expect(entries.at(-1)).toEqual({ event: 'refusals', count: 1 });
});

test('why a request failed is told with its refusal, and a flood of failures is bounded as any', () => {
  const entries: LogEntry[] = [];
  const refuse = refusalLog(entry => entries.push(entry), 2);
  const error = { name: 'IssuerUnavailable', code: null, at: [], cause: null };
  for (let i = 1; i <= 5; i++) refuse({ status: 503, requestId: `r${i}`, error });
  jest.advanceTimersByTime(1000);
  expect(entries).toEqual([
    { event: 'failure', requestId: 'r1', error },
    { event: 'refusal', status: 503, requestId: 'r1' },
    { event: 'failure', requestId: 'r2', error },
    { event: 'refusal', status: 503, requestId: 'r2' },
    { event: 'refusals', count: 3 },
  ]);
});
