import { ChangeMessageVisibilityBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { fileQueue, secondsAfter } from '../../../lib/aws/fileQueue.ts';
import { readFileTasks } from '../../../lib/aws/fileTasks.ts';

function recorded() {
  const sent: unknown[] = [];
  const client = { send: async (command: unknown) => void sent.push(command) };
  return { sent, queue: fileQueue({ client: client as never, url: 'https://queue' }) };
}

const event = (...received: number[]) =>
  ({
    Records: received.map((count, i) => ({
      ...{ messageId: `m${i}`, receiptHandle: `r${i}` },
      attributes: { ApproximateReceiveCount: String(count) },
    })),
  }) as unknown as SQSEvent;

describe('the queue of files', () => {
  it('is asked to work off what is pending at once, and later where nothing could be done', async () => {
    const { sent, queue } = recorded();
    await queue.workOff();
    await queue.workOff(2);
    const inputs = sent.map(command => (command as SendMessageCommand).input);
    expect(sent.every(command => command instanceof SendMessageCommand)).toBe(true);
    expect(inputs.map(({ QueueUrl, DelaySeconds }) => [QueueUrl, DelaySeconds])).toEqual([
      ['https://queue', 0],
      ['https://queue', 45],
    ]);
    expect(inputs.flatMap(({ MessageBody = '' }) => readFileTasks(MessageBody))).toEqual([
      { kind: 'workOff', stood: 0 },
      { kind: 'workOff', stood: 2 },
    ]);
  });

  it('has messages that failed come again, the sooner the fewer tries they had, and no others', async () => {
    const { sent, queue } = recorded();
    await queue.comeAgain(event(1, 1, 4, 100), {
      batchItemFailures: ['m1', 'm2', 'm3'].map(itemIdentifier => ({ itemIdentifier })),
    });
    expect(sent).toHaveLength(1);
    expect(sent[0]).toBeInstanceOf(ChangeMessageVisibilityBatchCommand);
    expect((sent[0] as ChangeMessageVisibilityBatchCommand).input).toEqual({
      QueueUrl: 'https://queue',
      Entries: [
        { Id: 'm1', ReceiptHandle: 'r1', VisibilityTimeout: 5 },
        { Id: 'm2', ReceiptHandle: 'r2', VisibilityTimeout: 135 },
        { Id: 'm3', ReceiptHandle: 'r3', VisibilityTimeout: 900 },
      ],
    });
  });

  it('is asked nothing where nothing failed', async () => {
    const { sent, queue } = recorded();
    await queue.comeAgain(event(1, 1), { batchItemFailures: [] });
    expect(sent).toEqual([]);
  });

  it('never has a message wait for longer than the service takes', () => {
    expect([0, 1, 2, 3, 50].map(secondsAfter)).toEqual([5, 5, 15, 45, 900]);
  });
});
