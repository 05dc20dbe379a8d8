import { deploymentCursorKeys } from '../../../lib/aws/deploymentCursorKeys.ts';
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

const once = { cursor: { AWSCURRENT: 'sign-1' } };
const keysOf = (service: ReturnType<typeof secretsManager>) =>
  deploymentCursorKeys({ client: service.client as never, id: 'cursor', now: () => service.now });
const bytes = (text: string) => Buffer.from(text);

describe('the cursor keys', () => {
  it('are the one that holds and the one before it', async () => {
    const service = secretsManager({ cursor: { AWSCURRENT: 'sign-2', AWSPREVIOUS: 'sign-1' } });
    expect(await keysOf(service)()).toEqual({ current: bytes('sign-2'), previous: [bytes('sign-1')] });
  });

  it('are read once for many requests at a time', async () => {
    const service = secretsManager(structuredClone(once));
    const keys = keysOf(service);
    await Promise.all(Array.from({ length: 20 }, () => keys()));
    // Both versions.
    expect(service.calls).toBe(2);
  });

  it('are read again after a while, and go on to be known while Secrets Manager is away', async () => {
    const service = secretsManager(structuredClone(once));
    const keys = keysOf(service);
    await keys();
    service.values.cursor = { AWSCURRENT: 'sign-2', AWSPREVIOUS: 'sign-1' };
    expect((await keys()).current).toEqual(bytes('sign-1'));
    service.now += limits.secretMilliseconds.value;
    expect((await keys()).current).toEqual(bytes('sign-2'));
    service.fails = true;
    service.now += limits.secretMilliseconds.value * 2;
    expect((await keys()).current).toEqual(bytes('sign-2'));
  });

  it('are missed by the request that needs them, and found by the next once they are there', async () => {
    const service = secretsManager({});
    const keys = keysOf(service);
    await expect(keys()).rejects.toThrow();
    service.values.cursor = { AWSCURRENT: 'sign-1' };
    expect(await keys()).toEqual({ current: bytes('sign-1'), previous: [] });
  });

  it('are refused where they are empty', async () => {
    await expect(keysOf(secretsManager({ cursor: { AWSCURRENT: '' } }))()).rejects.toThrow(/empty/);
  });
});
