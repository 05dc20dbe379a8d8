import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { listContract } from '../../contract/listContract.ts';
import { diskStore } from '../../doubles/diskArchive.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';

// It looks at all rows each time.
listContract('the store in memory', async () => memoryStore(), { scale: 0.3 });

listContract('SQLite', diskStore);

const { client } = simulatedDynamo();
listContract('simulated DynamoDB', async () => dynamoStore({ client, table: 'archive' }));
