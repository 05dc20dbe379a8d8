import { argumentsSchema, readArguments } from '../../../lib/tools/arguments.ts';
import { readAddress, senderAddress } from '../../../lib/tools/senderAddress.ts';

test.each([
  ['mira@orchard.example', 'mira@orchard.example'],
  ['  MIRA@Orchard.example ', 'MIRA@Orchard.example'],
  ['Mira Valdés <mira@orchard.example>', 'mira@orchard.example'],
  ['<mira@orchard.example>', 'mira@orchard.example'],
  ['a <b> c <mira@orchard.example>', 'mira@orchard.example'],
  ['Odd <mira valdes@orchard.example>', 'mira valdes@orchard.example'],
  ['"mira valdes"@orchard.example', '"mira valdes"@orchard.example'],
  ['root', 'root'],
  ['Cron Daemon <root>', 'root'],
  ['MAILER-DAEMON', 'MAILER-DAEMON'],
  ['a@b@c', 'a@b@c'],
])('%s has the address %s', (written, address) => {
  expect(readAddress(written)).toBe(address);
});

test.each([
  '',
  ' ',
  '@',
  'a@',
  '@b',
  '<>',
  'Mira <>',
  'Mira < >',
  'Mira <mira@>',
  'Mira Valdés',
  'mira mira@b',
  '<a@b',
  'a@b>',
  'A very long na…',
  'Averylongna…',
  '"x"',
])('there is no address in %j', written => {
  expect(readAddress(written)).toBeNull();
});

test('an address is bounded, with a name or without', () => {
  const longest = `${'é'.repeat(310)}@b.example`;
  expect(readAddress(longest)).toBe(longest);
  expect(readAddress(`Ann <${longest}>`)).toBe(longest);
  expect(readAddress(`é${longest}`)).toBeNull();
});

test('the argument refuses what is no address, without repeating it', () => {
  const table = { from: senderAddress('The sender') };
  expect(readArguments(table, { from: 'Ann <ann@example.com>' })).toEqual({ from: 'ann@example.com' });
  expect(readArguments(table, {})).toEqual({ from: null });
  for (const from of ['a@', 'secret words', '', ' ', 'a\u{7}@b', 7])
    expect(() => readArguments(table, { from })).toThrow(
      /^from takes a whole address of at most 320 characters, such as ann@example\.com, or Name <address> as a result shows it\.$/,
    );
  expect(argumentsSchema(table).properties?.from).toMatchObject({ type: 'string', minLength: 1, maxLength: 500 });
});
