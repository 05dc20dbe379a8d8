// Declares the arguments of a tool: one definition gives both the schema that is advertised and the check that speaks.
// Everything is refused, never clamped or ignored, and no refusal repeats what was sent.

import { type ErrorCode, MailglobError } from '../errors.ts';
import { type Day, isDay } from './days.ts';
import { readInstant } from './instants.ts';
import type { JsonSchema, ObjectSchema } from './jsonSchema.ts';

/** One argument: `T` is what it reads as, `Absent` what leaving it out means. */
export interface Argument<T, Absent> {
  readonly schema: JsonSchema;
  /** null for a required argument. */
  readonly absent: { readonly value: Absent } | null;
  /** The code of a required argument that is left out; 51002 if left out here. */
  readonly missing?: ErrorCode;
  /** What is accepted, as the end of a sentence that begins with the argument's name. */
  readonly accepts: string;
  /** Reads a value that is there, or gives the code it is refused with. */
  readonly read: (value: unknown) => { readonly value: T } | { readonly refused: ErrorCode };
}

/** Arguments by name, in the order they are advertised and checked. */
export type ArgumentTable = Readonly<Record<string, Argument<unknown, unknown>>>;

/** What a table reads as. */
export type ArgumentValues<Table extends ArgumentTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Argument<infer T, infer Absent> ? T | Absent : never;
};

const refused = (code: ErrorCode) => ({ refused: code });
const controlCharacters = /\p{Cc}/u;
/** Nothing that can be seen: white space and what Unicode says to show as nothing. */
const blank = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** Whether a text has between 1 and `most` code points, all of them characters, none of them a control. */
function isPlainText(value: string, most: number): boolean {
  if (value.length === 0 || value.length > 2 * most || !value.isWellFormed() || controlCharacters.test(value)) {
    return false;
  }
  return value.length <= most || [...value].length <= most;
}

/** Text of 1 to `maxLength` code points without control characters that is not blank; else 51002. */
export const text = (description: string, { maxLength }: { readonly maxLength: number }): Argument<string, null> => ({
  schema: { type: 'string', description, minLength: 1, maxLength },
  absent: { value: null },
  accepts: `takes text of 1 to ${maxLength} characters that is not blank and has no control characters`,
  read: value =>
    typeof value === 'string' && isPlainText(value, maxLength) && !blank.test(value) ? { value } : refused(51002),
});

/** Text of at most `maxLength` code points without control characters, blank or empty too; else 51002. */
export const fragment = (
  description: string,
  { maxLength }: { readonly maxLength: number },
): Argument<string, null> => ({
  schema: { type: 'string', description, maxLength },
  absent: { value: null },
  accepts: `takes text of at most ${maxLength} characters without control characters`,
  read: value =>
    typeof value === 'string' && (value === '' || isPlainText(value, maxLength)) ? { value } : refused(51002),
});

/** Text that the server itself issued: whoever opens it judges what it holds. */
export const issuedText = (
  description: string,
  { maxLength }: { readonly maxLength: number },
): Argument<string, null> => ({
  schema: { type: 'string', description, maxLength },
  absent: { value: null },
  accepts: 'takes text as an earlier result gave it',
  read: value => (typeof value === 'string' ? { value } : refused(51002)),
});

/** A whole number; one out of range or not whole is refused with `code`, anything else with 51002. */
export const integer = (
  description: string,
  bounds: { readonly minimum: number; readonly maximum: number; readonly code: ErrorCode; readonly beyond?: string },
): Argument<number, null> => {
  const { minimum, maximum, code, beyond } = bounds;
  return {
    schema: { type: 'integer', description, minimum, maximum },
    absent: { value: null },
    accepts: `takes a whole number from ${minimum} to ${maximum}${beyond === undefined ? '' : `; ${beyond}`}`,
    read: value => {
      if (typeof value !== 'number') return refused(51002);
      // Adding 0 makes -0 the 0 it stands for.
      return Number.isInteger(value) && value >= minimum && value <= maximum ? { value: value + 0 } : refused(code);
    },
  };
};

export const boolean = (description: string): Argument<boolean, null> => ({
  schema: { type: 'boolean', description },
  absent: { value: null },
  accepts: 'takes true or false',
  read: value => (typeof value === 'boolean' ? { value } : refused(51002)),
});

/** A calendar day; which instants it covers is for the deployment's time zone to say. */
export const day = (description: string): Argument<Day, null> => ({
  schema: { type: 'string', description, format: 'date' },
  absent: { value: null },
  accepts: 'takes a day of the calendar as YYYY-MM-DD',
  read: value => (typeof value === 'string' && isDay(value) ? { value } : refused(51002)),
});

/** An instant, epoch milliseconds. */
export const dateTime = (description: string): Argument<number, null> => ({
  schema: { type: 'string', description, format: 'date-time' },
  absent: { value: null },
  accepts: 'takes a date-time with its zone, such as 2024-05-17T12:00:00Z or 2024-05-17T14:00:00+02:00',
  read: value => {
    const at = typeof value === 'string' ? readInstant(value) : null;
    return at === null ? refused(51002) : { value: at };
  },
});

