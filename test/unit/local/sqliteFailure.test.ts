import { UserError } from '../../../lib/errors.ts';
import {
  explainFailure,
  isUnwritable,
  rebuildCommand,
  sqlite,
  sqliteCode,
  systemCode,
} from '../../../lib/local/sqliteFailure.ts';

const withCode = (properties: object): Error => Object.assign(new Error('of the system'), properties);

describe('explainFailure', () => {
  it.each([
    [{ errcode: sqlite.busy }, 'in use by another process'],
    [{ errcode: sqlite.busy | (2 << 8) }, 'in use by another process'],
    [{ errcode: sqlite.readOnly }, 'cannot be written'],
    [{ errcode: sqlite.cannotOpen }, 'cannot be written'],
    [{ errcode: sqlite.full }, 'no space is left'],
    [{ errcode: sqlite.ioError | (10 << 8) }, 'check its disk'],
    [{ errcode: sqlite.ioError | (19 << 8) }, 'no space is left'],
    [{ errcode: sqlite.corrupt }, 'is damaged'],
    [{ errcode: sqlite.notDatabase }, 'is damaged'],
    [{ code: 'ENOSPC' }, 'no space is left'],
    [{ code: 'EDQUOT' }, 'no space is left'],
    [{ code: 'EFBIG' }, 'ulimit -f'],
    [{ code: 'EACCES' }, 'give yourself write permission'],
    [{ code: 'EROFS' }, 'give yourself write permission'],
    [{ code: 'EMFILE' }, 'ulimit -n'],
  ])('says what to do about %j', (properties, words) => {
    const error = withCode(properties);
    const explained = explainFailure(error, '/data');
    expect(explained).toBeInstanceOf(UserError);
    expect((explained as UserError).message).toContain(words);
    expect((explained as UserError).cause).toBe(error);
  });

  it('leaves alone what no one can mend, and what is explained already', () => {
    for (const error of [
      withCode({}),
      withCode({ errcode: 1 }),
      withCode({ code: 'EINVAL' }),
      new UserError('said'),
      null,
      'text',
    ])
      expect(explainFailure(error, '/data')).toBe(error);
  });
});

describe('isUnwritable', () => {
  it('is so for want of room or permission alone', () => {
    const codes = [{ errcode: sqlite.full }, { errcode: sqlite.readOnly }, { code: 'EROFS' }, { code: 'ENOSPC' }];
    for (const properties of codes) expect(isUnwritable(withCode(properties))).toBe(true);
    for (const properties of [{ errcode: sqlite.busy }, { errcode: sqlite.corrupt }, { code: 'ENOENT' }, {}])
      expect(isUnwritable(withCode(properties))).toBe(false);
  });
});

describe('rebuildCommand', () => {
  it.each([
    ['/srv/mail-archive_2', 'mailglob rebuild --data /srv/mail-archive_2'],
    ['/my mail', "mailglob rebuild --data '/my mail'"],
    ["/Ann's", "mailglob rebuild --data '/Ann'\\''s'"],
  ])('can be typed as it stands for %s', (dir, command) => {
    expect(rebuildCommand(dir)).toBe(command);
  });
});

describe('sqliteCode and systemCode', () => {
  it('read codes and nothing else', () => {
    expect(sqliteCode(withCode({ errcode: 5 | (1 << 8) }))).toBe(5);
    expect(sqliteCode(withCode({ errcode: 'EBUSY' }))).toBeNull();
    expect(systemCode(withCode({ code: 'ENOENT' }))).toBe('ENOENT');
    expect(systemCode(withCode({ code: 5 }))).toBeNull();
    for (const value of [null, undefined, 'text', 5])
      expect([sqliteCode(value), systemCode(value)]).toEqual([null, null]);
  });
});
