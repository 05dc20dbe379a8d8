import fc from 'fast-check';
import { readInstant } from '../../../lib/tools/instants.ts';

const noon = Date.UTC(2024, 4, 17, 12);

describe('readInstant', () => {
  it.each([
    ['2024-05-17T12:00:00Z', noon],
    ['2024-05-17t12:00:00z', noon],
    ['2024-05-17T12:00Z', noon],
    ['2024-05-17T14:00:00+02:00', noon],
    ['2024-05-17T06:30:00-05:30', noon],
    ['2024-05-17T12:00:00-00:00', noon],
    ['2024-05-17T12:00:00.5Z', noon + 500],
    ['2024-05-17T12:00:00.123Z', noon + 123],
    // A time in whole milliseconds is before it, or not, as before the next one.
    ['2024-05-17T12:00:00.1230001Z', noon + 124],
    ['2024-05-17T12:00:00.999999999Z', noon + 1000],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['0000-01-01T00:00:00Z', Date.parse('0000-01-01T00:00:00Z')],
    ['9999-12-31T23:59:59Z', Date.parse('9999-12-31T23:59:59Z')],
  ])('reads %s', (text, at) => {
    expect(readInstant(text)).toBe(at);
  });

  it.each([
    '2024-05-17',
    '2024-05-17T12:00:00',
    '2024-05-17 12:00:00Z',
    '2024-05-17T12:00:00 Z',
    ' 2024-05-17T12:00:00Z',
    '2024-05-17T12:00:00Z\n',
    '2024-05-17T12Z',
    '2024-02-30T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '2024-13-01T00:00:00Z',
    '2024-05-17T24:00:00Z',
    '2024-05-17T12:60:00Z',
    '2024-05-17T12:00:60Z',
    '2024-05-17T12:00:00.Z',
    '2024-05-17T12:00:00,5Z',
    '2024-05-17T12:00:00+2:00',
    '2024-05-17T12:00:00+0200',
    '2024-05-17T12:00:00+24:00',
    '2024-05-17T12:00:00+02:60',
    '2024-05-17T12:00:00CET',
    '+012024-05-17T12:00:00Z',
    '1715947200000',
    'yesterday',
    '',
    '٢٠٢٤-05-17T12:00:00Z',
  ])('refuses %j', text => {
    expect(readInstant(text)).toBeNull();
  });

  it('agrees with the platform on every instant that both can say', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0000-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true }),
        fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 }),
        (date, offset) => {
          const local = new Date(date.getTime() + offset * 60_000).toISOString();
          const [hours, minutes] = [Math.abs(offset) / 60, Math.abs(offset) % 60].map(n =>
            String(Math.floor(n)).padStart(2, '0'),
          );
          fc.pre(/^\d{4}-/.test(local));
          const text = local.replace('Z', `${offset < 0 ? '-' : '+'}${hours}:${minutes}`);
          expect(readInstant(text)).toBe(date.getTime());
        },
      ),
    );
  });
});
