import { describeFailure, failureStatus } from '../../../lib/cli/describeFailure.ts';
import { type ErrorCode, errorCodes, MailglobError, UserError } from '../../../lib/errors.ts';

const system = (code: string, path?: string) => Object.assign(new Error(`${code}: failed`), { code, path });

test.each([
  [
    'a refusal keeps its code',
    new MailglobError(51002, 'pattern is too long.'),
    'mailglob: error 51002: pattern is too long.',
  ],
  ['what a person can mend', new UserError('no archive in x: import first'), 'mailglob: no archive in x: import first'],
  ['a path that is not there', system('ENOENT', 'a.eml'), 'mailglob: a.eml: not found: check the path'],
  [
    'a name that is too long',
    system('ENAMETOOLONG', 'a'),
    'mailglob: a: a name in the path is too long: choose a shorter one',
  ],
  ['text that is no error', 'broken', 'mailglob: broken'],
])('%s', (_, error, line) => {
  expect(describeFailure(error, {})).toBe(line);
});

test('a full disk says what to do', () => {
  expect(describeFailure(system('ENOSPC'), {})).toMatch(/^mailglob: the disk is full: free some space/u);
});

test('is one printable line, whatever a file is called', () => {
  const line = describeFailure(new UserError('a\n\u{1b}[2Jb\r\nc'), {});
  expect(line).toBe('mailglob: a \u{fffd}[2Jb c');
});

test('shows the stack of the unknown only when asked to', () => {
  const error = new Error('boom');
  expect(describeFailure(error, {})).toBe('mailglob: failed unexpectedly: boom (MAILGLOB_DEBUG=1 shows where)');
  expect(describeFailure(error, { MAILGLOB_DEBUG: '1' })).toContain('describeFailure.test');
});

test('what a caller asked wrongly is wrong usage, everything else a failure', () => {
  const codes = Object.keys(errorCodes).map(code => Number(code) as ErrorCode);
  const usage = codes.filter(code => failureStatus(new MailglobError(code, '')) === 2);
  expect(usage).toEqual([51001, 51002, 51003, 51004, 51005, 51006, 52001, 52002]);
  expect([new UserError('x'), new Error('x'), 'x'].map(failureStatus)).toEqual([1, 1, 1]);
});
