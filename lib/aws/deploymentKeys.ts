// The two secrets of a deployment as the gateway wants them: the API key that callers present, and the key that
// cursors are signed with. After a rotation the value before it goes on to be accepted, until the next one.

import { type ApiKey, digestOfKey } from '../gateway/authenticate.ts';
import { type SecretOptions, type SecretVersions, secret } from './secrets.ts';

export interface DeploymentKeys {
  /**
   * Finds the API key of a digest: the deployment's one key, which reads every account. A digest that is not known is
   * looked up in the secret as it is by now, so that a key counts from the moment it was rotated in.
   */
  findApiKey(digest: string): Promise<ApiKey | null>;
  /** The keys that cursors are signed and accepted with. */
  cursorKeys(): Promise<{ readonly current: Uint8Array; readonly previous: readonly Uint8Array[] }>;
}

export interface DeploymentKeysOptions extends Omit<SecretOptions, 'id'> {
  /** ARNs. */
  readonly apiKeySecret: string;
  readonly cursorKeySecret: string;
}

const digestsOf = ({ current, previous }: SecretVersions): string[] => [current, ...previous].map(digestOfKey);

/**
 * The keys, already on their way: both secrets are read while the function starts. A reading that fails then is tried
 * again by the request that needs it, and fails that request.
 */
export function deploymentKeys({ apiKeySecret, cursorKeySecret, ...options }: DeploymentKeysOptions): DeploymentKeys {
  const apiKey = secret({ ...options, id: apiKeySecret });
  const cursorKey = secret({ ...options, id: cursorKeySecret });
  void Promise.allSettled([apiKey.read(), cursorKey.read()]);
  return {
    async findApiKey(digest) {
      const isKnown =
        digestsOf(await apiKey.read()).includes(digest) || digestsOf(await apiKey.reread()).includes(digest);
      return isKnown ? { digest, accounts: '*', scopes: ['read'], expiresAt: null } : null;
    },
    async cursorKeys() {
      const { current, previous } = await cursorKey.read();
      return { current: Buffer.from(current), previous: previous.map(value => Buffer.from(value)) };
    },
  };
}
