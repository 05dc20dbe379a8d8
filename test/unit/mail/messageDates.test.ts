import { messageDates } from '../../../lib/mail/messageDates.ts';

const at = (text: string) => Date.parse(text);
const day = 86_400_000;
const sent = at('2024-03-05T12:00:00Z');
const received = at('2024-03-05T12:01:00Z');
const recorded = at('2024-03-05T12:02:00Z');
const stored = at('2025-01-01T00:00:00Z');

describe('messageDates', () => {
  it('takes what was recorded, then the Received header, then the date of sending, then that of storing', () => {
    expect(messageDates(recorded, { sentAt: sent, receivedHeaderAt: received }, stored).receivedAt).toBe(recorded);
    expect(messageDates(null, { sentAt: sent, receivedHeaderAt: received }, stored).receivedAt).toBe(received);
    expect(messageDates(null, { sentAt: sent, receivedHeaderAt: null }, stored).receivedAt).toBe(sent);
    expect(messageDates(null, { sentAt: null, receivedHeaderAt: null }, stored)).toEqual({
      sentAt: null,
      receivedAt: stored,
      messageDate: stored,
    });
  });

  it('leaves null what only the date of storing could say', () => {
    expect(messageDates(null, { sentAt: null, receivedHeaderAt: null }, null)).toEqual({
      sentAt: null,
      receivedAt: null,
      messageDate: null,
    });
  });

  it('sorts by the date of sending where it is sane', () => {
    const dateOf = (sentAt: number | null) =>
      messageDates(null, { sentAt, receivedHeaderAt: received }, stored).messageDate;
    expect(dateOf(sent)).toBe(sent);
    expect(dateOf(null)).toBe(received);
    expect(dateOf(received + day)).toBe(received + day);
    expect(dateOf(received + day + 1)).toBe(received);
    expect(dateOf(at('1990-01-01T00:00:00Z'))).toBe(at('1990-01-01T00:00:00Z'));
    expect(dateOf(at('1989-12-31T23:59:59Z'))).toBe(received);
    expect(dateOf(at('2096-03-17T05:32:00Z'))).toBe(received);
  });

  it('keeps the header date as data, sane or not', () => {
    const future = at('2096-03-17T05:32:00Z');
    expect(messageDates(recorded, { sentAt: future, receivedHeaderAt: null }, stored)).toEqual({
      sentAt: future,
      receivedAt: recorded,
      messageDate: recorded,
    });
  });
});
