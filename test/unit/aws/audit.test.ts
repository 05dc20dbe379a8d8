import type { Row } from '../../../lib/archive/ports.ts';
import { encodePosition } from '../../../lib/archive/position.ts';
import { auditTable } from '../../../lib/aws/audit.ts';
import { systemClock } from '../../../lib/aws/backoff.ts';
import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { auditContract } from '../../contract/auditContract.ts';
import { dynamoPlanter } from '../../doubles/planters.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';

function open() {
  // Pages of a few items, so that scans go on.
  const { client } = simulatedDynamo({ scanBytes: 3_000 });
  return { client, store: dynamoStore({ client, table: 'archive' }), planter: dynamoPlanter(client, 'archive') };
}

auditContract('simulated DynamoDB', async () => open());

test('finds every fault when it may hold but a few at once', async () => {
  const { client, store, planter } = open();
  const rows = Array.from({ length: 60 }, (_, i): Row => {
    const id = `${String(i).padStart(8, '0')}-0000-8000-8000-000000000000`;
    const posting = { index: 'names' as const, terms: ['one', `two ${i}`], text: `text ${i}`, facts: '' };
    return { pk: 'p', sk: encodePosition({ at: i, id, number: 1 }), data: `${i}`, posting };
  });
  await store.put(rows);
  for (const row of rows) await planter.removePosting(row, 'one');
  const postingOf = ({ data }: Row) => rows[Number(data)]?.posting ?? null;
  const faults: unknown[] = [];
  const table = { client, name: 'archive', clock: systemClock };
  for await (const entry of auditTable(table, { postingOf, mend: true }, 7))
    if (entry.kind === 'fault') faults.push(entry.fault.sk);
  expect(faults.toSorted()).toEqual(rows.map(row => row.sk).toSorted());
  for await (const entry of store.audit({ postingOf })) expect(entry.kind).toBe('row');
});
