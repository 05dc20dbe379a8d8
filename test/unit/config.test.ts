import { readLocalConfig } from '../../lib/config.ts';
import { limits } from '../../lib/limits.ts';

const characters = { representation: limits.representationCharacters.value, call: limits.readCharacters.value };

describe('readLocalConfig', () => {
  test('has defaults, and takes a variable that is set to nothing as left out', () => {
    const defaults = { timeZone: 'UTC', dataDirectory: '.mailglob', characters };
    expect(readLocalConfig({})).toEqual(defaults);
    expect(readLocalConfig({ MAILGLOB_DATA: '', MAILGLOB_TIME_ZONE: '' })).toEqual(defaults);
  });

  test('takes what is set', () => {
    expect(readLocalConfig({ MAILGLOB_DATA: '/x', MAILGLOB_TIME_ZONE: 'Europe/Berlin' })).toEqual({
      timeZone: 'Europe/Berlin',
      dataDirectory: '/x',
      characters,
    });
    expect(readLocalConfig({ MAILGLOB_REPRESENTATION_CHARACTERS: '5000' }).characters).toEqual({
      ...characters,
      representation: 5000,
    });
  });

  test('names the variable that is wrong, and not its value', () => {
    expect(() => readLocalConfig({ MAILGLOB_TIME_ZONE: 'Mars/Olympus' })).toThrow(
      /^MAILGLOB_TIME_ZONE is no time zone/u,
    );
    expect(() => readLocalConfig({ MAILGLOB_READ_CHARACTERS: '0' })).toThrow(
      /^MAILGLOB_READ_CHARACTERS takes a whole number/u,
    );
  });
});
