// search_files of a deployment: every sentence that the contract says of it, over the documents and mails that it is asked
// about on one machine, too.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { deleteArchive } from '../../infra/deleteArchive.ts';
import { dynamoClient, s3Client } from '../../lib/aws/clients.ts';
import { fileCount, fileFolder, fileMails, libraryDocuments } from '../contract/askedFiles.ts';
import { freshPrefix } from '../contract/contractOptions.ts';
import { checkFiles, untilIndexed } from '../contract/fileTools.ts';
import { mailglob } from '../local/command.ts';
import { mbox } from '../local/mails.ts';
import { type Deployment, prepareDeployment } from './deployment.ts';
import { connect, type SearchClient } from './mcpClient.ts';
import { startAws } from './ministack.ts';
import type { Server } from './processes.ts';

const configuration = `
authentication: { mode: apiKey }
accounts:
  - id: billing
retention: { deletionProtection: false }
`;

const stageName = `asked-${freshPrefix().toLowerCase()}`;
let aws: Server | undefined;
let stage: Deployment;
let bucket: string;
let table: string;
let search: SearchClient;
let directory: string;

beforeAll(async () => {
  aws = await startAws();
  directory = await mkdtemp(join(tmpdir(), 'mailglob-files-'));
  stage = await prepareDeployment(stageName, configuration);
  const { status, said } = await stage.serverless('deploy');
  if (status !== 0) throw new Error(said);
  bucket = await stage.output('BucketName');
  table = await stage.output('TableName');
  search = await connect(await stage.mcpUrl(), await stage.apiKey());
});

afterAll(async () => {
  await search?.close();
  if (bucket) await deleteArchive({ s3: s3Client(), dynamo: dynamoClient() }, { bucket, table });
  // Where setting up failed, that is the error to see.
  await stage?.done();
  await aws?.stop();
  await rm(directory, { recursive: true, force: true });
});

it('keeps every sentence of the contract', async () => {
  for (const [Key, Body] of libraryDocuments)
    await s3Client().send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
  for (const [i, raw] of fileMails.entries()) {
    // Keywords in a header count in an mbox alone.
    const isKept = i === fileMails.length - 1;
    const file = join(directory, `${i}.${isKept ? 'mbox' : 'eml'}`);
    await writeFile(file, isKept ? mbox([raw]) : raw);
    const options = ['--account', 'billing', '--folder', fileFolder, '--stack', stageName];
    const { status, stderr } = await mailglob(['import', file, ...options]);
    expect([status, stderr]).toEqual([0, expect.any(String)]);
  }
  await untilIndexed(search.client, fileCount, 240_000);
  await checkFiles(search.client, 'billing');
});
