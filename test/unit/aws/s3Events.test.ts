import { NoS3EventError, readObjectChanges } from '../../../lib/aws/s3Events.ts';

const event = (...records: [string, string][]) =>
  JSON.stringify({ Records: records.map(([eventName, key]) => ({ eventName, s3: { object: { key } } })) });

describe('readObjectChanges', () => {
  it('tells what appeared and what went, in order', () => {
    expect(
      readObjectChanges(
        event(['ObjectCreated:Put', 'a'], ['ObjectRemoved:Delete', 'b'], ['ObjectRemoved:DeleteMarkerCreated', 'c']),
      ),
    ).toEqual([
      { kind: 'created', key: 'a', sizeBytes: null },
      { kind: 'removed', key: 'b', sizeBytes: null },
      { kind: 'removed', key: 'c', sizeBytes: null },
    ]);
  });

  it('tells the size of what appeared', () => {
    const body = { Records: [{ eventName: 'ObjectCreated:Put', s3: { object: { key: 'a', size: 7 } } }] };
    expect(readObjectChanges(JSON.stringify(body))).toEqual([{ kind: 'created', key: 'a', sizeBytes: 7 }]);
  });

  it('counts what a lifecycle rule deletes as removed', () => {
    expect(readObjectChanges(event(['LifecycleExpiration:DeleteMarkerCreated', 'a']))).toEqual([
      { kind: 'removed', key: 'a', sizeBytes: null },
    ]);
  });

  it('takes the prefix that some senders put before the name', () => {
    expect(readObjectChanges(event(['s3:ObjectCreated:CompleteMultipartUpload', 'a']))).toEqual([
      { kind: 'created', key: 'a', sizeBytes: null },
    ]);
  });

  it.each([
    ['mail/a/INBOX/one+two.eml', 'mail/a/INBOX/one two.eml'],
    ['mail/a/INBOX/one%2Btwo.eml', 'mail/a/INBOX/one+two.eml'],
    // A segment that is percent-encoded in the key itself is encoded once more.
    ['mail/a%252Fb/INBOX/x', 'mail/a%2Fb/INBOX/x'],
    ['mail/a/INBOX/%C3%BCber', 'mail/a/INBOX/über'],
  ])('reads the key %s', (encoded, key) => {
    expect(readObjectChanges(event(['ObjectCreated:Put', encoded]))).toEqual([
      { kind: 'created', key, sizeBytes: null },
    ]);
  });

  it('passes over the test event', () => {
    expect(readObjectChanges('{"Service":"Amazon S3","Event":"s3:TestEvent","Bucket":"b"}')).toEqual([]);
  });

  it.each([
    ['no JSON', 'hello'],
    ['nothing', ''],
    ['null', 'null'],
    ['a number', '7'],
    ['another object', '{"a":1}'],
    ['no records', '{"Records":[]}'],
    ['records that are none', '{"Records":[null]}'],
    ['a record without object', '{"Records":[{"eventName":"ObjectCreated:Put"}]}'],
    ['a key that is no text', '{"Records":[{"eventName":"ObjectCreated:Put","s3":{"object":{"key":1}}}]}'],
    ['a kind that was not asked for', event(['ObjectRestore:Post', 'a'])],
    ['a name of what objects inherit', event(['constructor', 'a'])],
    ['a key that is not encoded', event(['ObjectCreated:Put', '100%'])],
  ])('refuses %s', (_, body) => {
    expect(() => readObjectChanges(body)).toThrow(NoS3EventError);
  });
});
