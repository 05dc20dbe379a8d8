// Reads the key conditions that lib/aws writes: a partition, and at most one condition on the sort key.

import type { QueryCommandInput } from '@aws-sdk/client-dynamodb';
import { refusal } from './dynamoRules.ts';

interface Bound {
  readonly sk: string;
  readonly included: boolean;
}

export interface ConditionStretch {
  readonly pk: string;
  readonly low?: Bound;
  readonly high?: Bound;
}

const form = /^pk = (:\w+)(?: AND sk (?:(=|<|<=|>|>=) (:\w+)|BETWEEN (:\w+) AND (:\w+)))?$/;

/** The stretch of a partition that a Query asks for. */
export function stretchOfCondition(input: QueryCommandInput): ConditionStretch {
  if (input.FilterExpression !== undefined) throw refusal('the double knows no filters');
  const match = form.exec(input.KeyConditionExpression ?? '');
  if (!match) throw refusal('Invalid KeyConditionExpression');
  const [, pkName, operator, skName, lowName, highName] = match;
  const used = [pkName, skName, lowName, highName].filter(name => name !== undefined);
  if (Object.keys(input.ExpressionAttributeValues ?? {}).some(name => !used.includes(name)))
    throw refusal('Value provided in ExpressionAttributeValues unused in expressions');
  const value = (name: string | undefined): string => {
    const text = name === undefined ? undefined : input.ExpressionAttributeValues?.[name]?.S;
    if (text === undefined || text === '') throw refusal(`no value for ${name}`);
    return text;
  };
  const pk = value(pkName);
  if (lowName !== undefined) {
    const low = value(lowName);
    const high = value(highName);
    if (Buffer.compare(Buffer.from(low), Buffer.from(high)) > 0)
      throw refusal('The BETWEEN operator requires upper bound to be greater than or equal to lower bound');
    return { pk, low: { sk: low, included: true }, high: { sk: high, included: true } };
  }
  if (operator === undefined) return { pk };
  const bound = { sk: value(skName), included: operator.includes('=') };
  return {
    pk,
    ...(operator.includes('<') ? {} : { low: bound }),
    ...(operator.includes('>') ? {} : { high: bound }),
  };
}
