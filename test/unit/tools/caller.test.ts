import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountsToRead, type Caller, grantOf } from '../../../lib/tools/caller.ts';

const caller = (accounts: '*' | readonly string[]): Caller => ({
  id: 'x',
  accounts,
  library: true,
  scopes: new Set(['read']),
});
const served = ['alpha', 'beta', 'gamma'];

describe('accountsToRead', () => {
  it('is every served account that is granted, where none is asked for', () => {
    expect(accountsToRead(caller('*'), served, null)).toEqual(served);
    expect(accountsToRead(caller(['gamma', 'alpha', 'gone']), served, null)).toEqual(['alpha', 'gamma']);
    expect(accountsToRead(caller([]), served, null)).toEqual([]);
  });

  it('is what was asked for, once each', () => {
    expect(accountsToRead(caller('*'), served, ['beta', 'alpha', 'beta'])).toEqual(['beta', 'alpha']);
  });

  it('answers the same for no such account and for another caller’s', () => {
    const textOf = (id: string) => {
      try {
        accountsToRead(caller(['alpha']), served, ['alpha', id]);
      } catch (error) {
        return [(error as { code: number }).code, (error as Error).message.replace(id, 'ID')];
      }
      return null;
    };
    expect(textOf('beta')).toEqual([
      53001,
      "account 'ID' is not served to you; name one of yours, or leave accountIds out.",
    ]);
    expect(textOf('nowhere')).toEqual(textOf('beta'));
    expect(textOf('*')).toEqual(textOf('beta'));
  });
});

describe('grantOf', () => {
  it('is equal for equal grants and different for others', () => {
    expect(grantOf(caller(['b', 'a', 'b']))).toBe(grantOf(caller(['a', 'b'])));
    expect(grantOf(caller(['a,b']))).not.toBe(grantOf(caller(['a', 'b'])));
    expect(grantOf(caller(['*']))).not.toBe(grantOf(caller('*')));
  });
});

describe('what a caller may read', () => {
  const sources = readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts'))
    .map(path => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join('lib', path), 'utf8') }));

  it('is told in one place, which every tool asks', () => {
    const asking = sources.filter(({ text }) => text.includes('servedAccounts()'));
    expect(asking.length).toBeGreaterThanOrEqual(4);
    for (const { path, text } of asking) {
      expect(path).toMatch(/^tools\//);
      // Handed on to where the caller's grant is looked at, never used by itself.
      const [all, ...calls] = [
        /servedAccounts\(\)/g,
        /accountsToRead\(\s*context\.caller,\s*await context\.servedAccounts\(\)/g,
      ];
      expect([path, text.match(all)?.length]).toEqual([path, text.match(calls[0] ?? all)?.length]);
    }
  });

  it('is looked up in a caller by nobody else', () => {
    const looking = sources.filter(({ text }) =>
      /caller\b[^\n]{0,20}\.accounts\b|\baccounts\b[^\n]{0,40}=\s*(context\.)?caller\b/.test(text),
    );
    expect(looking.map(({ path }) => path)).toEqual(['tools/caller.ts']);
  });
});
