// An argument that is a calendar day or an instant: a bound of a range, which covers the whole of a day.

import { type Argument, dateTime } from './arguments.ts';
import { type Day, endOfDay, isDay, startOfDay } from './days.ts';

/** A day, whose instants are for the deployment's time zone to say, or epoch milliseconds. */
export type DayOrInstant = { readonly day: Day } | { readonly at: number };

export function dayOrInstant(description: string): Argument<DayOrInstant, null> {
  const instant = dateTime(description);
  return {
    schema: { type: 'string', description },
    absent: { value: null },
    accepts: 'takes a day as YYYY-MM-DD or a date-time with its zone, such as 2024-05-17T12:00:00Z',
    read: value => {
      if (typeof value === 'string' && isDay(value)) return { value: { day: value } };
      const outcome = instant.read(value);
      return 'refused' in outcome ? outcome : { value: { at: outcome.value } };
    },
  };
}

/** The first instant of a range that begins with it, epoch milliseconds. */
export const firstOf = (bound: DayOrInstant, timeZone: string): number =>
  'day' in bound ? startOfDay(bound.day, timeZone) : bound.at;

/** The first instant behind a range that ends with it, epoch milliseconds. */
export const behind = (bound: DayOrInstant, timeZone: string): number =>
  'day' in bound ? endOfDay(bound.day, timeZone) : bound.at + 1;
