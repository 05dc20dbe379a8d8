import { traceError } from '../../lib/log.ts';

describe('traceError', () => {
  it('gives class, code and frames, and nothing of messages', () => {
    class LostError extends Error {
      override name = 'LostError';
      code = 'ENOENT';
      path = 'secret';
    }
    const trace = traceError(
      new LostError('secret\n    at secret (secret.ts:1:1)', { cause: new RangeError('secret') }),
    );
    expect(trace).toMatchObject({
      name: 'LostError',
      code: 'ENOENT',
      cause: { name: 'RangeError', code: null, cause: null },
    });
    expect(trace.at[0]).toMatch(/^at .*log\.test\.ts/);
    expect(trace.cause?.at[0]).toMatch(/^at .*log\.test\.ts/);
    expect(JSON.stringify(trace)).not.toContain('secret');
  });

  it('leaves out names and codes that are sentences', () => {
    const error = Object.assign(new Error('x'), { name: 'a secret name', code: 'a secret code' });
    expect(traceError(error)).toMatchObject({ name: 'Error', code: null });
  });

  it('ends for causes without end', () => {
    const error = new Error('x');
    error.cause = error;
    expect(traceError(error).cause?.cause?.cause?.cause).toBeNull();
  });

  it.each([
    ['text', 'string'],
    [undefined, 'undefined'],
    [null, 'object'],
  ])('%j is only a type', (thrown, name) => {
    expect(traceError(thrown)).toEqual({ name, code: null, at: [], cause: null });
  });
});
