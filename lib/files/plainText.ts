// Plain text and tables of separated values.

import type { Draft } from './draft.ts';

/** Lines of a text, however they end, one by one: a list of all of them may be many times the text. */
export function* linesOf(text: string): Generator<string> {
  const end = /\r\n?|\n|\f/g;
  let at = 0;
  for (let match = end.exec(text); match !== null; match = end.exec(text)) {
    yield text.slice(at, match.index);
    at = end.lastIndex;
  }
  yield text.slice(at);
}

/** Text as it is. */
export function readText(text: string, draft: Draft): void {
  for (const line of linesOf(text)) draft.verbatim(line);
}

const separators = [',', ';', '\t', '|'];

/** The separator that the first line has most of, outside of quotes. */
function separatorOf(text: string): string {
  const line =
    text
      .slice(0, 10_000)
      .split(/[\r\n]/, 1)[0]
      ?.replace(/"[^"]*"/g, '') ?? '';
  const count = (separator: string) => line.split(separator).length;
  return separators.reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}

/** A table of separated values (RFC 4180): a line a row, its fields parted by tabs. */
export function readTable(text: string, draft: Draft, fixedSeparator?: string): void {
  const separator = fixedSeparator ?? separatorOf(text);
  const end = new RegExp(`[${separator === '|' ? '|' : separator}\r\n]`, 'g');
  const endFrom = (at: number): number => {
    end.lastIndex = at;
    return end.test(text) ? end.lastIndex - 1 : text.length;
  };
  let fields: string[] = [];
  const endRow = () => {
    if (fields.some(value => value !== '')) draft.line(fields.join('\t'));
    fields = [];
  };
  for (let at = 0; at < text.length; ) {
    let stop = endFrom(at);
    if (text.charAt(at) === '"') {
      let close = text.indexOf('"', at + 1);
      while (close >= 0 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2);
      // A quote that is never closed is a character like others.
      if (close >= 0) {
        fields.push(
          text
            .slice(at + 1, close)
            .replaceAll('""', '"')
            .replace(/\s+/g, ' ')
            .trim(),
        );
        stop = endFrom(close + 1);
      } else fields.push(text.slice(at + 1, stop).trim());
    } else fields.push(text.slice(at, stop).trim());
    if (text.charAt(stop) !== separator) endRow();
    at = stop + 1;
  }
  endRow();
}
