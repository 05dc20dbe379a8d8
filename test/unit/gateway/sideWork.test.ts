import { sideWork } from '../../../lib/gateway/sideWork.ts';
import type { LogEntry } from '../../../lib/log.ts';

it('is waited for, as long as one says', async () => {
  const { begin, settled } = sideWork(() => {});
  const done: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  begin(async () => {
    await promise;
    done.push('slow');
  });
  await settled(1);
  expect(done).toEqual([]);
  resolve();
  await settled(10_000);
  expect(done).toEqual(['slow']);
});

it('that fails is a line of the log, without what the error says', async () => {
  const entries: LogEntry[] = [];
  const { begin, settled } = sideWork(entry => void entries.push(entry));
  begin(async () => {
    throw new RangeError('zqxjkv');
  });
  await settled(10_000);
  expect(entries).toMatchObject([{ event: 'sideWorkFailure', error: { name: 'RangeError' } }]);
  expect(JSON.stringify(entries)).not.toContain('zqxjkv');
});
