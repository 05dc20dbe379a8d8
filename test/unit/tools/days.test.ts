import fc from 'fast-check';
import { endOfDay, isDay, startOfDay } from '../../../lib/tools/days.ts';

const utc = (text: string) => Date.parse(text);

describe('isDay', () => {
  it.each(['2024-02-29', '2000-02-29', '1970-01-01', '9999-12-31', '0001-01-01'])('knows %s', day => {
    expect(isDay(day)).toBe(true);
  });

  it.each([
    '2023-02-29',
    '1900-02-29',
    '2024-02-30',
    '2024-04-31',
    '2024-13-01',
    '2024-00-10',
    '2024-01-00',
    '2024-01-32',
    '2024-1-1',
    '24-01-01',
    '02024-01-01',
    '+002024-01-01',
    '-2024-01-01',
    '2024/01/01',
    '20240101',
    '2024-01-01T00:00:00Z',
    ' 2024-01-01',
    '2024-01-01 ',
    '２０２４-01-01',
    'today',
    '',
  ])('refuses %j', text => {
    expect(isDay(text)).toBe(false);
  });
});

describe('startOfDay and endOfDay', () => {
  it.each([
    ['UTC', '2024-03-10', '2024-03-10T00:00:00Z', '2024-03-11T00:00:00Z'],
    ['Asia/Tokyo', '2024-03-10', '2024-03-09T15:00:00Z', '2024-03-10T15:00:00Z'],
    ['Asia/Kathmandu', '2024-03-10', '2024-03-09T18:15:00Z', '2024-03-10T18:15:00Z'],
    ['Pacific/Kiritimati', '2024-03-10', '2024-03-09T10:00:00Z', '2024-03-10T10:00:00Z'],
    ['Etc/GMT+12', '2024-03-10', '2024-03-10T12:00:00Z', '2024-03-11T12:00:00Z'],
    // Clocks put forward and back during the day: 23 and 25 hours.
    ['Europe/Berlin', '2024-03-31', '2024-03-30T23:00:00Z', '2024-03-31T22:00:00Z'],
    ['Europe/Berlin', '2024-10-27', '2024-10-26T22:00:00Z', '2024-10-27T23:00:00Z'],
    ['America/New_York', '2024-03-10', '2024-03-10T05:00:00Z', '2024-03-11T04:00:00Z'],
    ['Australia/Lord_Howe', '2024-04-07', '2024-04-06T13:00:00Z', '2024-04-07T13:30:00Z'],
    // Days that begin at 01:00, because midnight is skipped.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00Z', '2018-11-05T02:00:00Z'],
    ['Africa/Cairo', '2024-04-26', '2024-04-25T22:00:00Z', '2024-04-26T21:00:00Z'],
    ['Asia/Beirut', '2024-03-31', '2024-03-30T22:00:00Z', '2024-03-31T21:00:00Z'],
    // Midnight comes twice: the first one counts.
    ['America/Havana', '2024-11-03', '2024-11-03T04:00:00Z', '2024-11-04T05:00:00Z'],
    // The day before clocks go back at its end has 25 hours.
    ['America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00:00Z', '2018-02-18T03:00:00Z'],
    // Samoa left 30 December 2011 out.
    ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00Z', '2011-12-30T10:00:00Z'],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z', '2011-12-30T10:00:00Z'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00Z', '2011-12-31T10:00:00Z'],
    // Local mean time has seconds.
    ['America/New_York', '1800-01-01', '1800-01-01T04:56:02Z', '1800-01-02T04:56:02Z'],
  ])('%s %s', (zone, day, start, end) => {
    expect([startOfDay(day, zone), endOfDay(day, zone)]).toEqual([utc(start), utc(end)]);
  });

  it('gives every instant to exactly one day, the one its clocks show', () => {
    const zones = [
      'Europe/Berlin',
      'America/Sao_Paulo',
      'America/Havana',
      'Asia/Tehran',
      'Africa/Casablanca',
      'Pacific/Apia',
    ];
    const shown = new Map(
      zones.map(zone => [zone, new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })]),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: utc('1990-01-01'), max: utc('2037-12-31') }),
        (zone, at) => {
          const day = shown.get(zone)?.format(at) ?? '';
          expect(startOfDay(day, zone)).toBeLessThanOrEqual(at);
          expect(endOfDay(day, zone)).toBeGreaterThan(at);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('leaves no gap between a day and the next', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Europe/Berlin', 'America/Havana', 'Pacific/Apia'),
        fc.integer({ min: 0, max: 25_000 }),
        (zone, n) => {
          const day = new Date(n * 86_400_000).toISOString().slice(0, 10);
          const next = new Date((n + 1) * 86_400_000).toISOString().slice(0, 10);
          expect(endOfDay(day, zone)).toBe(startOfDay(next, zone));
        },
      ),
      { numRuns: 300 },
    );
  });
});
