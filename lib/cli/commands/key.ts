// `mailglob key create`, `key list`, `key revoke`: the API keys that `serve --auth apiKey`, or a deployed stack, lets in.

import { type Command, Option } from 'commander';
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

/** An account that a stack does not serve is a slip; one that holds no mail here may yet come to hold some. */
async function checkAccounts({ stack }: ChosenArchive, accounts: '*' | readonly string[]): Promise<void> {
  const served = await stack?.accounts();
  if (!served || accounts === '*') return;
  const foreign = accounts.find(id => !served.includes(id));
  if (foreign === undefined) return;
  throw new UserError(
    `${stack?.stackName} does not serve account ${printable(foreign)}, only ${served.map(printable).join(', ')}: give --accounts some of these`,
  );
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
      await checkAccounts(chosen, accounts);
      const now = Date.now();
      const expiresAt = expires === undefined ? null : now + expires * dayMilliseconds;
      const { key, stored } = await createApiKey(
        chosen.archive.store,
        { name, accounts, library, scopes, expiresAt },
        now,
      );
      if (options.json) return print(jsonLine({ key, ...keyRecord(stored) }));
      await print(key);
      say(`this is shown once and kept nowhere; key ${idOfKey(stored)} reads ${readsText(accounts)}`);
    });
  });
}

const readsText = (accounts: '*' | readonly string[]): string =>
  accounts === '*' ? 'every account' : `account ${accountsText(accounts)}`;

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
      for (const word of unknown)
        say(`there is no key ${printable(word)}: give an id or a name of 'mailglob key list'`);
      await print(options.json ? jsonLine({ revoked, unknown }) : `${counted(revoked.length, 'key')} revoked`);
      if (unknown.length > 0) process.exitCode = 1;
    });
  });
}

/** The key of an id, of a name, or of its own text. */
function theOneCalled(word: string, keys: readonly ApiKey[]): ApiKey | undefined {
  const [key, ...others] = keys.filter(
    one => idOfKey(one) === word || one.name === word || one.digest === digestOfKey(word),
  );
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
