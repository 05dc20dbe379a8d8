// What S3 says through a queue: which objects appeared and which went. Knows the form of the messages, not what is
// done about them. https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html

import type { S3EventRecord } from 'aws-lambda';
import type { ObjectChange } from '../archive/followObjects.ts';

/** The body of a queue message that S3 did not send, or not in a form that is known. */
export class NoS3EventError extends Error {
  constructor(what: string) {
    super(`the message is no S3 event: ${what}`);
    this.name = 'NoS3EventError';
  }
}

/** By the event's name without what follows the colon. Lifecycle rules remove objects as well. */
const kinds = new Map<string, ObjectChange['kind']>([
  ['ObjectCreated', 'created'],
  ['ObjectRemoved', 'removed'],
  ['LifecycleExpiration', 'removed'],
]);

/**
 * The changes that a message tells of, in its order; none for the test event that S3 sends when a notification is set up.
 * @throws NoS3EventError
 */
export function readObjectChanges(body: string): ObjectChange[] {
  const event = parse(body);
  if (!isObject(event)) throw new NoS3EventError('it is not an object');
  if (event.Event === 's3:TestEvent') return [];
  const { Records: records } = event;
  if (!Array.isArray(records) || records.length === 0) throw new NoS3EventError('it has no records');
  return records.map(readRecord);
}

/** What is read of a record; the size is told of what appeared alone. */
interface ObjectRecord extends Pick<S3EventRecord, 'eventName'> {
  readonly s3: { readonly object: Pick<S3EventRecord['s3']['object'], 'key'> & { readonly size?: unknown } };
}

function isObjectRecord(record: unknown): record is ObjectRecord {
  const { eventName, s3 } = isObject(record) ? record : {};
  const object = isObject(s3) ? s3.object : undefined;
  return typeof eventName === 'string' && isObject(object) && typeof object.key === 'string';
}

function readRecord(record: unknown): ObjectChange {
  if (!isObjectRecord(record)) throw new NoS3EventError('a record names no object');
  const { key, size } = record.s3.object;
  const kind = kinds.get(record.eventName.replace(/^s3:/, '').split(':', 1)[0] ?? '');
  if (kind === undefined) throw new NoS3EventError('a record is of a kind that was not asked for');
  return { kind, key: decodeKey(key), sizeBytes: typeof size === 'number' ? size : null };
}

/** Keys are form-encoded: a blank is a plus, and a plus is %2B. */
function decodeKey(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    throw new NoS3EventError('a key is not form-encoded');
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new NoS3EventError('it is not JSON');
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
