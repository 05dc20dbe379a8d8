// The rule of dates: which instant a mail was sent, received, and is sorted by. Pure; parsing is parseDate.ts.

import type { Message } from './message.ts';

export interface MessageDates {
  /** Epoch milliseconds of the Date header, or null. */
  readonly sentAt: number | null;
  /** Epoch milliseconds; null only where nothing but the time of storing would be left and that was not given. */
  readonly receivedAt: number | null;
  /** Epoch milliseconds that names are sorted by; null as `receivedAt`. */
  readonly messageDate: number | null;
}

const earliestSane = Date.UTC(1990, 0, 1);
const day = 24 * 60 * 60 * 1000;

/**
 * @param recordedAt what an importer or SES recorded as the time of delivery, epoch milliseconds, or null
 * @param message the parsed mail
 * @param storedAt when it was (first) stored, epoch milliseconds; null leaves the dates that would stand on it null
 */
export function messageDates(
  recordedAt: number | null,
  message: Pick<Message, 'sentAt' | 'receivedHeaderAt'>,
  storedAt: number | null,
): MessageDates {
  const { sentAt } = message;
  const receivedAt = recordedAt ?? message.receivedHeaderAt ?? sentAt ?? storedAt;
  const isSane = sentAt !== null && sentAt >= earliestSane && (receivedAt === null || sentAt <= receivedAt + day);
  return { sentAt, receivedAt, messageDate: isSane ? sentAt : receivedAt };
}
