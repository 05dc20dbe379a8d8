import { searchContract } from '../../contract/searchContract.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';

searchContract('the store in memory', async () => memoryStore());
