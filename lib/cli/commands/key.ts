// `mailglob key create`, `key list`, `key revoke`: the API keys that `serve --auth apiKey`, or a deployed stack, lets in.

import { type Command, Option } from 'commander';
import { listFolders } from '../../archive/folders.ts';
import { UserError } from '../../errors.ts';
import { type ApiKey, createApiKey, idOfKey, listApiKeys, revokeApiKey } from '../../gateway/apiKeys.ts';
import { apiKeyPrefix, digestOfKey } from '../../gateway/apiKeyText.ts';
import { limits } from '../../limits.ts';
import type { Scope } from '../../tools/caller.ts';
import { type ArchiveOptions, archiveOptions, type ChosenArchive, withChosenArchive } from '../chosenArchive.ts';
import { counted } from '../humanUnits.ts';
import { jsonLine } from '../json.ts';
import { keyAccounts, keyName, keyScopes } from '../keyOptions.ts';
import { accountsText, keyRecord, keyTable } from '../keyTable.ts';
import { announceIfNew } from '../localArchive.ts';
import { examples, jsonOption, wholeNumber } from '../options.ts';
import { bold, print, printWidth } from '../output.ts';
import { printable } from '../printable.ts';

interface KeyOptions extends ArchiveOptions {
  readonly json?: true;
}

interface CreateOptions extends KeyOptions {
  readonly name: string;
  readonly accounts?: '*' | readonly string[];
  readonly library: boolean;
  readonly scopes?: readonly Scope[];
  readonly expires?: number;
}

const dayMilliseconds = 86_400_000;
const say = (line: string) => process.stderr.write(`mailglob: ${line}\n`);

/** An account that a stack does not serve is a slip, and refused. */
async function refuseForeign({ stack }: ChosenArchive, accounts: '*' | readonly string[]): Promise<void> {
  const served = await stack?.accounts();
  if (!served || accounts === '*') return;
  const foreign = accounts.find(id => !served.includes(id));
  if (foreign === undefined) return;
  throw new UserError(
    `${stack?.stackName} does not serve account ${printable(foreign)}, only ${served.map(printable).join(', ')}: give --accounts some of these`,
  );
}

/** What is odd about a key that was made all the same: an account that holds no mail here may yet come to hold some. */
async function oddities(
  { archive, local }: ChosenArchive,
  { accounts, scopes }: Pick<ApiKey, 'accounts' | 'scopes'>,
): Promise<readonly string[]> {
  const odd: string[] = [];
  if (local !== null && accounts !== '*') {
    const held = new Set((await listFolders(archive.store)).map(({ accountId }) => accountId));
    const empty = accounts.filter(id => !held.has(id));
    if (empty.length > 0) {
      const there = held.size === 0 ? 'no account holds mail yet' : `those that do are ${accountsText([...held])}`;
      odd.push(`no mail is in account ${accountsText(empty)} (${there}): the key reads it once some is imported`);
    }
  }
  if (!scopes.includes('read')) {
    odd.push('without the scope read every call with it is refused: --scopes read,admin makes one that may call');
  }
  return odd;
}

function createCommand(command: Command): void {
  command.description('Make an API key and show it, this once.');
  archiveOptions(command)
    .addOption(new Option('--name <name>', 'who or what calls with it').argParser(keyName).makeOptionMandatory())
    .option('--accounts <ids>', 'accounts that it reads, between commas (default: all, later ones too)', keyAccounts)
    .option('--no-library', 'keep it from the documents under library/, which are of no account')
    .option('--scopes <scopes>', 'read, admin or both, between commas (default: read)', keyScopes)
    .option('--expires <days>', 'days that it is good for (default: for ever)', wholeNumber(1, limits.keyDays.value))
    .addOption(jsonOption());
  examples(
    command,
    'mailglob key create --name "Ann’s desktop" --accounts billing --expires 365',
    'mailglob key create --name reports --stack dev --json',
  );
  command.action(async (options: CreateOptions) => {
    const { name, accounts = '*', library, scopes = ['read'], expires } = options;
    await withChosenArchive(options, { create: true }, async chosen => {
      if (chosen.local) announceIfNew(chosen.local);
      await refuseForeign(chosen, accounts);
      const now = Date.now();
      const expiresAt = expires === undefined ? null : now + expires * dayMilliseconds;
      const { key, stored } = await createApiKey(
        chosen.archive.store,
        { name, accounts, library, scopes, expiresAt },
        now,
      );
      await print(options.json ? jsonLine({ key, ...keyRecord(stored) }) : key);
      if (!options.json) say(`this is shown once and kept nowhere; key ${idOfKey(stored)} ${readsText(stored)}`);
      for (const oddity of await oddities(chosen, stored)) {
        say(`${oddity}; 'mailglob key revoke ${idOfKey(stored)}' takes this one away`);
      }
    });
  });
}

