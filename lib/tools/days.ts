// Calendar days in a time zone: the first instant of a day, and so the range that two days span. Knows no clock.

/** A day of the proleptic Gregorian calendar as `YYYY-MM-DD`. */
export type Day = string;

const dayMilliseconds = 86_400_000;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const offsetPattern = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/** Whether a text is a day that the calendar has. */
export function isDay(text: string): boolean {
  if (!dayPattern.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  // February 30 reads as March 2: only a day that exists comes back as it was.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** The offset of a zone from UTC at an instant, in milliseconds east. */
function offsetReader(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return at => {
    const name = format.formatToParts(at).find(part => part.type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = offsetPattern.exec(name) ?? [];
    const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
    return sign === '-' ? -size : size;
  };
}

/**
 * The first instant at which a clock in the zone shows a local time or a later one. Where the clocks are put back over
 * it, the earlier of its two instants; where they are put forward over it, the instant they are.
 */
function instantOf(local: number, offsetAt: (at: number) => number): number {
  const before = offsetAt(local - dayMilliseconds);
  const after = offsetAt(local + dayMilliseconds);
  const shown = [local - before, local - after].filter(at => at + offsetAt(at) === local);
  if (shown.length > 0) return Math.min(...shown);
  // The local time is skipped: halve the range in which the clocks are put forward over it.
  let early = local - Math.max(before, after);
  let late = local - Math.min(before, after);
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (middle + offsetAt(middle) >= local) late = middle;
    else early = middle;
  }
  return late;
}

const readers = new Map<string, (at: number) => number>();

function offsetsOf(timeZone: string): (at: number) => number {
  const known = readers.get(timeZone);
  if (known !== undefined) return known;
  const reader = offsetReader(timeZone);
  readers.set(timeZone, reader);
  return reader;
}

/**
 * The first instant of a day in a time zone, epoch milliseconds. A day that begins at 01:00, because the clocks are
 * put forward at midnight, begins there; a day that the zone left out begins where the next one does.
 * @param timeZone IANA name, checked by whoever read the configuration.
 */
export const startOfDay = (day: Day, timeZone: string): number =>
  instantOf(Date.parse(`${day}T00:00:00Z`), offsetsOf(timeZone));

/** The first instant after a day in a time zone, epoch milliseconds: the exclusive bound that covers the whole day. */
export const endOfDay = (day: Day, timeZone: string): number =>
  instantOf(Date.parse(`${day}T00:00:00Z`) + dayMilliseconds, offsetsOf(timeZone));
