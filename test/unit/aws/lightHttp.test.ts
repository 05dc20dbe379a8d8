import fc from 'fast-check';
import * as light from '../../../lib/aws/lightHttp.ts';

/** Node's own are the model. */
const model = { Headers, Request, Response };
type Kind = typeof model | typeof light;
const kinds: [string, Kind][] = [
  ['own', light],
  ['of Node', model],
];

/** What comes of it, or that it throws. */
function outcome<T>(work: () => T): T | 'throws' {
  try {
    return work();
  } catch {
    return 'throws';
  }
}

const name = fc.oneof(fc.constantFrom('a', 'A', 'content-type', 'x-y', 'Bad Name', ''), fc.string({ unit: 'binary' }));
const value = fc.oneof(
  fc.constantFrom(' a ', 'b, c', '', '\t', 'é', '\u{1f600}', 'a\nb'),
  fc.string({ unit: 'binary' }),
);

describe('Headers', () => {
  it('is what Node has, whatever is done to it', () => {
    const step = fc.tuple(fc.constantFrom('append', 'set', 'delete', 'get', 'has'), name, value);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), steps => {
        const [own, nodes] = kinds.map(([, kind]) => {
          const headers = new kind.Headers();
          const seen = steps.map(([method, key, text]) =>
            outcome(() => {
              if (method === 'append' || method === 'set') return headers[method](key, text);
              return headers[method as 'get'](key);
            }),
          );
          return { seen, all: [...headers] };
        });
        expect(own).toEqual(nodes);
      }),
    );
  });

  it('is made from what Node makes it from', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 6 }), pairs => {
        const [own, nodes] = kinds.map(([, kind]) => outcome(() => [...new kind.Headers(pairs)]));
        expect(own).toEqual(nodes);
      }),
    );
    for (const [, kind] of kinds) {
      expect([...new kind.Headers({ B: '1', a: '2' })]).toEqual([
        ['a', '2'],
        ['b', '1'],
      ]);
    }
    expect([...new light.Headers(new light.Headers({ a: '1' }))]).toEqual([['a', '1']]);
  });
});

const bytes = Uint8Array.from([0, 255, 104, 105]);
const streamOf = () =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(bytes.slice(0, 1));
      controller.enqueue(bytes.slice(1));
      controller.close();
    },
  });

describe.each(kinds)('Request and Response %s', (_, kind) => {
  it.each([
    ['text', () => 'hü', Buffer.from('hü')],
    ['bytes', () => bytes, Buffer.from(bytes)],
    ['a stream', streamOf, Buffer.from(bytes)],
    ['nothing', () => null, Buffer.alloc(0)],
  ])('have a body of %s', async (_name, body, expected) => {
    expect(Buffer.from(await new kind.Response(body()).arrayBuffer())).toEqual(expected);
    const chunks: Uint8Array[] = [];
    for await (const chunk of new kind.Response(body()).body ?? []) chunks.push(chunk);
    expect(Buffer.concat(chunks)).toEqual(expected);
    if (body() instanceof ReadableStream) return;
    const request = new kind.Request('https://a.example/', { method: 'POST', body: body() as string });
    expect(await request.text()).toBe(new TextDecoder().decode(expected));
  });

  it('say what they are', () => {
    const request = new kind.Request('https://A.example:443/x y?q#f', { method: 'POST', headers: { A: 'b' } });
    expect([request.url, request.method, request.headers.get('a'), request.body]).toEqual([
      'https://a.example/x%20y?q#f',
      'POST',
      'b',
      null,
    ]);
    expect(new kind.Request(new URL('https://a.example')).method).toBe('GET');
    const response = new kind.Response('x', { status: 418, headers: new kind.Headers({ a: 'b' }) as Headers });
    expect([response.status, ...response.headers]).toEqual([
      418,
      ['a', 'b'],
      ['content-type', 'text/plain;charset=UTF-8'],
    ]);
    expect([...new kind.Response(bytes).headers]).toEqual([]);
    expect(response instanceof kind.Response).toBe(true);
  });

  it('carry JSON', async () => {
    const response = kind.Response.json({ a: 'ü' }, { status: 201, headers: { x: 'y' } });
    expect([response.status, ...response.headers]).toEqual([201, ['content-type', 'application/json'], ['x', 'y']]);
    expect(await response.text()).toBe('{"a":"ü"}');
    const own = kind.Response.json(1, { headers: { 'content-type': 'application/x' } });
    expect(own.headers.get('content-type')).toBe('application/x');
  });
});
