import { deploymentKeys } from '../../../lib/aws/deploymentKeys.ts';
import { digestOfKey } from '../../../lib/gateway/authenticate.ts';
import { limits } from '../../../lib/limits.ts';

type Stage = 'AWSCURRENT' | 'AWSPREVIOUS';

/** Secrets Manager as far as it is asked, with a clock of its own. */
function secretsManager(values: Record<string, Partial<Record<Stage, string>>>) {
  const service = {
    values,
    now: 0,
    fails: false,
    calls: 0,
    client: {
      send: async ({ input }: { input: { SecretId?: string; VersionStage?: string } }) => {
        service.calls++;
        await new Promise(resolve => setImmediate(resolve));
        if (service.fails) throw new Error('Secrets Manager is away');
        const SecretString = service.values[input.SecretId ?? '']?.[input.VersionStage as Stage];
        if (SecretString === undefined) throw Object.assign(new Error('none'), { name: 'ResourceNotFoundException' });
        return { SecretString };
      },
    },
  };
  return service;
}

const both = { api: { AWSCURRENT: 'key-1' }, cursor: { AWSCURRENT: 'sign-1' } };
const keysOf = (service: ReturnType<typeof secretsManager>) =>
  deploymentKeys({
    client: service.client as never,
    apiKeySecret: 'api',
    cursorKeySecret: 'cursor',
    now: () => service.now,
  });

describe('the API key', () => {
  it('is known by its digest, and reads every account', async () => {
    const keys = keysOf(secretsManager(structuredClone(both)));
    const digest = digestOfKey('key-1');
    expect(await keys.findApiKey(digest)).toEqual({ digest, accounts: '*', scopes: ['read'], expiresAt: null });
    expect(await keys.findApiKey(digestOfKey('key-2'))).toBeNull();
  });

  it('is accepted from the moment it was rotated in, and the one before it goes on to be', async () => {
    const service = secretsManager(structuredClone(both));
    const keys = keysOf(service);
    await keys.findApiKey(digestOfKey('key-1'));
    service.values.api = { AWSCURRENT: 'key-2', AWSPREVIOUS: 'key-1' };
    service.now += limits.secretRereadMilliseconds.value;
    expect(await keys.findApiKey(digestOfKey('key-2'))).not.toBeNull();
    expect(await keys.findApiKey(digestOfKey('key-1'))).not.toBeNull();
    service.values.api = { AWSCURRENT: 'key-3', AWSPREVIOUS: 'key-2' };
    service.now += limits.secretMilliseconds.value;
    expect(await keys.findApiKey(digestOfKey('key-1'))).toBeNull();
  });

  it('is not read for every key that a stranger makes up', async () => {
    const service = secretsManager(structuredClone(both));
    const keys = keysOf(service);
    await keys.findApiKey(digestOfKey('x'));
    const { calls } = service;
    for (let i = 0; i < 50; i++) await keys.findApiKey(digestOfKey(`x${i}`));
    expect(service.calls).toBe(calls);
  });

  it('goes on to be known while Secrets Manager is away', async () => {
    const service = secretsManager(structuredClone(both));
    const keys = keysOf(service);
    await keys.findApiKey(digestOfKey('key-1'));
    service.fails = true;
    service.now += limits.secretMilliseconds.value * 2;
    expect(await keys.findApiKey(digestOfKey('key-1'))).not.toBeNull();
  });

  it('is missed by the request that needs it, and found by the next once it is there', async () => {
    const service = secretsManager({ cursor: { AWSCURRENT: 'sign-1' } });
    const keys = keysOf(service);
    await expect(keys.findApiKey(digestOfKey('key-1'))).rejects.toThrow();
    service.values.api = { AWSCURRENT: 'key-1' };
    expect(await keys.findApiKey(digestOfKey('key-1'))).not.toBeNull();
  });

  it('is refused where it is empty', async () => {
    await expect(keysOf(secretsManager({ api: { AWSCURRENT: '' } })).findApiKey(digestOfKey(''))).rejects.toThrow(
      /empty/,
    );
  });
});

describe('the cursor keys', () => {
  it('are the one that holds and the one before it', async () => {
    const service = secretsManager({ ...both, cursor: { AWSCURRENT: 'sign-2', AWSPREVIOUS: 'sign-1' } });
    expect(await keysOf(service).cursorKeys()).toEqual({
      current: Buffer.from('sign-2'),
      previous: [Buffer.from('sign-1')],
    });
  });

  it('are read once for many requests at a time', async () => {
    const service = secretsManager(structuredClone(both));
    const keys = keysOf(service);
    await Promise.all(Array.from({ length: 20 }, () => keys.cursorKeys()));
    // Both versions of both secrets.
    expect(service.calls).toBe(4);
  });
});