function readsText({ accounts, scopes }: Pick<ApiKey, 'accounts' | 'scopes'>): string {
  if (!scopes.includes('read')) return 'reads nothing';
  return accounts === '*' ? 'reads every account' : `reads account ${accountsText(accounts)}`;
}

function listCommand(command: Command): void {
  command.description('List the API keys: what each reads, until when, and when it was last used.');
  archiveOptions(command).addOption(jsonOption());
  examples(command, 'mailglob key list', 'mailglob key list --stack dev --json');
  command.action(async (options: KeyOptions) => {
    const keys = await withChosenArchive(options, { create: false }, ({ archive }) => listApiKeys(archive.store));
    if (options.json) return print(jsonLine({ keys: keys.map(keyRecord) }));
    if (keys.length === 0) return print("No API key yet: 'mailglob key create --name NAME' makes one.");
    const [titles = '', ...lines] = keyTable(keys, printWidth());
    return print(bold(titles), ...lines);
  });
}

function revokeCommand(command: Command): void {
  command
    .description('Take API keys away: whoever calls with one is turned away from the next call on.')
    .argument('<key...>', 'id or name of a key, as key list shows them, or the key itself');
  archiveOptions(command).addOption(jsonOption());
  examples(command, 'mailglob key revoke 3f9a0c41d7e2', 'mailglob key revoke reports --stack dev');
  command.action(async (asked: readonly string[], options: KeyOptions) => {
    await withChosenArchive(options, { create: false }, async ({ archive }) => {
      const keys = await listApiKeys(archive.store);
      const meant = new Set<ApiKey>();
      const unknown: string[] = [];
      for (const word of new Set(asked)) {
        const key = theOneCalled(word, keys);
        if (key) meant.add(key);
        else unknown.push(word.startsWith(apiKeyPrefix) ? `${apiKeyPrefix}…` : word);
      }
      for (const key of meant) await revokeApiKey(archive.store, key);
      const revoked = [...meant].map(idOfKey);
      if (options.json) await print(jsonLine({ revoked, unknown }));
      else if (revoked.length > 0) await print(`${counted(revoked.length, 'key')} revoked`);
      if (unknown.length === 0) return;
      const names = unknown.map(printable).join(' or ');
      throw new UserError(`there is no key ${names}: give an id or a name of 'mailglob key list'`);
    });
  });
}

/** The key of an id or of its own text; of a name where it has neither, or a name could keep another from being revoked. */
function theOneCalled(word: string, keys: readonly ApiKey[]): ApiKey | undefined {
  const exact = keys.filter(one => idOfKey(one) === word || one.digest === digestOfKey(word));
  const [key, ...others] = exact.length > 0 ? exact : keys.filter(({ name }) => name === word);
  if (key === undefined || others.length === 0) return key;
  const ids = [key, ...others].map(idOfKey);
  throw new UserError(`${ids.length} keys are called ${printable(word)}: revoke them by their ids, ${ids.join(', ')}`);
}

export function keyCommand(command: Command): void {
  createCommand(command.command('create'));
  listCommand(command.command('list'));
  revokeCommand(command.command('revoke'));
  examples(
    command,
    'mailglob key create --name "Ann’s desktop"',
    'mailglob key list',
    'mailglob key revoke 3f9a0c41d7e2',
  );
  command.allowExcessArguments().action(() => command.error('error: key takes create, list or revoke'));
}
