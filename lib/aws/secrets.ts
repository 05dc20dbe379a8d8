// A secret of the deployment, kept in Secrets Manager: read when it is first needed, cached, and read again so that a
// rotation is noticed. What the secret is for is not known here, and its value is in no error and no log.

import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { limits } from '../limits.ts';

/** The value that holds now and, after a rotation, the one before it, which is still accepted. */
export interface SecretVersions {
  readonly current: string;
  readonly previous: readonly string[];
}

export interface Secret {
  /** The versions, at most `limits.secretMilliseconds` old unless Secrets Manager fails to answer. */
  read(): Promise<SecretVersions>;
}

export interface SecretOptions {
  readonly client: Pick<SecretsManagerClient, 'send'>;
  /** ARN or name. */
  readonly id: string;
  /** Milliseconds, as performance.now(). */
  readonly now?: () => number;
}

/**
 * A secret. Calls at the same time share one reading; a reading that fails is not kept, and where an earlier one
 * succeeded its versions go on to be used.
 */
export function secret({ client, id, now = () => performance.now() }: SecretOptions): Secret {
  let known: SecretVersions | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<SecretVersions> | undefined;

  async function readNow(): Promise<SecretVersions> {
    try {
      const [current, previous] = await Promise.all([
        readVersion(client, id, 'AWSCURRENT'),
        readVersion(client, id, 'AWSPREVIOUS').catch(ignoreMissing),
      ]);
      if (!current) throw new Error('a secret of the deployment is empty');
      known = { current, previous: previous ? [previous] : [] };
    } catch (error) {
      if (!known) throw error;
    } finally {
      reading = undefined;
    }
    readAt = now();
    return known;
  }

  return {
    read: async () => {
      if (known && now() - readAt < limits.secretMilliseconds.value) return known;
      reading ??= readNow();
      return reading;
    },
  };
}

async function readVersion(client: SecretOptions['client'], SecretId: string, VersionStage: string) {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId, VersionStage }));
  return SecretString;
}

/** A secret that was never rotated has no previous version. */
function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined;
  throw error;
}
