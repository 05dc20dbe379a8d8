// Attempts of a caller who was let in, at what is another's or at the time of the function.

import { type Attack, attack } from './attack.ts';
import type { Victim } from './victim.ts';

/** A refusal of a tool comes with HTTP 200. */
const tool = (what: string, name: string, args: (victim: Victim) => unknown, says: RegExp): Attack =>
  attack(what, 200, victim => victim.call(name, args(victim)), says);

const search = (what: string, args: (victim: Victim) => unknown, says: RegExp): Attack =>
  tool(what, 'searchAttachments', args, says);

const nothing = /"returned":0,"has_more":false/;
const code = (number: number): RegExp => new RegExp(`mailglob error ${number}: `);
/** What is asked costs no more than a page. */
const answered = /"scan_complete":(?:true|false)/;

const edited = (cursor: string): string => cursor.replace(/.$/, last => (last === 'A' ? 'B' : 'A'));

export const calls: readonly Attack[] = [
  search('another’s account by name', () => ({ pattern: '*', accountIds: ['hidden'] }), code(53001)),
  search('an account that does not exist', () => ({ pattern: '*', accountIds: ['nobody'] }), code(53001)),
  search(
    'an account with a separator of keys in its name',
    () => ({ pattern: '*', accountIds: ['own\u001f'] }),
    code(51002),
  ),
  search('another’s file by its name', () => ({ pattern: 'kanarienvogel*' }), nothing),
  search('another’s sender', () => ({ pattern: '*', from: 'kanarienvogel@example.com' }), nothing),
  search('another’s cursor', ({ foreignCursor }) => ({ pattern: '*', limit: 1, cursor: foreignCursor }), code(52002)),
  search('an edited cursor', ({ foreignCursor }) => ({ pattern: '*', cursor: edited(foreignCursor) }), code(52001)),
  search(
    'a cursor in other base64',
    ({ ownCursor }) => ({ pattern: '*', limit: 1, cursor: `${ownCursor}=` }),
    code(52001),
  ),
  search(
    'a cursor of its own for another pattern',
    ({ ownCursor }) => ({ pattern: '**', limit: 1, cursor: ownCursor }),
    code(52002),
  ),
  search('a cut cursor', ({ foreignCursor }) => ({ pattern: '*', cursor: foreignCursor.slice(0, 20) }), code(52001)),
  search(
    'a cursor of JSON',
    () => ({ pattern: '*', cursor: Buffer.from('{"behind":"x"}').toString('base64') }),
    code(52001),
  ),
  tool(
    'a cursor of another tool',
    'list_emails',
    ({ foreignCursor }) => ({ cursor: foreignCursor }),
    /mailglob error 5200[12]: /,
  ),
  tool(
    'another’s mail by its id',
    'get_email_content',
    victim => ({ storedEmailIds: [victim.foreignEmailId] }),
    /"code":53002/,
  ),
  tool(
    'a guessed id',
    'get_email_content',
    () => ({ storedEmailIds: ['11111111-2222-8333-8444-555555555555'] }),
    /"code":53002/,
  ),
  tool('an id that is a path', 'get_email_content', () => ({ storedEmailIds: ['../../mailglob.db'] }), code(51004)),
  tool(
    'an id in two spellings',
    'get_email_content',
    ({ ownEmailId }) => ({ storedEmailIds: [ownEmailId, ownEmailId.toUpperCase()] }),
    code(51006),
  ),
  tool('ten thousand ids', 'get_email_content', () => ({ storedEmailIds: Array(9_000).fill('x') }), code(51005)),
  tool('another’s words', 'search_emails', () => ({ queryText: 'kanarienvogel' }), /"matches":\[\]/),
  tool('another’s folder', 'list_emails', () => ({ accountIds: ['hidden'] }), code(53001)),
  search('__proto__ as an argument', () => JSON.parse('{"pattern":"*","__proto__":{"limit":1}}'), code(51002)),
  search('constructor as an argument', () => ({ pattern: '*', constructor: 1 }), code(51002)),
  attack('__proto__ as a tool', 200, ({ call }) => call('__proto__', {}), /"code":-32602/),
  attack('toString as a tool', 200, ({ call }) => call('toString', {}), /"code":-32602/),
  search('a pattern of 256 stars', () => ({ pattern: '*'.repeat(256) }), answered),
  search('a pattern that hangs regular expressions', () => ({ pattern: `${'*a'.repeat(127)}b` }), answered),
  search('a pattern that hangs others', () => ({ pattern: '+(ab|abab)'.repeat(25) }), answered),
  search('a pattern with a null character', () => ({ pattern: '\0*' }), code(51002)),
  search('a pattern of ten thousand characters', () => ({ pattern: '?'.repeat(10_000) }), code(51002)),
  search('a million rows a page', () => ({ pattern: '*', limit: 1_000_000 }), code(51001)),
  search('an offset without end', () => ({ pattern: '*', offset: 1e15 }), code(51002)),
  search('a number as text', () => ({ pattern: '*', limit: '10' }), code(51002)),
  tool(
    'SQL in a query',
    'search_emails',
    () => ({ queryText: `x' OR 1=1; DROP TABLE rows --` }),
    /"matches":\[|mailglob error/,
  ),
  tool(
    '512 one-letter words',
    'search_emails',
    () => ({ queryText: 'a '.repeat(256) }),
    /"matches":\[|mailglob error 51002/,
  ),
  tool('a word of 500 letters', 'search_emails', () => ({ queryText: 'a'.repeat(500) }), /"matches":\[/),
  tool('a fragment of control characters', 'list_emails', () => ({ subjectFragment: '\u001b[2J' }), code(51002)),
  tool('a time that is none', 'list_emails', () => ({ receivedBefore: '9999-99-99T99:99:99Z' }), code(51002)),
];
