// Cursors: a position in the archive's order, signed with a secret of the deployment and bound to the question it
// answers. Nothing of the question can be read from one, and none is stored.

import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import { MailglobError } from '../errors.ts';
import { limits } from '../limits.ts';

/** Secrets cursors are signed with: the newest signs, older ones are still accepted. At least 32 bytes each. */
export interface CursorKeys {
  readonly current: Uint8Array;
  readonly previous: readonly Uint8Array[];
}

/** Where a page begins: behind this bound in the order asked, after so many further rows that match. */
export interface CursorPlace {
  readonly behind: string;
  /** Rows still to be passed over: what an offset had left when a budget ended. */
  readonly skip: number;
}

const version = 1;
const bindingLength = 12;
const signatureLength = 16;

/** Digest of everything a cursor is bound to; `question` must name its fields in a fixed order. */
export const bindingOf = (question: unknown): Uint8Array =>
  hash('sha256', JSON.stringify(question), 'buffer').subarray(0, bindingLength);

/** Made once for each secret: it takes five times what signing does. */
const keyObjects = new WeakMap<Uint8Array, KeyObject>();

function keyOf(secret: Uint8Array): KeyObject {
  let key = keyObjects.get(secret);
  if (!key) {
    key = createSecretKey(secret);
    keyObjects.set(secret, key);
  }
  return key;
}

const sign = (secret: Uint8Array, content: Uint8Array): Uint8Array =>
  createHmac('sha256', keyOf(secret)).update(content).digest().subarray(0, signatureLength);

/** A cursor of at most 512 URL-safe characters. */
export function sealCursor(keys: CursorKeys, binding: Uint8Array, { behind, skip }: CursorPlace): string {
  const head = Buffer.alloc(3);
  head.writeUInt8(version, 0);
  head.writeUInt16BE(skip, 1);
  const content = Buffer.concat([head, binding, Buffer.from(behind)]);
  return Buffer.concat([content, sign(keys.current, content)]).toString('base64url');
}

/**
 * Reads a cursor back.
 * @throws MailglobError 52001 where this deployment did not issue it, 52002 where it was issued for another question.
 */
export function openCursor(keys: CursorKeys, binding: Uint8Array, cursor: string): CursorPlace {
  const bytes = Buffer.from(cursor, 'base64url');
  const content = bytes.subarray(0, -signatureLength);
  const signature = bytes.subarray(-signatureLength);
  const genuine =
    cursor.length <= limits.cursorCharacters.value &&
    bytes.toString('base64url') === cursor &&
    content.length > 3 + bindingLength &&
    [keys.current, ...keys.previous].some(key => timingSafeEqual(sign(key, content), signature));
  if (!genuine || content.readUInt8(0) !== version) {
    throw new MailglobError(
      52001,
      'cursor is not one this deployment issued; pass the one that came with the page before, as it came, or leave it out',
    );
  }
  if (!content.subarray(3, 3 + bindingLength).equals(binding)) {
    throw new MailglobError(
      52002,
      'cursor was issued for other arguments; repeat the arguments of the page it came with, or leave it out',
    );
  }
  return { behind: content.toString('utf8', 3 + bindingLength), skip: content.readUInt16BE(1) };
}
