// A position: the sort key of everything that is answered by date. Its byte order is the one total order of the
// archive: instant, then message id ascending, then attachment number descending, so that reading a partition
// backwards gives newest first, message id descending, attachments of one message in message order.

/** 64 characters in ascending order of their bytes. */
const digits = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const valueOfDigit = new Int8Array(128).fill(-1);
for (let i = 0; i < 64; i++) valueOfDigit[digits.charCodeAt(i)] = i;

/** Characters of the instant that a position begins with. */
export const dateLength = 8;
const idLength = 22;
const numberLength = 2;
/** Characters of every position. */
export const positionLength = dateLength + idLength + numberLength;

/** Added to an instant so that every one JavaScript can hold is positive in 48 bits: -8.64e15 is far beyond, so clamped. */
const earliest = -(2 ** 47);
const latest = 2 ** 47 - 1;
const lastNumber = 64 ** numberLength - 1;

export interface Position {
  /** Epoch milliseconds, clamped to the years -2490 to 6429. */
  readonly at: number;
  /** A UUID in lower case. */
  readonly id: string;
  /** Number of a part within its message, 0 to 4095. */
  readonly number: number;
}

/** A whole number, 0 to below 64 to the power of `length`, in so many digits: text order is that of the numbers. */
export function encodeNumber(value: number, length: number): string {
  let out = '';
  let rest = value;
  for (let i = 0; i < length; i++) {
    out = digits.charAt(rest % 64) + out;
    rest = Math.floor(rest / 64);
  }
  return out;
}

/** The number that encodeNumber() wrote at a place of a text. */
export function decodeNumber(text: string, from: number, length: number): number {
  let out = 0;
  for (let i = from; i < from + length; i++) out = out * 64 + (valueOfDigit[text.charCodeAt(i)] ?? -1);
  return out;
}

/** 128 bits as 22 digits: the first holds two bits, so that text order is the order of the UUIDs. */
function encodeId(id: string): string {
  const hex = id.replaceAll('-', '');
  let out = pairOfBits[Number.parseInt(hex.slice(0, 2), 16)] ?? '';
  // 2 + 21 * 6 bits: behind the first eight, three hex digits (12 bits) are two digits.
  for (let from = 2; from < 32; from += 3) out += pairOfBits[Number.parseInt(hex.slice(from, from + 3), 16)] ?? '';
  return out;
}

/** Two digits for twelve bits. */
const pairOfBits = Array.from({ length: 4096 }, (_, bits) => digits.charAt(bits >> 6) + digits.charAt(bits & 63));

/** Hex of twelve bits. */
const hexOfPair = Array.from({ length: 4096 }, (_, bits) => bits.toString(16).padStart(3, '0'));

function decodeId(text: string, from: number): string {
  const pair = (i: number): string => {
    const high = valueOfDigit[text.charCodeAt(from + i)] ?? 0;
    return hexOfPair[(high << 6) | (valueOfDigit[text.charCodeAt(from + i + 1)] ?? 0)] ?? '';
  };
  // The first pair holds eight bits.
  let hex = pair(0).slice(1);
  for (let i = 2; i < idLength; i += 2) hex += pair(i);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The 32-character sort key of a position. */
export function encodePosition({ at, id, number }: Position): string {
  return startOf(at) + encodeId(id) + encodeNumber(lastNumber - number, numberLength);
}

/** The position of a sort key that encodePosition() made. */
export function decodePosition(text: string): Position {
  return {
    at: decodeNumber(text, 0, dateLength) + earliest,
    id: decodeId(text, dateLength),
    number: lastNumber - decodeNumber(text, dateLength + idLength, numberLength),
  };
}

/** The instant of a sort key, in epoch milliseconds. */
export const instantOf = (position: string): number => decodeNumber(position, 0, dateLength) + earliest;

/** The first so many characters of a position's id as a number, at least two; what is missing of a bound counts as 0. */
export const idStartOf = (position: string, characters: number): number =>
  decodeNumber(position.padEnd(dateLength + characters, digits.charAt(0)), dateLength, characters);

/** A bound made by startOf(), and behind it the characters that idStartOf() gives a number for. */
export const withIdStart = (start: string, number: number, characters: number): string =>
  number === 0 ? start : start + encodeNumber(number, characters);

/** The lowest text that no position of an earlier instant reaches: a bound for ranges. */
export const startOf = (at: number): string =>
  encodeNumber(Math.min(latest, Math.max(earliest, Math.trunc(at))) - earliest, dateLength);

/** Whether a text has the form of a position. */
export function isPosition(text: string): boolean {
  if (text.length !== positionLength) return false;
  for (let i = 0; i < text.length; i++) if ((valueOfDigit[text.charCodeAt(i)] ?? -1) < 0) return false;
  return true;
}
