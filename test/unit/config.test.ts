import { readLocalConfig } from '../../lib/config.ts';

describe('readLocalConfig', () => {
  test('has defaults, and takes a variable that is set to nothing as left out', () => {
    const defaults = { timeZone: 'UTC', dataDirectory: '.mailglob' };
    expect(readLocalConfig({})).toEqual(defaults);
    expect(readLocalConfig({ MAILGLOB_DATA: '', MAILGLOB_TIME_ZONE: '' })).toEqual(defaults);
  });

  test('takes what is set', () => {
    expect(readLocalConfig({ MAILGLOB_DATA: '/x', MAILGLOB_TIME_ZONE: 'Europe/Berlin' })).toEqual({
      timeZone: 'Europe/Berlin',
      dataDirectory: '/x',
    });
  });

  test('names the variable that is wrong, and not its value', () => {
    expect(() => readLocalConfig({ MAILGLOB_TIME_ZONE: 'Mars/Olympus' })).toThrow(
      /^MAILGLOB_TIME_ZONE is no time zone/u,
    );
  });
});
