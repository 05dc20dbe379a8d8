import { readFileSync } from 'node:fs';
import { parseDeploymentConfig, readDeploymentConfig } from '../../../infra/readDeploymentConfig.ts';
import { UserError } from '../../../lib/errors.ts';
import { oauthConfig } from '../../../lib/gateway/oauthConfig.ts';

const good = 'authentication: { mode: apiKey }\naccounts:\n  - id: billing\n';

/** The lines of the refusal; none where the text is accepted. */
function complaints(text: string): string[] {
  try {
    parseDeploymentConfig(text);
    return [];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.message.split('\n');
  }
}

describe('the annotated example', () => {
  const example = readFileSync('mailglob.example.yml', 'utf8');

  it('is a configuration that can be deployed as it is', () => {
    expect(parseDeploymentConfig(example).accounts.map(({ id }) => id)).toEqual(['billing', 'shared']);
  });

  it('shows the default of every setting that may be left out', () => {
    // Settings that are commented out; prose has no colon right after its first word.
    const whole = example.replace(/^# ((?: {2})*\w+:.*)$/gm, '$1');
    const { authentication, grants, accounts, receiving, domain, alarmEmail, ...shown } = parseDeploymentConfig(
      whole.replace(/^region:.*$/m, ''),
    );
    const { authentication: _, grants: none, accounts: __, receiving: off, ...defaults } = parseDeploymentConfig(good);
    expect({ ...shown, domain: null, alarmEmail: null }).toEqual(defaults);
    expect(alarmEmail).toBe('operator@example.com');
    expect(domain).toMatchObject({ name: 'archive.example.com' });
    expect(authentication).toEqual({ modes: ['apiKey'], oauth: null });
    // With mode oauth it must be said, be it that nobody sees anything.
    expect([grants, none]).toEqual([[], null]);
    const provider = example.replace(/^ {2}# (oauth:| {2}\w+:)/gm, '  $1').replace('mode: apiKey', 'mode: both');
    const { oauth } = parseDeploymentConfig(`${provider}\ngrants: []\n`).authentication;
    expect(oauth).toEqual(oauthConfig.parse({ issuer: 'https://id.example.com' }));
    expect(accounts).toHaveLength(2);
    expect(receiving).toEqual({ ...off, ruleSet: 'my-rule-set' });
  });
});

describe('aliases', () => {
  it.each([
    [
      'that multiply',
      `a: &a [x]\nb: &b [${Array(12).fill('*a').join(', ')}]\nc: [${Array(12).fill('*b').join(', ')}]\n`,
    ],
    ['of nothing', `${good}region: *nowhere\n`],
  ])('%s are refused in one line', (_, text) => {
    expect(complaints(text)).toHaveLength(1);
  });
});

describe('what mailglob.yml must say', () => {
  it('accepts what only names authentication and an account', () => {
    expect(parseDeploymentConfig(good)).toEqual({
      authentication: { modes: ['apiKey'], oauth: null },
      grants: null,
      accounts: [{ id: 'billing', addresses: [] }],
      timeZone: 'UTC',
      receiving: { ses: false },
      hosts: [],
      alarmEmail: null,
      domain: null,
      cors: { origins: [] },
      limits: {
        requestsPerSecond: 20,
        burst: 40,
        callsPerMinute: 600,
        ingestConcurrency: 10,
        extractConcurrency: 5,
        scanRows: 64_000,
        scanMilliseconds: 5_000,
        representationCharacters: 40_000,
        readCharacters: 100_000,
      },
      retention: { logDays: 30, oldVersionDays: 30, mailDays: null, deletionProtection: true },
    });
  });

  it('takes a heading with nothing below it as left out', () => {
    expect(complaints(`${good}limits:\n# scanRows: 3\nretention:\n`)).toEqual([]);
  });

  it.each([
    ['no authentication', 'accounts:\n  - id: a\n', /^mailglob\.yml line 1: authentication is missing: .*mode: apiKey/],
    ['no mode', 'accounts:\n  - id: a\nauthentication: {}\n', /line 3: authentication\.mode is missing: .*give apiKey/],
    ['an empty heading', 'accounts:\n  - id: a\nauthentication:\n', /authentication is missing/],
    [
      'mode none',
      'authentication:\n  mode: none\naccounts:\n  - id: a\n',
      /line 2: authentication\.mode none lets everybody read every mail: give .*iUnderstandAnyoneCanReadThisMail: true/,
    ],
    [
      'the word for mode none with another',
      'authentication:\n  mode: apiKey\n  iUnderstandAnyoneCanReadThisMail: true\naccounts:\n  - id: a\n',
      /line 3: authentication\.iUnderstandAnyoneCanReadThisMail is for mode: none alone/,
    ],
    [
      'mode oauth without a provider',
      'authentication:\n  mode: oauth\naccounts:\n  - id: a\ngrants: []\n',
      /line 1: authentication\.oauth is missing: with mode oauth, name the provider/,
    ],
    [
      'a provider without mode oauth',
      'authentication:\n  mode: apiKey\n  oauth: { issuer: "https://id.example.com" }\naccounts:\n  - id: a\n',
      /line 3: authentication\.oauth is for a mode with oauth alone/,
    ],
    [
      'mode oauth without grants',
      'authentication:\n  mode: both\n  oauth: { issuer: "https://id.example.com" }\naccounts:\n  - id: a\n',
      /line 1: grants is missing: with mode oauth nobody sees anything without them/,
    ],
    [
      'a grant of an account there is not',
      `${good}grants:\n  - subject: ann\n    accounts: [billing, other]\n`,
      /line 6: grants\[1\]\.accounts\[2\] is no account that is listed/,
    ],
    ['a grant for nobody', `${good}grants:\n  - accounts: [billing]\n`, /line 5: grants\[1\] must say for whom/],
    [
      'a grant of a scope there is not',
      `${good}grants:\n  - subject: ann\n    accounts: '*'\n    scopes: [write]\n`,
      /line 7: grants\[1\]\.scopes\[1\] must be read or admin/,
    ],
    [
      'a grant of one account that is no list',
      `${good}grants:\n  - subject: ann\n    accounts: billing\n`,
      /line 6: grants\[1\]\.accounts must be a list of accounts, or '\*'/,
    ],
    [
      'a provider without TLS',
      'authentication:\n  mode: oauth\n  oauth:\n    issuer: http://id.example.com\naccounts:\n  - id: a\ngrants: []\n',
      /line 4: authentication\.oauth\.issuer is no https URL: give the issuer as its tokens name it/,
    ],
    [
      'a provider without TLS, and no grants',
      'authentication:\n  mode: oauth\n  oauth:\n    issuer: http://id.example.com\naccounts:\n  - id: a\n',
      /^mailglob\.yml line 4: authentication\.oauth\.issuer is no https URL.*$/,
    ],
    [
      'a scope with blanks',
      'authentication:\n  mode: oauth\n  oauth:\n    issuer: https://id.example.com\n    scopes: { read: a b }\naccounts:\n  - id: a\ngrants: []\n',
      /line 5: authentication\.oauth\.scopes\.read must be the name of one scope/,
    ],
    [
      'a certificate of another region',
      `${good}domain:\n  name: mail.example.com\n  certificate: arn:aws:acm:eu-west-1:123456789012:certificate/1\n`,
      /line 6: domain\.certificate is no certificate that CloudFront can use/,
    ],
    ['an unknown mode', 'authentication:\n  mode: yes\naccounts:\n  - id: a\n', /line 2: authentication\.mode/],
    ['no accounts', 'authentication: { mode: apiKey }\n', /accounts is missing/],
    ['an empty list of accounts', 'authentication: { mode: apiKey }\naccounts: []\n', /line 2: accounts must name one/],
    [
      'an account without id',
      'authentication: { mode: apiKey }\naccounts:\n  - addresses: []\n',
      /line 3: accounts\[1\]\.id is missing/,
    ],
    ['an unknown setting', `${good}timezone: UTC\n`, /line 4: there is no setting 'timezone'/],
    [
      'an unknown setting of an account',
      `${good}    adresses: []\n`,
      /line 4: accounts\[1\] has no setting 'adresses'/,
    ],
    ['an unknown limit', `${good}limits:\n  rows: 3\n`, /line 5: limits has no setting 'rows'/],
    ['an account twice', `${good}  - id: billing\n`, /line 4: accounts\[2\]\.id is the id of another account/],
    ['a control character in an id', `${good}  - id: "a\\tb"\n`, /line 4: accounts\[2\]\.id must be/],
    [
      'an address of two accounts',
      `${good}    addresses: [a@b.de]\n  - id: b\n    addresses:\n      - A@B.de\n`,
      /line 7: .*addresses\[1\] is an address of account billing already: its mail would lie in both/,
    ],
    [
      'an address of an account in a domain of another',
      `${good}    addresses: ['@b.de']\n  - id: b\n    addresses: [c@B.de]\n`,
      /^mailglob\.yml line 6: accounts\[2\]\.addresses\[1\] is taken by '@b\.de' of account billing already: its mail/,
    ],
    [
      'a domain of which another account takes an address',
      `${good}    addresses: [c@b.de]\n  - id: b\n    addresses: ['@b.de']\n`,
      /^mailglob\.yml line 4: accounts\[1\]\.addresses\[1\] is taken by '@b\.de' of account b already: its mail/,
    ],
    [
      'a label of an address of another account',
      `${good}    addresses: [c@b.de]\n  - id: b\n    addresses: [c+d@b.de]\n`,
      /line 6: .* is taken by 'c@b\.de' of account billing already/,
    ],
    ['an address twice', `${good}    addresses: [a@b.de, A@b.de]\n`, /line 4: .*addresses\[2\] is listed twice/],
    ['an address for alarms that is none', `${good}alarmEmail: '@b.de'\n`, /line 4: alarmEmail is no address: give/],
    ['what is no address', `${good}    addresses: [billing]\n`, /line 4: .* is no address/],
    ['what is no address either', `${good}    addresses: ['a b@c.de']\n`, /line 4: .* is no address/],
    [
      'an origin with a path',
      `${good}cors: { origins: ["https://a.example/"] }\n`,
      /line 4: cors\.origins\[1\] is no origin/,
    ],
    ['every origin', `${good}cors: { origins: ["*"] }\n`, /line 4: cors\.origins\[1\] is no origin/],
    ['no time zone', `${good}timeZone: Mars/Olympus\n`, /line 4: timeZone is no time zone: .*Europe\/Berlin/],
    [
      'a limit out of range',
      `${good}limits:\n  scanMilliseconds: 60000\n`,
      /line 5: limits\.scanMilliseconds must be 15000 or less/,
    ],
    ['a limit that is not whole', `${good}limits:\n  burst: 1.5\n`, /line 5: limits\.burst must be a whole number/],
    [
      'days a log cannot be kept',
      `${good}retention:\n  logDays: 31\n`,
      /line 5: retention\.logDays must be one of 1, 3/,
    ],
    ['a list for a block', `${good}limits: [1]\n`, /line 4: limits must be a block of settings/],
    ['broken YAML', 'accounts: [\nb: c', /^mailglob\.yml line \d: the YAML is at fault: /],
    [
      'a setting twice',
      `${good}timeZone: UTC\ntimeZone: UTC\n`,
      /line 5: the YAML is at fault: Map keys must be unique/,
    ],
    ['a list', '- a', /line 1: the file must be a block of settings/],
  ])('refuses %s', (_, text, says) => {
    expect(complaints(text)).toContainEqual(expect.stringMatching(says));
  });

  it('lets one account take a domain and some of its addresses, and several accounts what has nothing in common', () => {
    const rest = `    addresses: ['@b.de', c@b.de, c+d@b.de, x+y@c.de]\n  - id: b\n    addresses: ['@a.b.de', x@c.de, x+z@c.de]\n`;
    expect(complaints(`${good}${rest}`)).toEqual([
      "mailglob.yml line 4: accounts[1].addresses[4] is taken by 'x@c.de' of account b already: its mail would lie in both",
    ]);
    expect(complaints(`${good}${rest.replace(' x@c.de,', '')}`)).toEqual([]);
  });

  it('names every line that is wrong', () => {
    const lines = complaints(`${good}a: 1\nlimits:\n  burst: 0\n  b: 1\n`).map(line => /line (\d+)/.exec(line)?.[1]);
    expect(lines.sort()).toEqual(['4', '6', '7']);
  });

  it.each(['*', 'a,b', ','])('refuses the id %s, which no key could be made for', id => {
    expect(complaints(`authentication: { mode: apiKey }\naccounts: [{ id: '${id}' }]\n`)).toEqual([
      'mailglob.yml line 2: accounts[1].id must be more than * and have no comma',
    ]);
    expect(complaints("authentication: { mode: apiKey }\naccounts: [{ id: 'a*' }]\n")).toEqual([]);
  });

  it.each(['apiKey', '[apiKey]', 'true'])('says of authentication: %s what to give', text => {
    expect(complaints(`authentication: ${text}\naccounts: [{ id: a }]\n`)).toEqual([
      'mailglob.yml line 1: authentication must say who may ask: give mode: apiKey, oauth or both below it',
    ]);
  });

  it.each(['{env:HOME}', '{b}', '{AWS::StackName}', '{'])(
    'refuses ids with $%s, which a template would fill in',
    text => {
      const about = (id: string) => complaints(`authentication: { mode: apiKey }\naccounts: [{ id: '${id}' }]\n`);
      expect(about(`a$${text}`)).toEqual(['mailglob.yml line 2: accounts[1].id must not have ${ in it']);
      expect(about(`$a${text}`)).toEqual([]);
    },
  );

  it.each([
    ['hosts', `hosts: [${Array.from({ length: 60 }, (_, i) => `${'h'.repeat(50)}${i}.example.com`).join(', ')}]\n`],
    [
      'cors.origins',
      `cors: { origins: [${Array.from({ length: 10 }, (_, i) => `'https://${'o'.repeat(300)}${i}.example'`).join(', ')}] }\n`,
    ],
    [
      'hosts',
      `hosts: [${Array.from({ length: 9 }, (_, i) => `${`${'h'.repeat(60)}.`.repeat(4)}a${i}.eu`).join(', ')}]\n`,
      10,
    ],
  ])('refuses %s that a function could not be told beside its accounts', (name, setting, accounts = 1) => {
    const ids = Array.from({ length: accounts }, (_, i) => `{ id: '${'x'.repeat(90)}${i}' }`).join(', ');
    expect(complaints(`authentication: { mode: apiKey }\naccounts: [${ids}]\n${setting}`)).toEqual([
      expect.stringMatching(new RegExp(`line 3: ${name.replace('.', '\\.')} are too long: with the ids of accounts`)),
    ]);
  });

  it('counts the name of a domain of its own among those', () => {
    const name = `${`${'d'.repeat(60)}.`.repeat(4)}eu`;
    const hosts = `hosts: [${Array.from({ length: 10 }, (_, i) => `${`${'h'.repeat(60)}.`.repeat(4)}a${i}.eu`).join(', ')}]\n`;
    const certificate = 'arn:aws:acm:us-east-1:123456789012:certificate/1';
    expect(complaints(good + hosts)).toEqual([]);
    expect(complaints(`${good}${hosts}domain: { name: ${name}, certificate: '${certificate}' }\n`)).toHaveLength(1);
  });

  it('refuses ids that a function could not be told', () => {
    const accounts = Array.from({ length: 60 }, (_, i) => `  - id: ${'x'.repeat(60)}${i}\n`).join('');
    expect(complaints(`authentication: { mode: apiKey }\naccounts:\n${accounts}`)).toContainEqual(
      expect.stringMatching(/accounts have ids that are too long/),
    );
  });

  it('says what to do where there is no file', () => {
    expect(() => readDeploymentConfig('no/such/mailglob.yml')).toThrow(/is missing: copy mailglob\.example\.yml/);
  });
});
