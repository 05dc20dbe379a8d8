// What a bound is: a value, its unit, and why it is there.

export interface Limit {
  readonly value: number;
  readonly unit: string;
  readonly reason: string;
}

export const limit = (value: number, unit: string, reason: string): Limit => ({ value, unit, reason });
