import { type Handled, handleBatch } from '../../../lib/aws/sqsBatch.ts';
import type { LogEntry } from '../../../lib/log.ts';

const eventOf = (...bodies: string[]) => ({
  Records: bodies.map((body, i) => ({ messageId: `m${i}`, body, attributes: { ApproximateReceiveCount: '2' } })),
});

/** A message asks for its letters, one thing each; `x` in it makes it unreadable. */
function letters(body: string): string[] {
  if (body.includes('x')) throw new Error(`cannot read ${body}`);
  return [...body];
}

/** Every letter is done but `f`. */
const done = async (tasks: readonly string[]): Promise<Handled[]> =>
  tasks.map(task => (task === 'f' ? { error: new Error(`no ${task}`) } : { outcome: `did ${task}` }));

describe('handleBatch', () => {
  it('names the messages that failed in a part or could not be read, and handles the others', async () => {
    const handled: string[] = [];
    const result = await handleBatch(
      eventOf('a', 'x', 'bf', '', 'cd'),
      () => {},
      letters,
      async tasks => {
        handled.push(...tasks);
        return done(tasks);
      },
    );
    expect(result).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }, { itemIdentifier: 'm2' }] });
    expect(handled).toEqual(['a', 'b', 'f', 'c', 'd']);
  });

  it('lets every message come again where all fail at once, or an answer is missing', async () => {
    const throwing = async () => {
      throw 'text';
    };
    const both = { batchItemFailures: [{ itemIdentifier: 'm0' }, { itemIdentifier: 'm1' }] };
    expect(await handleBatch(eventOf('a', 'b'), () => {}, letters, throwing)).toEqual(both);
    expect(
      await handleBatch(
        eventOf('a', 'b'),
        () => {},
        letters,
        async () => [],
      ),
    ).toEqual(both);
  });

  it('writes a line for each, without what a message or an error says', async () => {
    const lines: LogEntry[] = [];
    await handleBatch(
      eventOf('secret', 'x secret', 'f'),
      entry => lines.push(entry),
      letters,
      async tasks => tasks.map(task => (task === 'f' ? { error: new Error('secret') } : { outcome: 'stored' })),
    );
    expect(lines).toMatchObject([
      { event: 'message', outcomes: Array(6).fill('stored'), received: 2, requestId: 'm0' },
      { event: 'message', outcomes: ['failed'], received: 2, requestId: 'm1', error: { name: 'Error' } },
      { event: 'message', outcomes: ['failed'], received: 2, requestId: 'm2', error: { name: 'Error' } },
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });
});
