// What an API key looks like: `mg_`, 256 random bits, and a checksum by which one that was cut or mistyped, or a text
// that is none, is told without a look-up, and by which scanners for leaked secrets find it. Only letters and digits
// after the prefix, so that a double click selects it whole.

import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const apiKeyPrefix = 'mg_';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = BigInt(alphabet.length);
const randomBytesOfKey = 32;
/** 62 to the power of 43 is the first that is more than 2 to the power of 256. */
const randomLength = 43;
const checksumLength = 6;
const form = new RegExp(`^${apiKeyPrefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

function inBase62(value: bigint, length: number): string {
  let digits = '';
  for (let left = value; digits.length < length; left /= base) digits = alphabet.charAt(Number(left % base)) + digits;
  return digits;
}

const checksumOf = (text: string): string => inBase62(BigInt(crc32(text)), checksumLength);

/** A new key of 52 characters. It is shown once; what is kept of it is digestOfKey(). */
export function makeApiKey(): string {
  const random = inBase62(BigInt(`0x${randomBytes(randomBytesOfKey).toString('hex')}`), randomLength);
  return `${apiKeyPrefix}${random}${checksumOf(apiKeyPrefix + random)}`;
}

/** Whether a text has the form of a key and the right checksum; whether there is such a key, a look-up tells. */
export const isApiKey = (text: string): boolean =>
  form.test(text) && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength);

/** Hex SHA-256 of a key: the form in which keys are stored and looked up. With 256 random bits it needs no salt. */
export const digestOfKey = (key: string): string => createHash('sha256').update(key).digest('hex');
