// Number formats of spreadsheets (ECMA-376 part 1, 18.8.30 and 18.8.31): a number -> text as the cell shows it, as far as
// words go. Dates and times are written as ISO 8601 does, whatever order the format has.

/** Built-in formats by number; those of dates are the same in every language as far as what they hold. */
const builtIn: Readonly<Record<number, string>> = {
  ...{ 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 9: '0%', 10: '0.00%', 11: '0.00E+00', 12: '# ?/?', 13: '# ??/??' },
  ...{
    14: 'yyyy-mm-dd',
    15: 'd-mmm-yy',
    16: 'd-mmm',
    17: 'mmm-yy',
    18: 'h:mm',
    19: 'h:mm:ss',
    20: 'h:mm',
    21: 'h:mm:ss',
  },
  ...{ 22: 'yyyy-mm-dd h:mm', 37: '#,##0', 38: '#,##0', 39: '#,##0.00', 40: '#,##0.00' },
  ...{
    41: '#,##0',
    42: '#,##0',
    43: '#,##0.00',
    44: '#,##0.00',
    45: 'mm:ss',
    46: '[h]:mm:ss',
    47: 'mm:ss',
    48: '##0.0E+0',
  },
  ...{ 27: 'yyyy-mm-dd', 28: 'yyyy-mm-dd', 29: 'yyyy-mm-dd', 30: 'yyyy-mm-dd', 31: 'yyyy-mm-dd', 36: 'yyyy-mm-dd' },
  ...{ 32: 'h:mm', 33: 'h:mm:ss', 34: 'h:mm', 35: 'h:mm:ss', 50: 'yyyy-mm-dd', 51: 'yyyy-mm-dd', 52: 'yyyy-mm-dd' },
  ...{ 53: 'yyyy-mm-dd', 54: 'yyyy-mm-dd', 55: 'yyyy-mm-dd', 56: 'yyyy-mm-dd', 57: 'yyyy-mm-dd', 58: 'yyyy-mm-dd' },
};

interface NumberFormat {
  readonly kind: 'general' | 'text' | 'date' | 'time' | 'dateTime' | 'duration' | 'number';
  readonly decimals: number;
  /** Digits before the point, at least. */
  readonly digits: number;
  readonly isPercent: boolean;
  readonly hasGroups: boolean;
  readonly isScientific: boolean;
  /** Words and signs of money around the number. */
  readonly prefix: string;
  readonly suffix: string;
}

const general: NumberFormat = {
  kind: 'general',
  decimals: 0,
  digits: 0,
  isPercent: false,
  hasGroups: false,
  isScientific: false,
  prefix: '',
  suffix: '',
};

/** A quoted text, an escaped character, a bracket, padding, or one mark. */
const token = /"([^"]*)"|\\(.)|\[([^\]]*)\]|[_*].|(.)/gs;

interface Section {
  /** The marks that mean something, without words. */
  readonly marks: string;
  /** Words before the first digit, and after the last one. */
  readonly prefix: string;
  readonly suffix: string;
}

