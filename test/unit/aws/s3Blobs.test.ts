import { createHash } from 'node:crypto';
import {
  CopyObjectCommand,
  GetObjectCommand,
  type ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { ThrottledError } from '../../../lib/aws/backoff.ts';
import { s3Blobs } from '../../../lib/aws/s3Blobs.ts';
import { limits } from '../../../lib/limits.ts';
import { virtualTime } from '../../doubles/virtualTime.ts';

type Answer = Error | object;

const refusal = (name: string, httpStatusCode: number): Error =>
  Object.assign(new Error(name), { name, $metadata: { httpStatusCode } });

/** Blobs over a client that gives these answers in turn, the last one for ever. */
function open(...answers: Answer[]) {
  const sent: unknown[] = [];
  const send = async (command: unknown): Promise<object> => {
    const answer = answers[Math.min(sent.length, answers.length - 1)];
    sent.push(command);
    if (answer instanceof Error || !answer) throw answer;
    return answer;
  };
  const time = virtualTime();
  return { blobs: s3Blobs({ client: { send: send as S3Client['send'] }, bucket: 'mail', clock: time }), sent, time };
}

const bytes = Buffer.from('From: a');
const body = (content: Uint8Array) => ({ Body: { transformToByteArray: async () => content } });

test('an upload is conditional, and carries the digest that the service verifies', async () => {
  const { blobs, sent } = open({});
  expect(await blobs.create('mail/a/INBOX/1', bytes)).toBe(true);
  const [command] = sent;
  expect(command).toBeInstanceOf(PutObjectCommand);
  expect((command as PutObjectCommand).input).toMatchObject({
    Bucket: 'mail',
    Key: 'mail/a/INBOX/1',
    IfNoneMatch: '*',
    ChecksumSHA256: createHash('sha256').update(bytes).digest('base64'),
  });
});

test('metadata is changed by a copy of the object onto itself, its key encoded', async () => {
  const { blobs, sent } = open({});
  expect(await blobs.setMetadata('mail/a%2Fb/ÄÖ/1 +.eml', { flags: 'seen' })).toBe(true);
  const [command] = sent;
  expect(command).toBeInstanceOf(CopyObjectCommand);
  expect((command as CopyObjectCommand).input).toEqual({
    Bucket: 'mail',
    Key: 'mail/a%2Fb/ÄÖ/1 +.eml',
    CopySource: 'mail/mail/a%252Fb/%C3%84%C3%96/1%20%2B.eml',
    MetadataDirective: 'REPLACE',
    Metadata: { flags: 'seen' },
  });
  expect(await open(refusal('NoSuchKey', 404)).blobs.setMetadata('k', {})).toBe(false);
  await expect(open(refusal('AccessDenied', 403)).blobs.setMetadata('k', {})).rejects.toThrow('AccessDenied');
});

test('a key that is taken is not an error, and not tried again', async () => {
  const { blobs, sent } = open(refusal('PreconditionFailed', 412));
  expect(await blobs.create('k', bytes)).toBe(false);
  expect(sent).toHaveLength(1);
});

test('of two uploads at once the loser asks again and learns who won', async () => {
  const conflict = refusal('ConditionalRequestConflict', 409);
  expect(await open(conflict, conflict, refusal('PreconditionFailed', 412)).blobs.create('k', bytes)).toBe(false);
  expect(await open(conflict, {}).blobs.create('k', bytes)).toBe(true);
});

test('a bucket that is busy is asked again, for as long as a call may wait', async () => {
  const slow = refusal('SlowDown', 503);
  const { blobs } = open(slow, slow, body(bytes));
  expect(await blobs.get('k')).toEqual(bytes);
  const never = open(slow);
  await expect(never.blobs.remove('k')).rejects.toThrow(ThrottledError);
  expect(never.time.now()).toBeGreaterThanOrEqual(limits.throttleMilliseconds.value);
  expect(never.sent.length).toBeLessThan(60);
});

test('a download that breaks off in the middle is made again', async () => {
  const broken = {
    Body: {
      transformToByteArray: async () => {
        throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
      },
    },
  };
  const { blobs, sent } = open(broken, body(bytes));
  expect(await blobs.get('k')).toEqual(bytes);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toBeInstanceOf(GetObjectCommand);
});

test('what may not be read is an error, unlike what is not there', async () => {
  expect(await open(refusal('NoSuchKey', 404)).blobs.get('k')).toBeNull();
  await expect(open(refusal('AccessDenied', 403)).blobs.get('k')).rejects.toThrow('AccessDenied');
  await expect(open(refusal('NoSuchBucket', 404)).blobs.get('k')).rejects.toThrow('NoSuchBucket');
  await expect(open(refusal('AccessDenied', 403)).blobs.create('k', bytes)).rejects.toThrow('AccessDenied');
});

test('a listing goes on over pages until it has what was asked', async () => {
  const page = (from: number, count: number, more: boolean) => ({
    Contents: Array.from({ length: count }, (_, i) => ({
      Key: `p/${from + i}`,
      Size: i,
      LastModified: new Date(1_700_000_000_000 + i * 1000),
    })),
    IsTruncated: more,
    ...(more ? { NextContinuationToken: `after ${from + count - 1}` } : {}),
  });
  const { blobs, sent } = open(page(1, 3, true), page(4, 2, true), page(6, 3, false));
  const found = await blobs.list('p/', { after: 'p/0', limit: 8 });
  expect(found.map(({ key }) => key)).toEqual(['p/1', 'p/2', 'p/3', 'p/4', 'p/5', 'p/6', 'p/7', 'p/8']);
  expect(found[1]).toEqual({ key: 'p/2', sizeBytes: 1, modifiedAt: 1_700_000_001_000 });
  expect(sent.map(command => (command as ListObjectsV2Command).input)).toEqual([
    { Bucket: 'mail', Prefix: 'p/', MaxKeys: 8, StartAfter: 'p/0' },
    { Bucket: 'mail', Prefix: 'p/', MaxKeys: 5, ContinuationToken: 'after 3' },
    { Bucket: 'mail', Prefix: 'p/', MaxKeys: 3, ContinuationToken: 'after 5' },
  ]);
});
