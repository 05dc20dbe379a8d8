import { parseAddresses } from '../../../lib/mail/addresses.ts';
import { utf8 } from '../../mails.ts';

const list = (value: string) => parseAddresses(value).map(({ address, displayName }) => [address, displayName]);

describe('parseAddresses', () => {
  test.each([
    ['ann@example.com', [['ann@example.com', null]]],
    ['<ann@example.com>', [['ann@example.com', null]]],
    ['Ann Lee <ann@example.com>', [['ann@example.com', 'Ann Lee']]],
    ['"Lee, Ann" <ann@example.com>', [['ann@example.com', 'Lee, Ann']]],
    ['"Ann \\"A\\" Lee" <ann@example.com>', [['ann@example.com', 'Ann "A" Lee']]],
    ['ann@example.com (Ann Lee)', [['ann@example.com', 'Ann Lee']]],
    ['Ann ann@example.com', [['ann@example.com', 'Ann']]],
    [
      'a@x.com, b@y.com',
      [
        ['a@x.com', null],
        ['b@y.com', null],
      ],
    ],
    [
      'a@x.com; b@y.com',
      [
        ['a@x.com', null],
        ['b@y.com', null],
      ],
    ],
    [
      'Bob <bob@extern> Bobby <bobby@extern>',
      [
        ['bob@extern', 'Bob'],
        ['bobby@extern', 'Bobby'],
      ],
    ],
    [
      'Friends: a@x.com, Bob <b@y.com>;, c@z.com',
      [
        ['a@x.com', null],
        ['b@y.com', 'Bob'],
        ['c@z.com', null],
      ],
    ],
    ['undisclosed-recipients:;', []],
    ['MAILER-DAEMON', [['MAILER-DAEMON', null]]],
    ['Mail Delivery System', [['', 'Mail Delivery System']]],
    ['MAILER DAEMON <>', [['', 'MAILER DAEMON']]],
    ['"john doe"@example.com', [['"john doe"@example.com', null]]],
    ['Ann <"a b"@example.com>', [['"a b"@example.com', 'Ann']]],
    ['<@route.org,@b.org:ann@example.com>', [['ann@example.com', null]]],
    ['x@fake <real@example.com>', [['real@example.com', 'x@fake']]],
    ['"evil@example.com" <real@example.com>', [['real@example.com', 'evil@example.com']]],
    ['=?utf-8?Q?J=C3=BCrgen?= <j@example.com>', [['j@example.com', 'Jürgen']]],
    ['"=?utf-8?Q?J=C3=BCrgen?=" <j@example.com>', [['j@example.com', 'Jürgen']]],
    ['=?utf-8?Q?Lee,_Ann?= <ann@example.com>', [['ann@example.com', 'Lee, Ann']]],
    ['=?utf-8?Q?Ann_=3Cann=40example.com=3E?=', [['ann@example.com', 'Ann']]],
    [`${utf8('Jürgen')} <j@example.com>`, [['j@example.com', 'Jürgen']]],
    // Addresses of other letters (RFC 6532), with and without brackets, a name or a comment.
    [utf8('jörg@müller.example'), [['jörg@müller.example', null]]],
    [utf8('<jörg@müller.example>'), [['jörg@müller.example', null]]],
    [utf8('Jörg <jörg@müller.example>'), [['jörg@müller.example', 'Jörg']]],
    [utf8('Jörg jörg@müller.example'), [['jörg@müller.example', 'Jörg']]],
    [utf8('用户@例子.example (用户)'), [['用户@例子.example', '用户']]],
    [utf8('"jörg x"@müller.example'), [['"jörg x"@müller.example', null]]],
    ['j\xf6rg@example.com', [['jörg@example.com', null]]],
    ["'Ann' <ann@example.com>", [['ann@example.com', 'Ann']]],
    ['Ann <ann@example.com', [['ann@example.com', 'Ann']]],
    ['<mailto:ann@example.com>', [['ann@example.com', null]]],
    ['', []],
    [' , ;', []],
    ['(only a comment)', []],
  ])('reads %j', (value, expected) => {
    expect(list(value)).toEqual(expected);
  });
});
