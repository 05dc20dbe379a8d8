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

/** Values of the hex digits, by their code. */
const valueOfHex = new Int8Array(128);
for (const digit of '0123456789abcdefABCDEF') valueOfHex[digit.charCodeAt(0)] = Number.parseInt(digit, 16);
const dash = 0x2d;

/** 128 bits as 22 digits: the first holds two bits, so that text order is the order of the UUIDs. */
function encodeId(id: string): string {
  let out = '';
  // The first pair holds eight bits, and each further one twelve: three hex digits.
  let bits = 0;
  let missing = 2;
  for (let i = 0; i < id.length; i++) {
    const code = id.charCodeAt(i);
    if (code === dash) continue;
    bits = (bits << 4) | (valueOfHex[code] ?? 0);
    if (--missing > 0) continue;
    out += pairOfBits[bits] ?? '';
    bits = 0;
    missing = 3;
  }
  return out;
}

/** Two digits for twelve bits. */
const pairOfBits = Array.from({ length: 4096 }, (_, bits) => digits.charAt(bits >> 6) + digits.charAt(bits & 63));

/** Hex of twelve bits. */
const hexOfPair = Array.from({ length: 4096 }, (_, bits) => bits.toString(16).padStart(3, '0'));
/** The same with a dash behind the first character, and behind the second: where dashes of a UUID fall within a pair. */
const hexDashedEarly = hexOfPair.map(hex => `${hex.slice(0, 1)}-${hex.slice(1)}`);
const hexDashedLate = hexOfPair.map(hex => `${hex.slice(0, 2)}-${hex.slice(2)}`);
/** Hex of the eight bits that the first pair of an id holds. */
const hexOfFirst = hexOfPair.slice(0, 256).map(hex => hex.slice(1));

function decodeId(text: string, from: number): string {
  const bits = (i: number): number =>
    ((valueOfDigit[text.charCodeAt(from + i)] ?? 0) << 6) | (valueOfDigit[text.charCodeAt(from + i + 1)] ?? 0);
  const hex = (i: number): string => hexOfPair[bits(i)] ?? '';
  const head = `${hexOfFirst[bits(0) & 255] ?? ''}${hex(2)}${hex(4)}-${hex(6)}${hexDashedEarly[bits(8)] ?? ''}`;
  const middle = `${hexDashedLate[bits(10)] ?? ''}${hex(12)}-`;
  return `${head}${middle}${hex(14)}${hex(16)}${hex(18)}${hex(20)}`;
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
  decodeNumber(
    position.length < dateLength + characters ? position.padEnd(dateLength + characters, digits.charAt(0)) : position,
    dateLength,
    characters,
  );

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