/** One of some names, as they are written. */
export const choice = <const Names extends readonly string[]>(
  names: Names,
  description: string,
): Argument<Names[number], null> => ({
  schema: { type: 'string', description, enum: [...names] },
  absent: { value: null },
  accepts: `takes ${names.join(' or ')}`,
  read: value => (typeof value === 'string' && names.includes(value) ? { value } : refused(51002)),
});

/** A set of texts of 1 to `maxLength` code points without control characters; one named twice counts once. */
export const textSet = (
  description: string,
  { maxItems, maxLength }: { readonly maxItems: number; readonly maxLength: number },
): Argument<readonly string[], null> => ({
  schema: { type: 'array', description, maxItems, items: { type: 'string', minLength: 1, maxLength } },
  absent: { value: null },
  accepts: `takes a list of at most ${maxItems} texts, each of 1 to ${maxLength} characters without control characters`,
  read: value => {
    // Counted before any element is read.
    if (!Array.isArray(value) || value.length > maxItems) return refused(51002);
    const isText = (item: unknown): item is string => typeof item === 'string' && isPlainText(item, maxLength);
    return value.every(isText) ? { value: [...new Set(value)] } : refused(51002);
  },
});

/** A UUID as RFC 9562 writes it, and as others do: any case, without hyphens, in braces, or as a URN. */
const uuid = /^(?:urn:uuid:)?(\{?)([0-9a-f]{8})(-?)([0-9a-f]{4})\3([0-9a-f]{4})\3([0-9a-f]{4})\3([0-9a-f]{12})(\}?)$/i;

/** The one spelling of an identifier; null for text that is none. */
function readIdentifier(value: string): string | null {
  const [, open = '', a, , b, c, d, e, close = ''] = uuid.exec(value) ?? [];
  if (a === undefined || (open === '') !== (close === '')) return null;
  const id = [a, b, c, d, e].join('-').toLowerCase();
  return /[1-9a-f]/.test(id) ? id : null;
}

/**
 * Identifiers that the archive issued, in their one spelling: 51005 for none or too many, then 51004 for one that is
 * none, then 51006 for one named twice.
 */
export const identifiers = (
  description: string,
  { maxItems, maxLength }: { readonly maxItems: number; readonly maxLength: number },
): Argument<readonly string[], null> => ({
  schema: { type: 'array', description, minItems: 1, maxItems, items: { type: 'string', maxLength } },
  absent: { value: null },
  missing: 51005,
  accepts: `takes 1 to ${maxItems} different identifiers, each a UUID of at most ${maxLength} characters as an earlier result gave it`,
  read: value => {
    if (!Array.isArray(value)) return refused(51002);
    // Counted before any element is read.
    if (value.length > maxItems) return refused(51005);
    if (!value.every(item => typeof item === 'string')) return refused(51002);
    const ids = value.map(item => (item.length <= maxLength ? readIdentifier(item) : null));
    if (!ids.every(id => id !== null)) return refused(51004);
    return new Set(ids).size === ids.length ? { value: ids } : refused(51006);
  },
});

/** The same argument, refused where it is left out. */
export const required = <T>(argument: Argument<T, unknown>): Argument<T, never> => ({ ...argument, absent: null });

/** The same argument, with what leaving it out means, which its description says as well. */
export const withDefault = <T extends number | boolean | string>(
  argument: Argument<T, unknown>,
  value: T,
): Argument<T, T> => {
  const description = `${argument.schema.description}. Left out: ${value}`;
  return { ...argument, schema: { ...argument.schema, description, default: value }, absent: { value } };
};

/** Whether an argument was sent at all: models send null or an empty list for what they leave out. */
export const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

/** The schema a client sees of a table. */
export function argumentsSchema(table: ArgumentTable): ObjectSchema {
  const entries = Object.entries(table);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    required: entries.filter(([, { absent }]) => absent === null).map(([name]) => name),
    additionalProperties: false,
  };
}

/**
 * Reads what a client sent. For every argument null and an empty list mean that it was left out.
 * @throws MailglobError with the code of the first argument that is refused; it names the argument and what it takes.
 */
export function readArguments<Table extends ArgumentTable>(
  table: Table,
  sent: Readonly<Record<string, unknown>>,
): ArgumentValues<Table> {
  if (Object.keys(sent).some(name => !Object.hasOwn(table, name))) {
    throw new MailglobError(51002, `an argument is not one of this tool's: it has ${Object.keys(table).join(', ')}.`);
  }
  const values = Object.entries(table).map(([name, argument]) => [name, readArgument(name, argument, sent)] as const);
  return Object.fromEntries(values) as ArgumentValues<Table>;
}

function readArgument(
  name: string,
  { absent, missing = 51002, accepts, read }: Argument<unknown, unknown>,
  sent: Readonly<Record<string, unknown>>,
): unknown {
  const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
  if (!isGiven(value)) {
    if (absent !== null) return absent.value;
    throw new MailglobError(missing, `${name} is required: it ${accepts}.`);
  }
  const outcome = read(value);
  if ('refused' in outcome) throw new MailglobError(outcome.refused, `${name} ${accepts}.`);
  return outcome.value;
}
