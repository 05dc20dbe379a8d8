// A calendar (RFC 5545) -> its text: a chunk for each event or task, under its summary.

import { decoderOf } from '../mail/charsets.ts';
import { decodeQuotedPrintable } from '../mail/transferEncoding.ts';
import type { Draft } from './draft.ts';
import { broken } from './readingEnd.ts';

/** Properties of calendars that are there for programs. */
const forPrograms =
  /^(?:BEGIN|END|UID|DTSTAMP|PRODID|VERSION|CALSCALE|METHOD|SEQUENCE|CREATED|LAST-MODIFIED|TRANSP|CLASS|STATUS|PRIORITY|RRULE|EXDATE|RDATE|TZ.*|ACTION|TRIGGER|X-(?!ALT-DESC|WR-CALNAME|WR-CALDESC).*)$/;
const property = /^([A-Za-z0-9-]{1,60})((?:;(?:[^":;]|"[^"]*")*)*):(.*)$/s;

/** `20240315T093000Z` as ISO 8601 writes it. */
const isoTime = (value: string): string =>
  value.replace(/^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z?))?$/, (_, y, m, d, h, min, _s, z) =>
    h === undefined ? `${y}-${m}-${d}` : `${y}-${m}-${d} ${h}:${min}${z}`,
  );

/** A line of quoted-printable, as version 1.0 has it, ends where no `=` says that it goes on. */
const quotedLine = /^([A-Z-]{1,60}[^:\n]{0,200};ENCODING=QUOTED-PRINTABLE[^:\n]{0,200}:(?:[^\n]*=\n){0,1000}[^\n]*)/gim;

function decodeQuoted(parameters: string, value: string): string {
  if (!/;ENCODING=QUOTED-PRINTABLE/i.test(parameters)) return value;
  const charset = /;CHARSET="?([\w-]{1,40})/i.exec(parameters)?.[1] ?? 'utf-8';
  const decoder = decoderOf(charset) ?? decoderOf('utf-8');
  return decoder?.decode(decodeQuotedPrintable(Buffer.from(value, 'utf8'))) ?? value;
}

export function readCalendar(text: string, draft: Draft): void {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(quotedLine, line => line.replaceAll('=\n', ''))
    .replace(/\n[ \t]/g, '')
    .split('\n');
  let held: string[] = [];
  let summary: string | null = null;
  let isZone = false;
  let components = 0;
  const flush = () => {
    draft.section(summary);
    for (const line of held) draft.line(line);
    held = [];
    summary = null;
  };
  for (const line of lines) {
    const match = property.exec(line);
    if (match === null) continue;
    const [, rawName = '', parameters = '', rawValue = ''] = match;
    const name = rawName.toUpperCase();
    const value = decodeQuoted(parameters, rawValue).replace(/\\([nN,;\\])/g, (_, char: string) =>
      char.toLowerCase() === 'n' ? '\n' : char,
    );
    if (name === 'BEGIN' || name === 'END') {
      components++;
      if (/^VTIMEZONE$/i.test(value)) isZone = name === 'BEGIN';
      if (/^V(?:EVENT|TODO|JOURNAL|CALENDAR)$/i.test(value)) flush();
    } else if (isZone || forPrograms.test(name)) continue;
    else if (name === 'SUMMARY' && summary === null) summary = value;
    else {
      const person = /;CN=(?:"([^"]*)"|([^;:]*))/i.exec(parameters);
      const shown = name === 'X-ALT-DESC' ? value.replace(/<[^>]*>/g, ' ') : isoTime(value.replace(/^mailto:/i, ''));
      held.push(person === null ? shown : `${person[1] ?? person[2] ?? ''} ${shown}`);
    }
  }
  flush();
  if (components === 0) throw broken('it is no calendar');
}
