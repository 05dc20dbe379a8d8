import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { storeContract } from '../../contract/storeContract.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';

// Real time: the contract gives deadlines of the process's clock.
const { client } = simulatedDynamo();
storeContract('simulated DynamoDB', async () => dynamoStore({ client, table: 'archive' }));
