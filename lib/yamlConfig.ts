// Reads a configuration in YAML by a schema, with an error that names the line. What it may say is the schema's affair.

import { readFileSync } from 'node:fs';
import { type Document, isCollection, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { UserError } from './errors.ts';

/**
 * The configuration in a file; null where there is no such file.
 * @throws UserError with one line for each thing that is wrong
 */
export function readYamlConfig<Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema> | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The system does not say which.
    if (code === 'EISDIR') throw new UserError(`${path} is a directory: name a file`, error);
    if (code !== 'ENOENT') throw error;
    return null;
  }
  return parseYamlConfig(text, path, schema);
}

/** The same for a text that was read. */
export function parseYamlConfig<Schema extends z.ZodType>(
  text: string,
  path: string,
  schema: Schema,
): z.output<Schema> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [broken] = document.errors;
  if (broken)
    throw new UserError(`${path} line ${lines.linePos(broken.pos[0]).line}: the YAML is at fault: ${broken.message}`);
  const parsed = schema.safeParse(withoutEmpty(valuesOf(document, path)));
  if (parsed.success) return parsed.data;
  throw new UserError(
    parsed.error.issues
      .map(issue => {
        const { at, says } = explain(document, issue);
        return `${path} line ${lines.linePos(at).line}: ${says}`;
      })
      .join('\n'),
  );
}

/** The values of a document; aliases that multiply are refused, and those of nothing. */
function valuesOf(document: Document, path: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 10 });
  } catch (error) {
    throw new UserError(`${path}: write its values out instead of using aliases (*name)`, error);
  }
}

/** A heading with nothing below it, or with nothing but comments, counts as left out. */
function withoutEmpty(value: unknown): unknown {
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, setting]) => setting !== null));
}

/** Where an issue is in the text, and what is wrong there. */
function explain(document: Document, issue: z.core.$ZodIssue): { at: number; says: string } {
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const where = issue.path.length > 0 ? `${nameOf(issue.path)} has no` : 'there is no';
    return { at: offsetOf(document, [...issue.path, key]), says: `${where} setting '${key}'` };
  }
  const isMissing = issue.path.length > 0 && (document.getIn(issue.path) ?? null) === null;
  const says = isMissing
    ? `${nameOf(issue.path)} is missing${hintFor(issue)}`
    : `${nameOf(issue.path)} ${wordsFor(issue)}`;
  return { at: offsetOf(document, issue.path), says: says.trim() };
}

const wordsFor = ({ code, message }: z.core.$ZodIssue): string =>
  code === 'invalid_type' && message.startsWith('Invalid input: expected ')
    ? `must be ${message
        .slice('Invalid input: expected '.length)
        .replace(/, received.*/, '')
        .replace('array', 'a list')
        .replace('object', 'a block of settings')}`
    : message;

/** A setting that may not be left out can say why; the library's own words add nothing. */
const hintFor = ({ message }: z.core.$ZodIssue): string => (message.startsWith('Invalid input') ? '' : `: ${message}`);

const nameOf = (path: readonly PropertyKey[]): string =>
  path.length === 0
    ? 'the file'
    : path
        .map((part, i) => (typeof part === 'number' ? `[${part + 1}]` : `${i > 0 ? '.' : ''}${String(part)}`))
        .join('');

/** Offset of the setting of a path, or of the nearest thing around it that is there. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  let node: unknown = document.contents;
  let at = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const part of path) {
    if (!isCollection(node)) break;
    const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === part) : undefined;
    const next: unknown = pair ? pair.value : node.get(part, true);
    const seen = pair ? pair.key : next;
    if (!isNode(seen)) break;
    at = seen.range?.[0] ?? at;
    node = next;
  }
  return at;
}
