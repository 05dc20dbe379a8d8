// What calls cost: read and write units as DynamoDB reports them, summed into the port's Cost.

import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import type { Cost } from '../archive/ports.ts';

export const noCost = (): Cost => ({ calls: 0, rounds: 0, rows: 0, readUnits: 0, writeUnits: 0 });

type Consumed = ConsumedCapacity | readonly ConsumedCapacity[] | undefined;

const unitsOf = (consumed: Consumed): number => {
  let units = 0;
  for (const capacity of consumed === undefined ? [] : ([consumed].flat() as ConsumedCapacity[])) {
    units += capacity.CapacityUnits ?? 0;
  }
  return units;
};

/** Adds a call that read to a cost. */
export function countRead(cost: Cost, consumed: Consumed, rows: number): void {
  cost.calls++;
  cost.rows += rows;
  cost.readUnits += unitsOf(consumed);
}

/** Adds a call that wrote to a cost. */
export function countWrite(cost: Cost, consumed: Consumed): void {
  cost.calls++;
  cost.writeUnits += unitsOf(consumed);
}

/** Adds one cost to another. */
export function addCost(to: Cost, from: Cost): void {
  to.calls += from.calls;
  to.rounds += from.rounds;
  to.rows += from.rows;
  to.readUnits += from.readUnits;
  to.writeUnits += from.writeUnits;
}
