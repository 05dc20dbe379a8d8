import { authenticationConfig, grantsConfig, readModes } from '../../../lib/gateway/accessConfig.ts';
import { oauthConfig } from '../../../lib/gateway/oauthConfig.ts';

describe('readModes', () => {
  it.each([
    ['apiKey', ['apiKey']],
    ['oauth', ['oauth']],
    ['both', ['apiKey', 'oauth']],
    ['oauth, apiKey', ['apiKey', 'oauth']],
    [
      ['oauth', 'apiKey', 'oauth'],
      ['apiKey', 'oauth'],
    ],
    ['none', []],
    [['none'], []],
  ])('reads %j', (mode, modes) => {
    expect(readModes(mode)).toEqual(modes);
  });

  it.each([
    [''],
    ['apikey'],
    ['none,apiKey'],
    [['none', 'oauth']],
    [[]],
    [['both', 'apiKey']],
    [[['apiKey']]],
    [null],
    [undefined],
    [true],
    [{ 0: 'apiKey', length: 1 }],
  ])('takes %j for no mode', mode => {
    expect(readModes(mode)).toBeNull();
  });
});

it('opens for everybody only where that is said', () => {
  const open = { mode: 'none', iUnderstandAnyoneCanReadThisMail: true };
  expect(authenticationConfig.parse(open)).toEqual({ modes: [], oauth: null });
  for (const other of [false, 'true', 1, undefined]) {
    const sent = { ...open, iUnderstandAnyoneCanReadThisMail: other };
    expect(authenticationConfig.safeParse(sent).success).toBe(false);
  }
});

it('reads what a grant leaves out as nothing asked for, and reading as what it gives', () => {
  expect(grantsConfig.parse([{ subject: 'ann', accounts: ['a'] }])).toEqual([
    { subject: 'ann', client: null, claim: null, accounts: ['a'], library: true, scopes: ['read'] },
  ]);
  expect(
    grantsConfig.parse([
      { claim: { name: 'groups', value: 'mail' }, accounts: '*', library: false, scopes: ['admin'] },
    ]),
  ).toEqual([
    {
      subject: null,
      client: null,
      claim: { name: 'groups', value: 'mail' },
      accounts: '*',
      library: false,
      scopes: ['admin'],
    },
  ]);
});

it('takes no list of accounts with * in it, which would give nobody anything', () => {
  for (const accounts of [['*'], ['a', '*']]) {
    expect(grantsConfig.safeParse([{ subject: 'ann', accounts }]).success).toBe(false);
  }
  expect(grantsConfig.safeParse([{ subject: 'ann', accounts: ['**'] }]).success).toBe(true);
});

it.each([
  'https://id.example.com/.well-known/openid-configuration',
  'https://id.example.com/realms/mail/.well-known/openid-configuration',
  'https://id.example.com/.well-known/oauth-authorization-server/realms/mail',
])('takes the place of the metadata of a provider, %s, for no issuer', issuer => {
  const { success, error } = oauthConfig.safeParse({ issuer });
  expect([success, error?.issues.map(({ message }) => message)]).toEqual([
    false,
    ['is where metadata lies: give the issuer as its tokens name it'],
  ]);
});
