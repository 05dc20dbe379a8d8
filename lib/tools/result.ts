// Declares the result of a tool: one definition gives both the schema that is published and the value that is built,
// so that what a client reads always validates.

import type { JsonSchema, ObjectSchema } from './jsonSchema.ts';

/** One property: its schema, and how it is taken from what a use case found. undefined leaves it out, if it may be. */
export interface Field<Source, T> {
  readonly schema: JsonSchema;
  readonly isOptional: boolean;
  readonly of: (source: Source) => T;
}

/** Properties by name, in the order they are published and built. */
export type FieldTable<Source> = Readonly<Record<string, Field<Source, unknown>>>;

/** What a table builds. */
export type Built<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Field<never, infer T> ? T : never;
};

const field =
  (type: 'string' | 'integer' | 'number' | 'boolean', extra: Partial<JsonSchema> = {}) =>
  <Source, T>(description: string, of: (source: Source) => T): Field<Source, T> => ({
    schema: { type, description, ...extra },
    isOptional: false,
    of,
  });

export const textField = field('string');
export const instantField = field('string', { format: 'date-time' });
export const integerField = field('integer');
export const numberField = field('number');
export const countField = field('integer', { minimum: 0 });
export const flagField = field('boolean');

/** The same property, left out of the result where it is undefined. */
export const optional = <Source, T>(property: Field<Source, T>): Field<Source, T> => ({
  ...property,
  isOptional: true,
});

/** One of some names. */
export const nameField = <const Names extends readonly string[], Source>(
  names: Names,
  description: string,
  of: (source: Source) => Names[number],
): Field<Source, Names[number]> => ({
  schema: { type: 'string', description, enum: [...names] },
  isOptional: false,
  of,
});

export const textsField = <Source>(
  description: string,
  of: (source: Source) => readonly string[],
): Field<Source, readonly string[]> => ({
  schema: { type: 'array', description, items: { type: 'string' } },
  isOptional: false,
  of,
});

/** The same property of a source that may be missing: null where it is. */
export const nullable = <Source, Inner, T>(
  property: Field<Inner, T>,
  select: (source: Source) => Inner | null,
): Field<Source, T | null> => {
  const { type, enum: names, ...rest } = property.schema;
  const schema: JsonSchema = {
    type: Array.isArray(type) ? type : [type, 'null'],
    ...rest,
    ...(names && { enum: [...names, null] }),
  };
  const of = (source: Source) => {
    const inner = select(source);
    return inner === null ? null : property.of(inner);
  };
  return { schema, isOptional: property.isOptional, of };
};

/** An object built by a table of its own. */
export const objectField = <Source, Item, Table extends FieldTable<Item>>(
  description: string,
  table: Table & FieldTable<Item>,
  of: (source: Source) => Item,
): Field<Source, Built<Table>> => ({
  schema: { ...fieldsSchema(table), description },
  isOptional: false,
  of: source => buildResult<Item, Table>(table, of(source)),
});

/** A list of objects, each built by a table of its own. */
export const listField = <Source, Item, Table extends FieldTable<Item>>(
  description: string,
  table: Table & FieldTable<Item>,
  of: (source: Source) => readonly Item[],
): Field<Source, readonly Built<Table>[]> => ({
  schema: { type: 'array', description, items: fieldsSchema(table) },
  isOptional: false,
  of: source => of(source).map(item => buildResult<Item, Table>(table, item)),
});

/** The schema a client sees of a table. */
export function fieldsSchema<Source>(table: FieldTable<Source>): ObjectSchema {
  const entries = Object.entries(table);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    required: entries.filter(([, { isOptional }]) => !isOptional).map(([name]) => name),
    additionalProperties: false,
  };
}

/** Builds the object that a table describes. */
export function buildResult<Source, Table extends FieldTable<Source>>(table: Table, source: Source): Built<Table> {
  const values = Object.entries(table)
    .map(([name, { of }]) => [name, of(source)] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(values) as Built<Table>;
}