/** The first section of a format: the others are for negative numbers, zero and text. */
function firstSection(code: string): Section {
  let marks = '';
  let prefix = '';
  let suffix = '';
  const word = (text: string) => {
    if (/[0#?]/.test(marks)) suffix += text;
    else prefix += text;
  };
  for (const [, quoted, escaped, bracket, mark] of code.matchAll(token)) {
    if (mark === ';') break;
    if (mark !== undefined) {
      marks += mark;
      if (/[0#?]/.test(mark)) suffix = '';
      // Signs of money stand without quotes too; brackets and signs say how a negative number looks.
      else if (/[^\w.,%/()+\-:@ ]/.test(mark)) word(mark);
    } else if (bracket === undefined) word(quoted ?? escaped ?? ' ');
    else if (/^(?:h+|m+|s+)$/i.test(bracket)) marks += elapsed;
    // The sign of money that a bracket names: `[$€-407]`.
    else word(/^\$([^-]*)/.exec(bracket)?.[1] ?? '');
  }
  const bare = (text: string) =>
    text
      .replace(/[()+-]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  return { marks, prefix: bare(prefix), suffix: bare(suffix) };
}

/** Stands for hours, minutes or seconds that run on past a day. */
const elapsed = '\u0001';

function parseFormat(code: string): NumberFormat {
  const { marks: written, prefix, suffix } = firstSection(code);
  const marks = written.replace(/am\/pm|a\/p/gi, '').toLowerCase();
  if (/^\s*(?:general|standard)?\s*$/.test(marks)) return general;
  if (marks.includes('@')) return { ...general, kind: 'text' };
  if (marks.includes(elapsed)) return { ...general, kind: 'duration' };
  const letters = marks.replace(/general/g, '').replace(/e[+-]/g, '');
  const hasTime = /[hs]/.test(letters);
  const hasDate = /[ydeg]/.test(letters) || (/m/.test(letters) && !hasTime);
  if (hasDate || hasTime) return { ...general, kind: hasDate ? (hasTime ? 'dateTime' : 'date') : 'time' };
  // A fraction is no clearer than the number.
  if (!/[0#?]/.test(marks) || marks.includes('/')) return general;
  const [whole = '', fraction = ''] = marks.split('.', 2);
  return {
    kind: 'number',
    decimals: Math.min(20, /^[0#?]*/.exec(fraction)?.[0].length ?? 0),
    digits: Math.min(30, whole.match(/0/g)?.length ?? 0),
    isPercent: marks.includes('%'),
    hasGroups: /[0#?],[0#?]/.test(marks),
    isScientific: /e[+-]/.test(marks),
    prefix,
    suffix,
  };
}

const two = (value: number): string => String(value).padStart(2, '0');

function timeText(seconds: number): string {
  const whole = Math.round(seconds);
  const text = `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}`;
  return whole % 60 === 0 ? text : `${text}:${two(whole % 60)}`;
}

/** The last day that spreadsheets know: 31 December 9999. */
const lastDay = 2_958_465;

/** Days since the end of 1899 (or 1904), and a part of a day, as a date. Null for what no calendar has. */
function dateText(serial: number, kind: 'date' | 'time' | 'dateTime', is1904: boolean): string | null {
  const value = is1904 ? serial + 1462 : serial;
  if (!(value >= 0 && value < lastDay + 1)) return null;
  let days = Math.floor(value);
  let seconds = Math.round((value - days) * 86_400);
  if (seconds === 86_400) {
    days++;
    seconds = 0;
  }
  if (kind === 'time' && days === 0) return timeText(seconds);
  // Day 60 is the 29 February 1900 that never was; days before it are counted one later.
  const epoch = Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const day = new Date(epoch + days * 86_400_000).toISOString().slice(0, 10);
  return kind === 'date' || seconds === 0 ? day : `${day} ${timeText(seconds)}`;
}

/** A number as a cell without a format shows it: fifteen digits. */
const generalText = (value: number): string => {
  const text = String(Number(value.toPrecision(15)));
  return text.includes('e') ? text.toUpperCase() : text;
};

/** Rounded as spreadsheets do: by the decimal digits of the number, of which there are fifteen. */
function fixed(size: number, decimals: number): string {
  const digits = String(Number(size.toPrecision(15)));
  if (digits.includes('e') || decimals > 10) return size.toFixed(decimals);
  return Number(`${Math.round(Number(`${digits}e${decimals}`))}e-${decimals}`).toFixed(decimals);
}

function numberText(value: number, format: NumberFormat): string {
  const { decimals, digits, isPercent, hasGroups, isScientific, prefix, suffix } = format;
  const scaled = isPercent ? value * 100 : value;
  const size = Math.abs(scaled);
  let text: string;
  if (isScientific) text = size.toExponential(decimals).toUpperCase();
  else if (size >= 1e21) text = generalText(size);
  else {
    const [whole = '', fraction] = fixed(size, decimals).split('.');
    const padded = whole.padStart(digits, '0');
    text = `${hasGroups ? grouped(padded) : padded}${fraction === undefined ? '' : `.${fraction}`}`;
  }
  const sign = scaled < 0 && /[1-9]/.test(text) ? '-' : '';
  return [prefix, `${sign}${text}${isPercent ? '%' : ''}`, suffix].filter(part => part !== '').join(' ');
}

const grouped = (whole: string): string => whole.replace(/\B(?=(?:\d{3})+$)/g, ',');

/** What a format may have; Excel takes 255. */
const longestCode = 500;

export interface CellFormats {
  /** @param style index into the cell styles */
  show(value: number, style: number): string;
}

/**
 * @param formatIds number of the format of each cell style
 * @param custom the document's own formats by number
 */
export function cellFormats(
  formatIds: readonly number[],
  custom: ReadonlyMap<number, string>,
  is1904: boolean,
): CellFormats {
  const parsed = new Map<number, NumberFormat>();
  const formatOf = (style: number): NumberFormat => {
    const id = formatIds[style] ?? 0;
    let format = parsed.get(id);
    if (format === undefined) {
      format = parseFormat((custom.get(id) ?? builtIn[id] ?? '').slice(0, longestCode));
      parsed.set(id, format);
    }
    return format;
  };
  return {
    show(value, style) {
      const format = formatOf(style);
      const { kind } = format;
      if (kind === 'number') return numberText(value, format);
      if (kind === 'duration') return timeText(value * 86_400);
      if (kind === 'date' || kind === 'time' || kind === 'dateTime')
        return dateText(value, kind, is1904) ?? generalText(value);
      return generalText(value);
    },
  };
}
