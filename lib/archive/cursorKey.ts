// The secret that a local archive signs its cursors with: made once, kept in the archive itself.

import { randomBytes } from 'node:crypto';
import { settingKey } from './keys.ts';
import type { Store } from './ports.ts';

/** The archive's own cursor key, 32 bytes; made by whoever asks first. */
export async function cursorKeyOf(store: Store): Promise<Uint8Array> {
  const key = settingKey('cursorKey');
  const [found] = await store.get([key]);
  if (found) return Buffer.from(found.data, 'base64');
  const data = randomBytes(32).toString('base64');
  if (await store.putIfAbsent({ ...key, data })) return Buffer.from(data, 'base64');
  const [first] = await store.get([key]);
  return Buffer.from(first?.data ?? data, 'base64');
}
