import { explainAwsFailure } from '../../../lib/aws/awsFailure.ts';
import { openStack } from '../../../lib/aws/openStack.ts';
import { UserError } from '../../../lib/errors.ts';

const failure = (name: string, message: string, fields: object = {}) =>
  Object.assign(new Error(message), { name, ...fields });

test.each([
  [failure('Error', 'Region is missing'), /^no AWS region is set: set AWS_REGION/],
  [failure('CredentialsProviderError', 'Could not load credentials from any providers'), /^no AWS credentials .*: set/],
  [failure('ExpiredTokenException', 'expired'), /does not accept these credentials .*: renew/],
  [failure('InvalidClientTokenId', 'bad'), /does not accept these credentials/],
  [failure('AccessDenied', 'User x may not perform y'), /may not do this: User x may not perform y$/],
  [failure('Error', 'connect ECONNREFUSED', { code: 'ECONNREFUSED' }), /cannot be reached \(ECONNREFUSED\): check/],
])('%s is said so that it can be mended', (error, words) => {
  const explained = explainAwsFailure(error);
  expect(explained).toBeInstanceOf(UserError);
  expect((explained as UserError).message).toMatch(words);
  expect((explained as UserError).cause).toBe(error);
});

test('whatever else fails stays what it is', () => {
  for (const error of [new UserError('said already'), new TypeError('a fault of the program'), 'text'])
    expect(explainAwsFailure(error)).toBe(error);
});

test('a stack cannot be opened without a region', async () => {
  const environment = { AWS_CONFIG_FILE: '/dev/null', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
  const before = { ...process.env };
  for (const name of ['AWS_REGION', 'AWS_DEFAULT_REGION', 'AWS_PROFILE']) delete process.env[name];
  Object.assign(process.env, environment);
  try {
    const error = await openStack('dev', environment).catch(explainAwsFailure);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toMatch(/region/);
  } finally {
    process.env = before;
  }
});
