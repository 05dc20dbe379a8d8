import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import fc from 'fast-check';
import { MailglobError } from '../../../lib/errors.ts';
import {
  argumentsSchema,
  boolean,
  day,
  integer,
  issuedText,
  readArguments,
  required,
  text,
  textSet,
  withDefault,
} from '../../../lib/tools/arguments.ts';

const table = {
  name: required(text('a name', { maxLength: 10 })),
  note: text('a note', { maxLength: 10 }),
  ticket: issuedText('a ticket', { maxLength: 20 }),
  size: withDefault(integer('a size', { minimum: 1, maximum: 9, code: 51001 }), 5),
  shift: integer('a shift', { minimum: 0, maximum: 3, code: 51002, beyond: 'use ticket' }),
  loud: withDefault(boolean('whether'), false),
  on: day('a day'),
  tags: textSet('tags', { maxItems: 3, maxLength: 4 }),
};

const read = (sent: Record<string, unknown>) => readArguments(table, sent);
const outcome = (sent: Record<string, unknown>): string => {
  try {
    read(sent);
    return 'read';
  } catch (error) {
    if (!(error instanceof MailglobError)) throw error;
    return `${error.code} ${error.message}`;
  }
};

const nothingElse = { note: null, ticket: null, size: 5, shift: null, loud: false, on: null, tags: null };

describe('what is left out', () => {
  it('reads as its default, or as null', () => {
    expect(read({ name: 'x' })).toEqual({ name: 'x', ...nothingElse });
  });

  it.each([[null], [[]]])('may be sent as %j', nothing => {
    const others = Object.keys(table).filter(name => name !== 'name');
    const sent = Object.fromEntries(others.map(name => [name, nothing]));
    expect(read({ name: 'x', ...sent })).toEqual({ name: 'x', ...nothingElse });
  });

  it('is refused where it is required', () => {
    const refusal =
      '51002 name is required: it takes text of 1 to 10 characters that is not blank and has no control characters.';
    for (const sent of [{}, { name: null }, { name: undefined }, { name: [] }]) expect(outcome(sent)).toBe(refusal);
  });
});

describe('an argument there is not', () => {
  it('is refused with the names of those there are, not its own', () => {
    const refusal =
      "51002 an argument is not one of this tool's: it has name, note, ticket, size, shift, loud, on, tags.";
    for (const name of ['secret', 'Name', 'constructor', 'toString', '']) {
      expect(outcome({ name: 'x', [name]: 1 })).toBe(refusal);
      expect(outcome({ name: 'x', [name]: null })).toBe(refusal);
    }
    expect(outcome(JSON.parse('{"name":"x","__proto__":null}') as Record<string, unknown>)).toBe(refusal);
  });

  it('is not found in what the sent object inherits', () => {
    expect(outcome(Object.create({ name: 'x' }) as Record<string, unknown>)).toMatch(/^51002 name is required/);
  });
});

describe('text', () => {
  it.each([['a'], ['😀'.repeat(10)], [' a '], ['*'], ['\u200da'], ['e\u0301'.repeat(5)]])(
    'takes %j as it is',
    value => {
      expect(read({ name: value }).name).toBe(value);
    },
  );

  it.each([
    [''],
    ['   '],
    ['\u00a0\u3000'],
    ['\u00ad\u200b'],
    ['a\nb'],
    ['a\u0000'],
    ['\u007f'],
    ['\u0085x'],
    ['\ud800'],
    ['a\udc00b'],
    ['x'.repeat(11)],
    ['😀'.repeat(11)],
    [3],
    [true],
    [{}],
    [['x']],
  ])('refuses %j', value => {
    expect(outcome({ name: value })).toMatch(/^51002 name takes text of 1 to 10 characters/);
  });
});

describe('issued text', () => {
  it('is left to whoever opens it', () => {
    for (const value of ['', 'x'.repeat(5000), '\ud800']) expect(read({ name: 'x', ticket: value }).ticket).toBe(value);
    expect(outcome({ name: 'x', ticket: 5 })).toBe('51002 ticket takes text as an earlier result gave it.');
  });
});

