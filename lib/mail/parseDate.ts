// Dates as mail writes them -> epoch milliseconds. RFC 5322 with its obsolete forms, and what programs make of them.

import { hasEightBit } from './bytes.ts';
import { decodeWords } from './encodedWords.ts';
import { monthOf } from './monthNames.ts';

/** Minutes east of UTC of the zones that RFC 5322 section 4.3 names. Every other name counts as UTC. */
const zoneNames: Readonly<Record<string, number>> = {
  ut: 0,
  utc: 0,
  gmt: 0,
  z: 0,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
};

/** What follows is no more looked at: comments before the date, and the date itself. */
const longestComments = 20_000;
const longestDate = 300;

/** RFC 5322 section 4.3: two digits below 50 are 20xx, three and other two are 19xx. */
const fullYear = (text: string): number => {
  const year = Number(text);
  if (text.length <= 2) return year < 50 ? 2000 + year : 1900 + year;
  return text.length === 3 ? 1900 + year : year;
};

const clock = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,]\d{1,9})?)?(am|pm|z)?$/i;
const numericZone = /^(?:gmt|utc|ut)?([+-])(\d{1,2}):?(\d{2})?$/i;
const alphaDate = /^(\d{1,2})[-/.]{0,2}([\p{L}\p{M}]{3,15})[-/.]{0,2}(\d{2,4})$/u;
const dayNumber = /^(\d{1,2})(?:\.|er)?$/;
const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})$/;

interface Fields {
  year: number | null;
  month: number | null;
  /** The month stood before the day. */
  isMonthFirst: boolean;
  day: number | null;
  hour: number | null;
  minute: number;
  second: number;
  half: 'am' | 'pm' | null;
  /** Minutes east of UTC; a number beats a name. */
  offset: number | null;
  namedOffset: number | null;
}

function readDateToken(token: string, fields: Fields): boolean {
  const alpha = alphaDate.exec(token);
  if (alpha !== null && monthOf(alpha[2] as string) >= 0) {
    fields.day ??= Number(alpha[1]);
    fields.month ??= monthOf(alpha[2] as string);
    fields.year ??= fullYear(alpha[3] as string);
    return true;
  }
  const first = yearFirst.exec(token);
  if (first !== null) {
    fields.year ??= Number(first[1]);
    fields.month ??= Number(first[2]) - 1;
    fields.day ??= Number(first[3]);
    return true;
  }
  const last = yearLast.exec(token);
  if (last !== null) {
    // With dots the day comes first; with slashes the month does, unless it cannot.
    const [a, b] = [Number(last[1]), Number(last[3])];
    const dayFirst = last[2] === '.' || a > 12;
    fields.day ??= dayFirst ? a : b;
    fields.month ??= (dayFirst ? b : a) - 1;
    fields.year ??= Number(last[4]);
    return true;
  }
  return false;
}

/** Whether what was taken for a month was a weekday, `mar.` in French and its relatives: a month after the day tells. */
const isWeekdayBefore = ({ isMonthFirst, day, hour, year }: Fields): boolean =>
  isMonthFirst && day !== null && hour === null && year === null;

function readToken(token: string, fields: Fields): void {
  // Full stops stand in the time once the date is read.
  const isDotted = fields.year !== null && /^\d{1,2}\.\d{2}\.\d{2}$/.test(token);
  const time = clock.exec(isDotted ? token.replaceAll('.', ':') : token);
  if (time !== null) {
    if (fields.hour !== null) return;
    fields.hour = Number(time[1]);
    fields.minute = Number(time[2]);
    fields.second = Number(time[3] ?? 0);
    const suffix = time[4]?.toLowerCase();
    if (suffix === 'am' || suffix === 'pm') fields.half = suffix;
    if (suffix === 'z') fields.offset ??= 0;
    return;
  }
  if (readDateToken(token, fields)) return;
  const zone = fields.hour === null ? null : numericZone.exec(token);
  if (zone !== null) {
    const hours = Number(zone[2]);
    const minutes = Number(zone[3] ?? 0);
    const isZone = hours <= 23 && minutes <= 59;
    fields.offset ??= isZone ? (zone[1] === '-' ? -1 : 1) * (hours * 60 + minutes) : 0;
    return;
  }
  const day = fields.day === null ? dayNumber.exec(token) : null;
  if (day !== null) {
    fields.day = Number(day[1]);
    return;
  }
  const isYear =
    /^(?:19|20)\d\d$/.test(token) || (fields.day !== null && fields.month !== null && /^\d{2,4}$/.test(token));
  if (isYear && fields.year === null) {
    fields.year = fullYear(token);
    return;
  }
  if (/^[\p{L}\p{M}]+\.?$/u.test(token)) {
    const word = token.replace('.', '').toLowerCase();
    const month = monthOf(word);
    if (month >= 0 && (fields.month === null || isWeekdayBefore(fields))) {
      fields.month = month;
      fields.isMonthFirst = fields.day === null;
    } else if (word === 'am' || word === 'pm') fields.half ??= word;
    else if (fields.hour !== null && Object.hasOwn(zoneNames, word)) fields.namedOffset ??= zoneNames[word] as number;
  }
}

