import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mailglob, program, root, runProgram } from './command.ts';

const commands = [
  'serve',
  'stdio',
  'import',
  'inspect',
  'extract',
  'search',
  'status',
  'rebuild',
  'remove',
  'verify',
  'key',
  'start',
];

test('mailglob alone prints help with every command and no other', async () => {
  const { status, stdout, stderr } = await mailglob([]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const [, list = ''] = stdout.split('Commands:\n');
  const listed = [...list.matchAll(/^ {2}(\w+)/gmu)].map(([, name]) => name).filter(name => name !== 'help');
  expect(listed.slice(0, commands.length)).toEqual(commands);
  expect(await mailglob(['--help'])).toEqual({ status: 0, stdout, stderr: '' });
});

test.each(commands)('%s --help has an example', async name => {
  const { status, stdout, stderr } = await mailglob([name, '--help']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(`Usage: mailglob ${name} `);
  expect(stdout).toMatch(new RegExp(`Examples?:\\n {2}\\$ (?:.* )?mailglob ${name}`, 'u'));
  expect(await mailglob(['help', name])).toEqual({ status: 0, stdout, stderr: '' });
});

test('--version is that of package.json', async () => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  expect(await mailglob(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
});

test.each([
  ['an unknown command', ['serach', 'x'], "unknown command 'serach'"],
  ['an unknown option', ['status', '--jsno'], "unknown option '--jsno'"],
  ['an unknown option of the program', ['--jsno'], "unknown option '--jsno'"],
  ['no pattern', ['search'], "missing required argument 'pattern'"],
  ['two patterns', ['search', 'a', 'b'], 'too many arguments'],
  ['no path', ['import', '--account', 'a'], "missing required argument 'path'"],
  ['no account', ['import', 'a.eml'], "required option '--account <id>' not specified"],
  ['an empty account', ['import', 'a.eml', '--account', ''], '1 to 256 characters'],
  ['an account with a control character', ['import', 'a.eml', '--account', 'a\u{7}'], 'no control characters'],
  ['an account of 257 characters', ['import', 'a.eml', '--account', 'é'.repeat(257)], '1 to 256 characters'],
  ['no message to remove', ['remove'], "missing required argument 'id'"],
  ['a data directory and a stack', ['verify', '--data', 'x', '--stack', 'dev'], 'cannot be used with'],
  ['a stage that is none', ['status', '--stack', 'a/b'], '1 to 64 letters, digits and -'],
  ['waiting for no stack', ['import', 'a.eml', '--account', 'a', '--wait'], '--wait is for --stack'],
  ['a limit that is no number', ['search', 'a', '--limit', 'ten'], 'a whole number'],
  ['a port out of range', ['serve', '--port', '65536'], 'from 0 to 65535'],
  ['a way to authenticate that there is not', ['serve', '--auth', 'password'], 'It takes none'],
  ['two ways of which one is none', ['serve', '--auth', 'apiKey', '--auth', 'none'], 'It takes none alone'],
  ['two such ways in one', ['serve', '--auth', 'none,apiKey'], 'It takes none, apiKey, oauth'],
  ['tokens of no provider', ['serve', '--auth', 'oauth'], '--auth oauth needs a provider'],
  ['no authentication that is left out', ['serve', '--host', '0.0.0.0'], '--auth none is for a loopback address alone'],
  ['nothing to do with keys', ['key'], 'key takes create, list or revoke'],
  ['what keys do not take', ['key', 'bogus'], 'key takes create, list or revoke'],
  ['a key without a name', ['key', 'create'], "required option '--name <name>' not specified"],
  ['a key with a blank name', ['key', 'create', '--name', ' '], 'not all blank'],
  ['a key with a name of 101 characters', ['key', 'create', '--name', 'é'.repeat(101)], '1 to 100 characters'],
  ['a key of no account', ['key', 'create', '--name', 'a', '--accounts', 'b,,c'], '1 to 256 characters'],
  ['a key of one account and all', ['key', 'create', '--name', 'a', '--accounts', '*,b'], 'stands alone'],
  ['a scope that there is not', ['key', 'create', '--name', 'a', '--scopes', 'write'], 'It takes read, admin'],
  ['a key for no day', ['key', 'create', '--name', 'a', '--expires', '0'], 'from 1 to 3650'],
  ['no key to revoke', ['key', 'revoke'], "missing required argument 'key'"],
  ['help for a command that there is not', ['bogus', '--help'], "unknown command 'bogus'"],
  ['help before such a command', ['--help', 'serach'], "unknown command 'serach' (Did you mean search?)"],
  ['the help command for such a command', ['help', 'bogus'], "unknown command 'bogus'"],
  ['a value on two lines', ['import', 'f', '--account=x\ny'], "argument 'x y' is invalid"],
  ['a value that acts on terminals', ['import', 'f', '--account', '\u{1b}[2J\u{202e}'], 'is invalid'],
  ['a command on two lines', ['x\ny\nz'], "unknown command 'x y z'"],
  ['no authentication on an address that others reach', ['serve', '--auth', 'none', '--host', '0.0.0.0'], 'loopback'],
])('%s is wrong usage', async (_, args, sentence) => {
  const { status, stdout, stderr } = await mailglob(args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^mailglob: [^\n]+: see 'mailglob (?:[a-z]+ )?--help'\n$/u);
  expect(stderr).toContain(sentence);
  expect(stderr.trimEnd()).not.toMatch(/[\p{Cc}\u{202e}]/u);
  expect(stderr.length).toBeLessThan(300);
});

test('the built command can be called by its path', async () => {
  expect((await readFile(program, 'utf8')).split('\n')[0]).toBe('#!/usr/bin/env node');
  const { status } = await runProgram(program, ['--version'], {
    env: { PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` },
  });
  expect(status).toBe(0);
});
