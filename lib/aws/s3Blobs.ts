// The Blobs port on one S3 bucket: a blob is an object under its own key. Objects are created once, by a condition
// that the service itself keeps, and every upload carries checksums that the service verifies before it answers.

import { createHash } from 'node:crypto';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { BlobInfo, BlobMetadata, Blobs, StoredBlob } from '../archive/ports.ts';
import { type Clock, patience, retry, systemClock } from './backoff.ts';

export interface S3BlobsOptions {
  readonly client: Pick<S3Client, 'send'>;
  readonly bucket: string;
  readonly clock?: Clock;
}

/** Keys of one ListObjectsV2 page, at most. */
const pageKeys = 1_000;

/** Blobs in a bucket. */
export function s3Blobs({ client, bucket: Bucket, clock = systemClock }: S3BlobsOptions): Blobs {
  const persist = <T>(what: string, call: () => Promise<T>): Promise<T> => retry(patience(what, clock), call);

  async function create(key: string, bytes: Uint8Array, metadata: BlobMetadata = {}): Promise<boolean> {
    const ChecksumSHA256 = createHash('sha256').update(bytes).digest('base64');
    const upload = { Bucket, Key: key, Body: bytes, ChecksumSHA256, IfNoneMatch: '*', Metadata: { ...metadata } };
    try {
      // 409, another upload of the key in flight, is a passing failure: the next try learns who won.
      await persist('an upload', () => client.send(new PutObjectCommand(upload)));
      return true;
    } catch (error) {
      if (hasStatus(error, 412)) return false;
      throw error;
    }
  }

  async function put(key: string, bytes: Uint8Array): Promise<void> {
    const ChecksumSHA256 = createHash('sha256').update(bytes).digest('base64');
    const upload = { Bucket, Key: key, Body: bytes, ChecksumSHA256 };
    await persist('an upload', () => client.send(new PutObjectCommand(upload)));
  }

  /** The object is copied onto itself; where the bucket keeps versions, that is one more. */
  async function setMetadata(key: string, metadata: BlobMetadata): Promise<boolean> {
    const CopySource = [Bucket, ...key.split('/')].map(encodeURIComponent).join('/');
    const copy = { Bucket, Key: key, CopySource, MetadataDirective: 'REPLACE', Metadata: { ...metadata } } as const;
    try {
      await persist('a copy', () => client.send(new CopyObjectCommand(copy)));
      return true;
    } catch (error) {
      if (hasStatus(error, 404)) return false;
      throw error;
    }
  }

  async function getWithMetadata(key: string): Promise<StoredBlob | null> {
    try {
      // Reading the body is part of the try: a connection may break in the middle of it.
      return await persist('a download', async () => {
        const { Body, Metadata = {}, LastModified } = await client.send(new GetObjectCommand({ Bucket, Key: key }));
        const bytes = Body ? await Body.transformToByteArray() : new Uint8Array();
        return { bytes, metadata: Metadata, modifiedAt: wholeSeconds(LastModified) };
      });
    } catch (error) {
      if (error instanceof Error && error.name === 'NoSuchKey') return null;
      throw error;
    }
  }

  const get = async (key: string): Promise<Uint8Array | null> => (await getWithMetadata(key))?.bytes ?? null;

  async function info(key: string): Promise<BlobInfo | null> {
    try {
      const { ContentLength = 0, LastModified } = await persist('a look-up', () =>
        client.send(new HeadObjectCommand({ Bucket, Key: key })),
      );
      return { key, sizeBytes: ContentLength, modifiedAt: wholeSeconds(LastModified) };
    } catch (error) {
      if (hasStatus(error, 404)) return null;
      throw error;
    }
  }

  async function list(
    prefix: string,
    { after, limit }: { readonly after?: string; readonly limit: number },
  ): Promise<readonly BlobInfo[]> {
    const found: BlobInfo[] = [];
    let token: string | undefined;
    do {
      const page = await persist('a listing', () =>
        client.send(
          new ListObjectsV2Command({
            Bucket,
            Prefix: prefix,
            MaxKeys: Math.min(pageKeys, limit - found.length),
            ...(token === undefined ? {} : { ContinuationToken: token }),
            ...(token === undefined && after !== undefined && after !== '' ? { StartAfter: after } : {}),
          }),
        ),
      );
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (Key !== undefined) found.push({ key: Key, sizeBytes: Size ?? 0, modifiedAt: wholeSeconds(LastModified) });
      }
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined && found.length < limit);
    return found;
  }

  async function remove(key: string): Promise<void> {
    await persist('a removal', () => client.send(new DeleteObjectCommand({ Bucket, Key: key })));
  }

  return { create, put, setMetadata, get, info, getWithMetadata, list, remove };
}

/** Headers have seconds, listings of some services more: the same object must have one time. */
const wholeSeconds = (time: Date | undefined): number => Math.floor((time?.getTime() ?? 0) / 1000) * 1000;

const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof Error && (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === status;
