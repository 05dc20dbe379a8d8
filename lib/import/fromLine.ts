// Reads the From_ line that opens a message in an mbox: is it one, and when does it say the message came? It knows
// one line, not what stands around it.

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const zone = String.raw`(?:[+-]\d{4}|[A-Za-z]{1,5})`;
const clock = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?`;
const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const month = `(${months.join('|')})`;

/** `Thu Sep 18 17:54:04 2008`, with a zone before or after the year, or without seconds. */
const asctime = new RegExp(
  String.raw`[ \t]${weekday}[ \t]+${month}[ \t]+(\d{1,2})[ \t]+${clock}(?:[ \t]+(${zone})(?:[ \t]+${zone})?)?[ \t]+(\d{4})(?:[ \t]+(${zone}))?(?=[ \t]|$)`,
  'i',
);
/** `Thu, 06 Apr 2023 05:20:15 GMT`. */
const mailDate = new RegExp(
  String.raw`[ \t]${weekday},[ \t]*(\d{1,2})[ \t]+${month}[ \t]+(\d{4})[ \t]+${clock}(?:[ \t]+(${zone}))?(?=[ \t]|$)`,
  'i',
);
/** `2019-10-02 05:04:34 +0000`. */
const isoDate = new RegExp(String.raw`[ \t](\d{4})-(\d{2})-(\d{2})[ \tT]${clock}(?:[ \t]*(${zone}))?(?=[ \t]|$)`, 'i');

/** Hours east of UTC; every other name is taken as UTC. */
const zoneHours: Readonly<Record<string, number>> = {
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  bst: 1,
  cet: 1,
  cest: 2,
  met: 1,
  mest: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  jst: 9,
  kst: 9,
};

/** The day that `git format-patch` writes into every From_ line, at midnight: a mark, no date. */
const gitMark = Date.UTC(2001, 8, 17);
/** The first day of 1970 and whatever is before are fillers: public-inbox, Thunderbird and others write them. */
const firstRealDate = Date.UTC(1970, 0, 2);

export interface FromLine {
  /** Epoch milliseconds; a time without a zone is UTC (RFC 4155). null where the line carries a filler for a date. */
  readonly receivedAt: number | null;
}

/**
 * Reads a line of an mbox without its line ending: `From `, a sender (perhaps `-`, `()` or nothing) and a date in
 * one of the forms that mail programs write. null: it is no From_ line.
 */
export function parseFromLine(line: string): FromLine | null {
  if (!line.startsWith('From ')) return null;
  const at = dateOf(line);
  if (at === null) return null;
  return { receivedAt: at < firstRealDate || at === gitMark ? null : at };
}

/** Whether a line is a From_ line that lost its date: `From -`, `From 1844347792267117879@xxx`. */
export const isUndatedFromLine = (line: string): boolean => /^From [^ \t]+[ \t]*$/.test(line);

function dateOf(line: string): number | null {
  let match = asctime.exec(line);
  if (match) {
    const [, name, day, hour, minute, second, zoneBefore, year, zoneAfter] = match;
    return instant(year, monthOf(name), day, hour, minute, second, zoneAfter ?? zoneBefore);
  }
  match = mailDate.exec(line);
  if (match) {
    const [, day, name, year, hour, minute, second, zoneName] = match;
    return instant(year, monthOf(name), day, hour, minute, second, zoneName);
  }
  match = isoDate.exec(line);
  if (match) {
    const [, year, number, day, hour, minute, second, zoneName] = match;
    return instant(year, Number(number) - 1, day, hour, minute, second, zoneName);
  }
  return null;
}

const monthOf = (name: string | undefined): number => months.indexOf(name?.toLowerCase() ?? '');

function instant(
  year: string | undefined,
  monthIndex: number,
  day: string | undefined,
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
  zoneName: string | undefined,
): number | null {
  const fields = [Number(day), Number(hour), Number(minute), Number(second ?? 0)] as const;
  const [d, h, m, s] = fields;
  if (monthIndex < 0 || monthIndex > 11 || d < 1 || d > 31 || h > 24 || m > 59 || s > 60) return null;
  return Date.UTC(Number(year), monthIndex, d, h, m, s) - zoneMilliseconds(zoneName);
}

function zoneMilliseconds(name: string | undefined): number {
  if (name === undefined) return 0;
  if (name.startsWith('+') || name.startsWith('-')) {
    const minutes = Number(name.slice(1, 3)) * 60 + Number(name.slice(3));
    return (name.startsWith('-') ? -minutes : minutes) * 60_000;
  }
  return (zoneHours[name.toLowerCase()] ?? 0) * 3_600_000;
}
