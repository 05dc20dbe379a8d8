// The attack list: what somebody outside tries, every line refused or bounded, and the gateway well after it.

import { calls } from './calls.ts';
import { keys, tokens } from './credentials.ts';
import { requests } from './requests.ts';
import { canary, startVictim, type Victim } from './victim.ts';

let victim: Victim;
const table: string[] = [];

beforeAll(async () => {
  victim = await startVictim();
});
afterAll(async () => {
  process.stdout.write(`\nattack, and what came of it\n${table.join('\n')}\n`);
  await victim?.close();
});

const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
const all = [...tokens, ...keys, ...requests, ...calls];

it('is of at least sixty tries, each with a name of its own', () => {
  expect(new Set(all.map(({ what }) => what)).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(60);
});

it('proves something: who may gets in', async () => {
  expect(await victim.post(list, [['x-api-key', victim.key]])).toMatchObject({ status: 200 });
  expect((await victim.call('searchAttachments', { pattern: '*' })).text).toMatch(/sparrow1\.pdf/);
});

describe('is refused or bounded:', () => {
  it.each(all.map(one => [one.what, one] as const))('%s', async (what, { attempt, statuses, says }) => {
    const { status, text, headers } = await attempt(victim);
    const refusal = /mailglob error (\d+)/.exec(text)?.[1] ?? /"code":(-\d+)/.exec(text)?.[1];
    table.push(`${what.padEnd(56)} ${status === 0 ? 'closed' : status} ${refusal ?? ''}`.trimEnd());
    expect(statuses).toContain(status);
    if (says) expect(text).toMatch(says);
    // Nothing of the other account, nothing of how it is made.
    expect(text).not.toContain(canary);
    expect(text + JSON.stringify(headers)).not.toMatch(/node_modules|\bat .*\.[jt]s:\d|x-powered-by|node\/\d|sqlite/i);
  });
});

it('leaves the gateway answering, and its log without what was sent', async () => {
  expect(await victim.call('searchAttachments', { pattern: 'sparrow*' })).toMatchObject({ status: 200 });
  expect(victim.gateway.child.exitCode).toBeNull();
  const { stdout, stderr } = victim.gateway.printed;
  expect(stdout + stderr).not.toMatch(new RegExp(`${canary}|${victim.key}|eyJ|evil|DROP TABLE`));
});

it('serves others while fifty requests stand still', async () => {
  const slow = Array.from({ length: 50 }, () => victim.raw('POST /mcp HTTP/1.1\r\nHost:', 500));
  expect(await victim.post(list, [['x-api-key', victim.key]])).toMatchObject({ status: 200 });
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(50).fill(0));
});
