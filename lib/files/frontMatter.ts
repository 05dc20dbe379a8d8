// YAML at the head of a Markdown file: its title, tags and date. What it cannot read counts as none.

import { parseDocument } from 'yaml';
import { limits } from '../limits.ts';

export interface FrontMatter {
  /** As written, without the lines of dashes. */
  readonly source: string;
  /** Where the body begins. */
  readonly end: number;
  readonly title: string | null;
  readonly tags: readonly string[];
  /** A day or an instant with `Z`. */
  readonly date: string | null;
}

const firstLine = /^---[ \t]*\r?\n/;
const lastLine = /^(?:---|\.\.\.)[ \t]*$/m;

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;

function tagsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(one => textOf(one) ?? []);
  const text = textOf(value);
  if (text === null) return [];
  // A list in one string: parted by commas, else by blanks.
  return text.split(text.includes(',') ? ',' : /\s+/).map(tag => tag.trim());
}

/** `2024-03-15`, with a time or without; days and months of one digit; slashes and points too, years first. */
const datePattern =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[Tt \t]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?[ \t]*(Z|z|[+-]\d{1,2}(?::?\d{2})?)?)?$/;

function offsetMinutes(zone: string | undefined): number {
  if (zone === undefined || /^z$/i.test(zone)) return 0;
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** A date as front matter has it; null for what is none. A time without a zone is taken for UTC. */
export function readDate(value: unknown): string | null {
  const match = datePattern.exec(textOf(value)?.trim() ?? '');
  if (match === null) return null;
  const [year, month, day, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(part => Number(part ?? 0));
  const at = Date.UTC(year as number, (month as number) - 1, day as number);
  const isDay = new Date(at).getUTCDate() === day && (month as number) <= 12;
  if (!isDay || hour > 23 || minute > 59 || second > 60) return null;
  if (match[4] === undefined) return new Date(at).toISOString().slice(0, 10);
  const instant = at + ((hour * 60 + minute - offsetMinutes(match[7])) * 60 + second) * 1000;
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}

/** Null where the text does not begin with it. */
export function readFrontMatter(text: string): FrontMatter | null {
  const start = firstLine.exec(text)?.[0].length;
  if (start === undefined) return null;
  const head = text.slice(start, start + limits.frontMatterCharacters.value);
  const close = lastLine.exec(head);
  if (close === null) return null;
  const source = head.slice(0, close.index);
  const end = start + close.index + close[0].length;
  let fields: unknown = null;
  try {
    const document = parseDocument(source, { schema: 'failsafe', logLevel: 'silent', uniqueKeys: false });
    fields = document.toJS({ maxAliasCount: 20 });
  } catch {
    // Not YAML; it is text all the same.
  }
  const map =
    typeof fields === 'object' && fields !== null ? new Map(Object.entries(fields)) : new Map<string, unknown>();
  const field = (...names: readonly string[]): unknown => {
    for (const [key, value] of map) if (names.includes(key.toLowerCase())) return value;
    return undefined;
  };
  return {
    source,
    end,
    title: textOf(field('title')),
    tags: [...tagsOf(field('tags', 'tag'))].filter(tag => tag !== ''),
    date: readDate(field('date')),
  };
}