describe('integer', () => {
  it.each([[1], [9], [5.0]])('takes %d', value => {
    expect(read({ name: 'x', size: value }).size).toBe(value);
  });

  it.each([[0], [10], [-1], [1.5], [Number.POSITIVE_INFINITY], [-0], [2 ** 53]])(
    'refuses %d with its own code',
    value => {
      expect(outcome({ name: 'x', size: value })).toBe('51001 size takes a whole number from 1 to 9.');
    },
  );

  it.each([['5'], [''], [true], [{}], [[5]], [[[]]]])('refuses %j as a wrong type', value => {
    expect(outcome({ name: 'x', size: value })).toBe('51002 size takes a whole number from 1 to 9.');
  });

  it('says where to go beyond its bound, and reads -0 as 0', () => {
    expect(outcome({ name: 'x', shift: 4 })).toBe('51002 shift takes a whole number from 0 to 3; use ticket.');
    expect(Object.is(read({ name: 'x', shift: -0 }).shift, 0)).toBe(true);
  });
});

describe('boolean', () => {
  it('takes nothing that only looks like one', () => {
    expect(read({ name: 'x', loud: true }).loud).toBe(true);
    for (const value of ['true', 'false', 0, 1, {}, [false]]) {
      expect(outcome({ name: 'x', loud: value })).toBe('51002 loud takes true or false.');
    }
  });
});

describe('day', () => {
  it('takes days of the calendar', () => {
    expect(read({ name: 'x', on: '2024-02-29' }).on).toBe('2024-02-29');
    for (const value of ['2023-02-29', '2024-2-1', 'yesterday', '', 20240101, {}]) {
      expect(outcome({ name: 'x', on: value })).toBe('51002 on takes a day of the calendar as YYYY-MM-DD.');
    }
  });
});

describe('a set of texts', () => {
  it('takes each once', () => {
    expect(read({ name: 'x', tags: ['b', 'a', 'b'] }).tags).toEqual(['b', 'a']);
  });

  it.each([
    ['a'],
    [{}],
    [['a', 5]],
    [[null]],
    [['']],
    [['abcde']],
    [['a\nb']],
    [['\ud800']],
    [['a', 'b', 'c', 'd']],
    [['a', 'a', 'a', 'a']],
    [[['a']]],
  ])('refuses %j', value => {
    expect(outcome({ name: 'x', tags: value })).toMatch(/^51002 tags takes a list of at most 3 texts, each of 1 to 4/);
  });
});

describe('the schema', () => {
  const schema = argumentsSchema(table);
  const validate = new AjvJsonSchemaValidator().getValidator(schema);

  it('states required, defaults and bounds', () => {
    expect(schema).toMatchObject({
      type: 'object',
      required: ['name'],
      additionalProperties: false,
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 10 },
        size: { type: 'integer', minimum: 1, maximum: 9, default: 5 },
        loud: { type: 'boolean', default: false },
        on: { type: 'string', format: 'date' },
        tags: { type: 'array', maxItems: 3, items: { type: 'string', minLength: 1, maxLength: 4 } },
      },
    });
    for (const { description } of Object.values(schema.properties)) expect(description).toBeTruthy();
  });

  it('admits whatever the check takes, and the check says nothing that was sent', () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.integer({ min: -2, max: 12 }),
      fc.string({ maxLength: 12 }),
      fc.array(fc.string({ maxLength: 5 })),
    );
    const sent = fc.record(Object.fromEntries(Object.keys(table).map(name => [name, value])), { requiredKeys: [] });
    fc.assert(
      fc.property(sent, fc.string({ minLength: 1, maxLength: 10 }), (fields, name) => {
        const all = { name, ...fields };
        const result = outcome(all);
        const present = Object.entries(all).filter(([, v]) => v !== null && !(Array.isArray(v) && v.length === 0));
        if (result === 'read') expect(validate(Object.fromEntries(present))).toMatchObject({ valid: true });
        else expect(table).toHaveProperty(result.split(' ')[1] ?? '');
      }),
      { numRuns: 500 },
    );
  });

  it('has as many refusals as there are arguments, whatever is sent', () => {
    const refusals = new Set<string>();
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(table)), fc.anything(), (name, value) => {
        const result = outcome({ name: 'x', [name]: value });
        if (result !== 'read') refusals.add(result.replace(/^\d+ /, '').replace(' is required: it', ''));
      }),
      { numRuns: 1000 },
    );
    expect(refusals.size).toBeLessThanOrEqual(Object.keys(table).length);
  });
});
