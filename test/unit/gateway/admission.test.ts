import { admission } from '../../../lib/gateway/admission.ts';
import type { Caller } from '../../../lib/tools/caller.ts';

const caller = (id: string): Caller => ({ id, accounts: '*', library: true, scopes: new Set(['read']) });
const unbounded = { take: () => 0 };

/** Answers that are given when they are told to. */
function held() {
  const waiting: (() => void)[] = [];
  return {
    waiting,
    answer: async () => {
      await new Promise<void>(resolve => waiting.push(resolve));
      return new Response('ok');
    },
  };
}

describe('admission', () => {
  it('answers so many requests of a caller at once, and more once one has ended, well or not', async () => {
    const { admit } = admission({ quota: unbounded, atOnce: 2 });
    const { waiting, answer } = held();
    const first = admit(caller('a'), answer);
    const second = admit(caller('a'), async () => {
      await answer();
      throw new Error('broken');
    });
    const third = await admit(caller('a'), answer);
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '1']);
    const other = admit(caller('b'), answer);
    for (const go of waiting) go();
    expect((await first).status).toBe(200);
    await expect(second).rejects.toThrow('broken');
    expect((await other).status).toBe(200);
    for (let i = 0; i < 5; i++) expect((await admit(caller('a'), async () => new Response())).status).toBe(200);
  });

  it('says when a minute is used up, without running what would answer', async () => {
    const { admit } = admission({ quota: { take: () => 17 }, atOnce: 2 });
    let ran = 0;
    for (let i = 0; i < 5; i++) {
      const response = await admit(caller('a'), async () => {
        ran++;
        return new Response();
      });
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '17']);
      expect(await response.text()).toMatch(/try again in 17 seconds/);
    }
    expect(ran).toBe(0);
  });

  it('does not count what it turned away for being at once', async () => {
    const taken: string[] = [];
    const take = (id: string) => {
      taken.push(id);
      return 0;
    };
    const { admit } = admission({ quota: { take }, atOnce: 1 });
    const { waiting, answer } = held();
    const first = admit(caller('a'), answer);
    await admit(caller('a'), answer);
    for (const go of waiting) go();
    await first;
    expect(taken).toEqual(['a']);
  });
});
