// What the command line says of an API key: its name, accounts, scopes and days, each checked as it is read.

import { InvalidArgumentError } from 'commander';
import { limits } from '../limits.ts';
import type { Scope } from '../tools/caller.ts';
import { identifier } from './options.ts';

const scopes: readonly Scope[] = ['read', 'admin'];
const isScope = (name: string): name is Scope => scopes.some(scope => scope === name);

/** Names between commas, without the blanks around them. */
const listed = (text: string): readonly string[] => text.split(',').map(name => name.trim());

export function keyName(text: string): string {
  const most = limits.keyNameCharacters.value;
  if (text.trim() === '' || [...text].length > most || /\p{Cc}/u.test(text)) {
    throw new InvalidArgumentError(`It takes 1 to ${most} characters that are not all blank, no control characters.`);
  }
  return text.trim();
}

/** `*` for every account, or ids between commas; given several times they add up. */
export function keyAccounts(text: string, previous: '*' | readonly string[] | undefined): '*' | readonly string[] {
  if (text.trim() === '*' && previous === undefined) return '*';
  const ids = listed(text);
  if (previous === '*' || ids.includes('*')) throw new InvalidArgumentError('* is every account, and stands alone.');
  return [...new Set([...(previous ?? []), ...ids.map(identifier)])];
}

export function keyScopes(text: string): readonly Scope[] {
  const names = listed(text);
  if (!names.every(isScope)) throw new InvalidArgumentError(`It takes ${scopes.join(', ')}, or both between a comma.`);
  return scopes.filter(scope => names.includes(scope));
}
