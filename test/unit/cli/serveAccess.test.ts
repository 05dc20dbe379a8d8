import { hostname } from 'node:os';
import { serveAccess } from '../../../lib/cli/serveAccess.ts';
import type { ServeConfig } from '../../../lib/cli/serveConfig.ts';
import { UserError } from '../../../lib/errors.ts';
import type { AuthenticationMode } from '../../../lib/gateway/accessConfig.ts';
import { oauthConfig } from '../../../lib/gateway/oauthConfig.ts';

const oauth = oauthConfig.parse({ issuer: 'https://id.example.com' });

const config = (fields: Partial<ServeConfig> = {}): ServeConfig => ({
  authentication: null,
  grants: null,
  hosts: [],
  cors: { origins: [] },
  limits: { callsPerMinute: 600 },
  ...fields,
});

/** The modes, or what is wrong with the command line. */
function outcome(host: string, asked: readonly AuthenticationMode[] | null, fields: Partial<ServeConfig> = {}) {
  const access = serveAccess(host, asked, config(fields));
  return 'misuse' in access ? access.misuse : access.rules.modes;
}

const hostsOf = (host: string, asked: readonly AuthenticationMode[] | null, fields: Partial<ServeConfig> = {}) => {
  const access = serveAccess(host, asked, config(fields));
  return 'misuse' in access ? access.misuse : access.allowedHosts;
};

const openWide = { authentication: { modes: [], oauth: null } };
const forKeys = { authentication: { modes: ['apiKey' as const], oauth: null } };
const forTokens = { authentication: { modes: ['oauth' as const], oauth }, grants: [] };

describe('who gets in', () => {
  it('is what was asked, else what is configured, else everybody on this machine', () => {
    expect(outcome('127.0.0.1', null)).toEqual([]);
    expect(outcome('127.0.0.1', null, forKeys)).toEqual(['apiKey']);
    expect(outcome('127.0.0.1', [], forKeys)).toEqual([]);
    expect(outcome('0.0.0.0', ['apiKey'])).toEqual(['apiKey']);
    expect(outcome('10.0.0.7', ['apiKey', 'oauth'], forTokens)).toEqual(['apiKey', 'oauth']);
  });

  it.each<[string, readonly AuthenticationMode[] | null, Partial<ServeConfig>]>([
    ['0.0.0.0', null, {}],
    ['0.0.0.0', [], {}],
    ['0.0.0.0', [], forKeys],
    // The short word does not open what the long one would.
    ['0.0.0.0', [], openWide],
    ['mail.example.com', null, {}],
    ['127.evil.example', null, {}],
  ])('is never everybody at %s with %j and %j', (host, asked, fields) => {
    expect(outcome(host, asked, fields)).toMatch(/^--auth none is for a loopback address alone/);
  });

  it('is everybody at any address where the configuration says so by its long word', () => {
    expect(outcome('0.0.0.0', null, openWide)).toEqual([]);
  });

  it('is nobody with tokens where there is no provider, or no word of what tokens give', () => {
    expect(outcome('127.0.0.1', ['oauth'])).toMatch(/^--auth oauth needs a provider/);
    expect(outcome('127.0.0.1', ['oauth'], forKeys)).toMatch(/^--auth oauth needs a provider/);
    expect(() => outcome('127.0.0.1', null, { ...forTokens, grants: null })).toThrow(UserError);
  });
});

describe('whose machine it is', () => {
  const isOwn = (host: string, asked: readonly AuthenticationMode[] | null, fields: Partial<ServeConfig> = {}) => {
    const access = serveAccess(host, asked, config(fields));
    return 'misuse' in access ? access.misuse : access.isOwnMachine;
  };

  it('is the caller’s where nobody else can be one', () => {
    expect(isOwn('127.0.0.1', null)).toBe(true);
    expect(isOwn('::1', [])).toBe(true);
    expect(isOwn('127.0.0.1', [], { hosts: ['mail.example.com'] })).toBe(true);
    expect(isOwn('127.0.0.1', [], openWide)).toBe(true);
  });

  it('is not where a key or a token is asked for, or everybody was let in, at a loopback address too', () => {
    expect(isOwn('127.0.0.1', ['apiKey'])).toBe(false);
    expect(isOwn('127.0.0.1', null, openWide)).toBe(false);
    expect(isOwn('127.0.0.1', null, { ...openWide, hosts: ['mail.example.com'] })).toBe(false);
    expect(isOwn('0.0.0.0', null, openWide)).toBe(false);
  });
});

describe('a URL that tokens are for', () => {
  const { authentication, grants } = forTokens;
  const named = { ...authentication, oauth: oauthConfig.parse({ ...oauth, resource: 'https://mail.example.com/mcp' }) };

  it.each(['0.0.0.0', '::', ''])('must be named where %j is listened on, which is every address', host => {
    expect(() => outcome(host, ['oauth'], forTokens)).toThrow(/give authentication\.oauth\.resource/);
    expect(() => outcome(host, ['apiKey', 'oauth'], forTokens)).toThrow(UserError);
    expect(outcome(host, ['oauth'], { authentication: named, grants })).toEqual(['oauth']);
    expect(outcome(host, ['apiKey'], forTokens)).toEqual(['apiKey']);
  });
});

describe('by which names', () => {
  it('everybody on this machine reaches it by its own alone, whatever names of others are configured', () => {
    const hosts = ['mail.example.com'];
    expect(hostsOf('127.0.0.1', [], { hosts })).not.toContain('mail.example.com');
    // Who says nothing of who may ask has not said that those may who come by these names.
    expect(() => hostsOf('127.0.0.1', null, { hosts })).toThrow(/has hosts, .* and no authentication/);
    expect(hostsOf('127.0.0.1', null, { hosts, ...openWide })).toContain('mail.example.com');
    expect(hostsOf('127.0.0.1', null, { hosts, ...forKeys })).toContain('mail.example.com');
  });

  it.each([
    ['FD00:0:0::1', '[fd00::1]'],
    ['fd00::1', '[fd00::1]'],
    ['10.0.0.7', '10.0.0.7'],
    ['Mail.Example.com', 'mail.example.com'],
  ])('the address %s stands in a Host as %s', (host, name) => {
    expect(hostsOf(host, ['apiKey'], { hosts: ['a.example'] })).toContain(name);
    expect(hostsOf(host, null, openWide)).toContain(name);
  });

  it('this machine is reached by its own alone, and by those that are configured', () => {
    const own = ['localhost', '127.0.0.1', '[::1]', '127.0.0.1'];
    expect(hostsOf('127.0.0.1', null)).toEqual(own);
    expect(hostsOf('127.0.0.1', ['apiKey'], { hosts: ['a.example'] })).toEqual([...own, 'a.example']);
  });

  it('others reach it by any where keys are asked for, unless some are configured', () => {
    expect(hostsOf('0.0.0.0', ['apiKey'])).toBe('*');
    expect(hostsOf('0.0.0.0', ['apiKey'], { hosts: ['a.example'] })).toContain('a.example');
    expect(hostsOf('0.0.0.0', ['apiKey'], { hosts: ['a.example'] })).not.toContain('b.example');
  });

  it('others reach it by its own where nothing is asked for, so that no page of a stranger does', () => {
    const hosts = hostsOf('0.0.0.0', null, openWide);
    expect(hosts).toContain(hostname().toLowerCase());
    expect(hosts).toContain('127.0.0.1');
    expect(hosts).not.toBe('*');
  });
});
