// The key that a deployment signs its cursors with, as the gateway wants it. After a rotation the value before it goes on
// to be accepted, until the next one.

import { type SecretOptions, secret } from './secrets.ts';

/** The newest signs; older ones are still accepted. */
export interface SigningKeys {
  readonly current: Uint8Array;
  readonly previous: readonly Uint8Array[];
}

/**
 * Gives the keys that cursors are signed and accepted with, already on their way: the secret is read while the function
 * starts. A reading that fails then is tried again by the request that needs it, and fails that request.
 */
export function deploymentCursorKeys(options: SecretOptions): () => Promise<SigningKeys> {
  const key = secret(options);
  void key.read().catch(() => {});
  return async () => {
    const { current, previous } = await key.read();
    return { current: Buffer.from(current), previous: previous.map(value => Buffer.from(value)) };
  };
}
