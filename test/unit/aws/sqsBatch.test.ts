import { handleBatch } from '../../../lib/aws/sqsBatch.ts';
import type { LogEntry } from '../../../lib/log.ts';

const eventOf = (...bodies: string[]) => ({
  Records: bodies.map((body, i) => ({ messageId: `m${i}`, body, attributes: { ApproximateReceiveCount: '2' } })),
});

describe('handleBatch', () => {
  it('names the messages that failed, and handles the others', async () => {
    const handled: string[] = [];
    const result = await handleBatch(
      eventOf('a', 'bad', 'b'),
      () => {},
      async body => {
        if (body === 'bad') throw new Error('no');
        handled.push(body);
        return ['stored'];
      },
    );
    expect(result).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] });
    expect(handled).toEqual(['a', 'b']);
  });

  it('survives a handler that throws at once, and what is no error', async () => {
    const handle = () => {
      throw 'text';
    };
    expect(await handleBatch(eventOf('a'), () => {}, handle)).toEqual({
      batchItemFailures: [{ itemIdentifier: 'm0' }],
    });
  });

  it('handles one after another', async () => {
    let running = 0;
    let most = 0;
    await handleBatch(
      eventOf('a', 'b', 'c'),
      () => {},
      async () => {
        most = Math.max(most, ++running);
        await new Promise(resolve => setImmediate(resolve));
        running--;
        return [];
      },
    );
    expect(most).toBe(1);
  });

  it('writes a line for each, without what a message or an error says', async () => {
    const lines: LogEntry[] = [];
    await handleBatch(
      eventOf('secret one', 'secret two'),
      entry => lines.push(entry),
      async body => {
        if (body.endsWith('two')) throw new Error(`cannot read ${body}`);
        return ['stored'];
      },
    );
    expect(lines).toMatchObject([
      { event: 'message', outcomes: ['stored'], received: 2, requestId: 'm0' },
      { event: 'message', outcomes: ['failed'], received: 2, requestId: 'm1', error: { name: 'Error' } },
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });
});
