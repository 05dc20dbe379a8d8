import { DeadlinePassed, within } from '../../../lib/gateway/within.ts';

it('gives what comes in time, and what fails in time', async () => {
  expect(await within(60_000, Promise.resolve(3))).toBe(3);
  await expect(within(60_000, Promise.reject(new RangeError('x')))).rejects.toThrow(RangeError);
});

it('gives up on what does not come', async () => {
  await expect(within(1, new Promise(() => {}))).rejects.toThrow(DeadlinePassed);
});
