// Instants as a client writes them: date-times of RFC 3339, section 5.6, whose zone is part of them.

import { isDay } from './days.ts';

const form = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * The instant of a date-time with zone, epoch milliseconds; seconds may be left out. Of a fraction finer than that the
 * next millisecond: whether a time in milliseconds is before it, or not, stays true. Null for anything else.
 */
export function readInstant(text: string): number | null {
  const [, day = '', hour = '', minute = '', second = '00', fraction = '', zone = ''] = form.exec(text) ?? [];
  if (!isDay(day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const [zoneHour = 0, zoneMinute = 0] = zone.length > 1 ? zone.slice(1).split(':').map(Number) : [];
  if (zoneHour > 23 || zoneMinute > 59) return null;
  const offset = (zoneHour * 60 + zoneMinute) * 60_000 * (zone.startsWith('-') ? -1 : 1);
  const wholeSeconds = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return wholeSeconds + Math.ceil(Number(`0.${fraction || '0'}`) * 1000) - offset;
}
