// The blobs of a bucket with the client that reaches it: all of S3 behind one import, so that it can be left for later.

import type { Blobs } from '../archive/ports.ts';
import { s3Client } from './clients.ts';
import { s3Blobs } from './s3Blobs.ts';

export const bucketBlobs = (bucket: string): Blobs => s3Blobs({ client: s3Client(), bucket });