/** Takes comments out, nested ones too. They say nothing: a zone in one is not the date's (RFC 5322 section 3.2.2). */
function withoutComments(text: string): string {
  let depth = 0;
  let plain = '';
  for (const char of text) {
    if (char === '(') depth++;
    if (depth === 0) plain += char;
    if (char === ')' && depth > 0) {
      depth--;
      plain += ' ';
    }
  }
  return plain;
}

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** Whole words of a longer text, in which the date may stand. */
function beginningOf(text: string): string {
  const plain = withoutComments(text.slice(0, longestComments)).trim();
  return plain.length <= longestDate ? plain : plain.slice(0, longestDate).replace(/\S{1,300}$/, '');
}

/**
 * Epoch milliseconds of a date in a header, one character per byte, or null where it names no day. Months may have their
 * names in other languages. Weekdays are ignored, right or wrong; an unknown zone is UTC; a date without a time is its
 * midnight; a day or time that does not exist is no date.
 */
export function parseDate(text: string): number | null {
  const bounded = text.length <= longestDate ? text : beginningOf(text);
  const plain = readDate(bounded);
  return plain === null && (bounded.includes('=?') || hasEightBit(bounded)) ? readDate(decodeWords(bounded)) : plain;
}

function readDate(text: string): number | null {
  const fields: Fields = {
    year: null,
    month: null,
    isMonthFirst: false,
    day: null,
    hour: null,
    minute: 0,
    second: 0,
    half: null,
    offset: null,
    namedOffset: null,
  };
  // ISO 8601 joins date and time, and its zone to the time; the zone of RFC 5322 is sometimes joined too.
  const spaced = withoutComments(text)
    .replace(/(\d{4}-\d{2}-\d{2})T(?=\d{2}:)/i, '$1 ')
    .replace(/(:\d{2}(?:[.,]\d{1,9})?)([+-]\d{1,2}:?\d{2})(?!\d)/, '$1 $2');
  for (const token of spaced.split(/[\s,;]+/)) if (token !== '') readToken(token, fields);
  let { year, month, day, hour } = fields;
  if (year === null || month === null || day === null) return null;
  hour ??= 0;
  if (fields.half !== null && hour >= 1 && hour <= 12) hour = (hour % 12) + (fields.half === 'pm' ? 12 : 0);
  if (month < 0 || month > 11 || day < 1 || day > daysIn(year, month)) return null;
  if (hour > 23 || fields.minute > 59 || fields.second > 60) return null;
  const offset = fields.offset ?? fields.namedOffset ?? 0;
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  date.setUTCHours(hour, fields.minute, Math.min(fields.second, 59));
  return date.getTime() - offset * 60_000;
}

/** The date of a Received field: after its last semicolon outside comments (RFC 5321 section 4.4). */
export function parseReceivedDate(value: string): number | null {
  const end = value.slice(-longestComments);
  const plain = withoutComments(end);
  const semicolon = plain.lastIndexOf(';');
  const found = semicolon < 0 ? null : parseDate(plain.slice(semicolon + 1));
  if (found !== null) return found;
  const anywhere = end.lastIndexOf(';');
  return anywhere < 0 ? null : parseDate(end.slice(anywhere + 1));
}
