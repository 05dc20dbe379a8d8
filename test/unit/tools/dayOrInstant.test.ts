import { behind, dayOrInstant, firstOf } from '../../../lib/tools/dayOrInstant.ts';

const { read, schema } = dayOrInstant('Files of this day or later. Left out: no bound');

it('reads a day and a date-time with zone, and nothing else', () => {
  expect(read('2024-02-29')).toEqual({ value: { day: '2024-02-29' } });
  expect(read('2024-02-29T12:00:00+02:00')).toEqual({ value: { at: Date.UTC(2024, 1, 29, 10) } });
  for (const wrong of ['2023-02-29', '2024-02-29T12:00:00', '29.2.2024', '', 20240229, null, ['2024-02-29']])
    expect(read(wrong)).toEqual({ refused: 51002 });
  expect(schema).toEqual({ type: 'string', description: expect.any(String) });
});

it('covers the whole of a day in the zone, and of an instant its millisecond', () => {
  const day = { day: '2024-03-31' };
  expect(firstOf(day, 'Europe/Berlin')).toBe(Date.UTC(2024, 2, 30, 23));
  expect(behind(day, 'Europe/Berlin')).toBe(Date.UTC(2024, 2, 31, 22));
  expect([firstOf({ at: 5 }, 'UTC'), behind({ at: 5 }, 'UTC')]).toEqual([5, 6]);
});
