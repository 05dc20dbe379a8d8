import { auditContract } from '../../contract/auditContract.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';
import { memoryPlanter } from '../../doubles/planters.ts';

// The reference that the others are compared with is held to the same words.
auditContract('memoryStore', async () => {
  const store = memoryStore();
  return { store, planter: memoryPlanter(store) };
});
