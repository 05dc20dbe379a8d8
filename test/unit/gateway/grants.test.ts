import { type Grant, grantFor, type Identity } from '../../../lib/gateway/grants.ts';

const grant = (fields: Partial<Grant>): Grant => ({
  subject: null,
  client: null,
  claim: null,
  accounts: ['billing'],
  library: true,
  scopes: ['read'],
  ...fields,
});

const ann: Identity = { subject: 'ann', clientId: 'desk', claims: { sub: 'ann', groups: ['mail', 'x'], tier: 'gold' } };
const nothing = { accounts: [], library: false, scopes: new Set() };

describe('grantFor', () => {
  it('gives nothing where no grant holds', () => {
    for (const grants of [
      [],
      [grant({})],
      [grant({ subject: 'ANN' })],
      [grant({ subject: 'bob', accounts: '*' })],
      [grant({ client: 'ann' })],
      [grant({ claim: { name: 'groups', value: 'mai' } })],
      [grant({ claim: { name: 'groups', value: 'mail,x' } })],
      [grant({ claim: { name: 'toString', value: 'x' } })],
    ]) {
      expect(grantFor(grants, ann)).toEqual(nothing);
    }
    expect(grantFor([grant({ client: 'null' })], { ...ann, clientId: null })).toEqual(nothing);
  });

  it.each([
    [{ subject: 'ann' }],
    [{ client: 'desk' }],
    [{ claim: { name: 'groups', value: 'mail' } }],
    [{ claim: { name: 'tier', value: 'gold' } }],
    [{ subject: 'ann', client: 'desk', claim: { name: 'tier', value: 'gold' } }],
  ])('holds for %j', condition => {
    expect(grantFor([grant(condition)], ann)).toEqual({
      accounts: ['billing'],
      library: true,
      scopes: new Set(['read']),
    });
  });

  it.each([
    [{ subject: 'ann', client: 'other' }],
    [{ subject: 'bob', client: 'desk' }],
    [{ subject: 'ann', claim: { name: 'tier', value: 'silver' } }],
  ])('asks for all that is said: %j', condition => {
    expect(grantFor([grant(condition)], ann)).toEqual(nothing);
  });

  it('holds for no address that the issuer says is not verified', () => {
    const grants = [grant({ claim: { name: 'email', value: 'ann@example.com' } })];
    const accountsOf = (verified: object) =>
      grantFor(grants, { ...ann, claims: { email: 'ann@example.com', ...verified } }).accounts;
    expect([{}, { email_verified: true }, { email_verified: 'true' }].map(accountsOf)).toEqual([
      ['billing'],
      ['billing'],
      ['billing'],
    ]);
    const unverified = [false, 'false', 'False', 0, 1, '', null, [], [true], {}];
    expect(unverified.map(email_verified => accountsOf({ email_verified }))).toEqual(unverified.map(() => []));
  });

  it('adds up, and takes accounts from grants to read alone', () => {
    const grants = [
      grant({ subject: 'ann' }),
      grant({ client: 'desk', accounts: ['shared', 'billing'] }),
      grant({ subject: 'ann', accounts: ['secret'], scopes: ['admin'] }),
      grant({ subject: 'bob', accounts: '*' }),
    ];
    expect(grantFor(grants, ann)).toEqual({
      accounts: ['billing', 'shared'],
      library: true,
      scopes: new Set(['read', 'admin']),
    });
    expect(grantFor([...grants, grant({ client: 'desk', accounts: '*' })], ann).accounts).toBe('*');
  });

  it('opens the library where a grant to read does', () => {
    const closed = grant({ subject: 'ann', library: false });
    expect(grantFor([closed], ann).library).toBe(false);
    expect(grantFor([closed, grant({ subject: 'ann', scopes: ['admin'] })], ann).library).toBe(false);
    expect(grantFor([closed, grant({ client: 'desk', accounts: [] })], ann)).toMatchObject({ library: true });
  });
});
