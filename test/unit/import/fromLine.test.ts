import { isUndatedFromLine, parseFromLine } from '../../../lib/import/fromLine.ts';

const received = (line: string): string | null | undefined => {
  const parsed = parseFromLine(line);
  return parsed && (parsed.receivedAt === null ? null : new Date(parsed.receivedAt).toISOString());
};

describe('parseFromLine', () => {
  test.each([
    ['From MAILER-DAEMON Thu Sep 18 17:54:04 2008', '2008-09-18T17:54:04.000Z'],
    ['From MAILER-DAEMON  Wed Sep  3 22:25:40 2008', '2008-09-03T22:25:40.000Z'],
    ['From - Tue Oct 02 00:26:47 2007', '2007-10-02T00:26:47.000Z'],
    ['From - Thu, 06 Apr 2023 05:20:15 GMT', '2023-04-06T05:20:15.000Z'],
    ['From () 2019-10-02 05:04:34 +0000', '2019-10-02T05:04:34.000Z'],
    ['From 1651234567890123456@xxx Fri Apr 05 06:07:08 +0200 2019', '2019-04-05T04:07:08.000Z'],
    ['From a@b.example Fri Feb  5 09:19:10 2022 -0500', '2022-02-05T14:19:10.000Z'],
    ['From a@b.example Fri Nov 26 21:40:36 EST 2004', '2004-11-27T02:40:36.000Z'],
    ['From a@b.example Fri Nov 26 21:40 2004', '2004-11-26T21:40:00.000Z'],
    ['From a@b.example Sat Jan  3 01:05:34 1996 remote from gateway', '1996-01-03T01:05:34.000Z'],
    ['From "a name"@b.example Sat jan  3 01:05:34 1998', '1998-01-03T01:05:34.000Z'],
    ['From =?utf-8?q?x?= <a@b.example> Sat Jan  3 01:05:34 1998', '1998-01-03T01:05:34.000Z'],
  ])('reads %s', (line, instant) => {
    expect(received(line)).toBe(instant);
  });

  test.each([
    'From mboxrd@z Thu Jan  1 00:00:00 1970',
    'From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001',
    'From - Mon Jan 1 00:00:00 1965',
  ])('takes no date from the filler in %s', line => {
    expect(received(line)).toBeNull();
    expect(parseFromLine(line)).not.toBeNull();
  });

  test.each([
    'From here on, all was well.',
    'From Russia with love',
    'From Mon to Fri we meet at 10:00 in 2024',
    'From - ',
    'From a@b.example Xyz Jan  1 10:00:00 2024',
    'From a@b.example Mon Jan 32 10:00:00 2024',
    'From a@b.example Mon Jan  1 10:61:00 2024',
    '>From a@b.example Mon Jan  1 10:00:00 2024',
    'From: a@b.example Mon Jan  1 10:00:00 2024',
    'from a@b.example Mon Jan  1 10:00:00 2024',
    '',
  ])('takes %p for no From_ line', line => {
    expect(parseFromLine(line)).toBeNull();
  });

  it('knows a From_ line that lost its date', () => {
    expect(isUndatedFromLine('From - ')).toBe(true);
    expect(isUndatedFromLine('From 1844347792267117879@xxx')).toBe(true);
    expect(isUndatedFromLine('From here on')).toBe(false);
    expect(isUndatedFromLine('From ')).toBe(false);
  });
});
