// The search over each of the two stores that ship: SQLite on disk, and DynamoDB as simulated. 400 random cases of each,
// and as many times more as MAILGLOB_TEST_SCALE says: .ci/run makes it 10,000.

import { dynamoStore } from '../../lib/aws/dynamoStore.ts';
import { diskStore } from '../doubles/diskArchive.ts';
import { simulatedDynamo } from '../doubles/simulatedDynamo.ts';
import { searchContract } from './searchContract.ts';

/** 300 cases of one question and 100 of an archive that changes between its pages, times the scale. */
const options = { scale: Number(process.env.MAILGLOB_TEST_SCALE ?? 1) };

searchContract('SQLite', diskStore, options);

searchContract('DynamoDB', async () => dynamoStore({ client: simulatedDynamo().client, table: 'mail' }), options);
