import fc from 'fast-check';
import { type HttpEvent, requestOf, resultOf } from '../../../lib/aws/lambdaHttp.ts';

const eventOf = (
  fields: Partial<HttpEvent> & { readonly method?: string; readonly domainName?: string } = {},
): HttpEvent => ({
  rawPath: '/mcp',
  rawQueryString: '',
  headers: { host: 'abc.execute-api.eu-west-1.amazonaws.com', 'content-type': 'application/json' },
  body: '{"a":"ü"}',
  isBase64Encoded: false,
  requestContext: {
    domainName: fields.domainName ?? 'abc.execute-api.eu-west-1.amazonaws.com',
    requestId: 'r1',
    http: { method: fields.method ?? 'POST' },
  },
  ...fields,
});

describe('requestOf', () => {
  it('has the method, the URL, the headers and the body of the event', async () => {
    const request = requestOf(eventOf({ rawQueryString: 'a=1&b=%20', headers: { Host: 'x.example', 'X-Y': 'a,b' } }));
    expect(request.method).toBe('POST');
    expect(request.url).toBe('https://abc.execute-api.eu-west-1.amazonaws.com/mcp?a=1&b=%20');
    expect(request.headers.get('host')).toBe('x.example');
    expect(request.headers.get('x-y')).toBe('a,b');
    expect(await request.text()).toBe('{"a":"ü"}');
  });

  it('decodes a body that comes as base64', async () => {
    const bytes = Buffer.from([0, 255, 1, 254]);
    const request = requestOf(eventOf({ body: bytes.toString('base64'), isBase64Encoded: true }));
    expect(Buffer.from(await request.arrayBuffer())).toEqual(bytes);
  });

  it('does without what an event may leave out', async () => {
    const { headers: _, body: __, rawQueryString: ___, isBase64Encoded: ____, ...bare } = eventOf();
    const request = requestOf(bare);
    expect([...request.headers]).toEqual([]);
    expect(await request.text()).toBe('');
  });

  it.each(['GET', 'HEAD'])('gives a %s no body', async method => {
    expect(requestOf(eventOf({ method })).body).toBeNull();
  });

  it.each(['TRACE', 'CONNECT', 'track', '', 'A B', 'É', 'POST\r\nX: y'])(
    'makes something of %j that is not POST',
    method => {
      expect(requestOf(eventOf({ method })).method).not.toBe('POST');
    },
  );

  it.each([
    ['//evil.example/mcp', '//evil.example/mcp'],
    ['/mcp?x', '/mcp%3Fx'],
    ['/mcp#x', '/mcp%23x'],
    ['/m cp', '/m%20cp'],
  ])('keeps the path %s a path', (rawPath, pathname) => {
    const url = new URL(requestOf(eventOf({ rawPath })).url);
    expect(url.pathname).toBe(pathname);
    expect(url.hostname).toBe('abc.execute-api.eu-west-1.amazonaws.com');
  });

  it('leaves out headers that HTTP does not allow, and keeps the others', () => {
    const { headers } = requestOf(
      eventOf({ headers: { 'bad name': 'x', bad: 'a\nb', worse: '\u{1f600}', good: 'y' } }),
    );
    expect([...headers.keys()]).toEqual(['good']);
  });

  it('takes any event', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(
        text,
        text,
        text,
        text,
        fc.dictionary(text, text),
        fc.boolean(),
        (rawPath, query, domainName, body, headers, base64) => {
          const event = eventOf({ rawPath, rawQueryString: query, domainName, body, headers, isBase64Encoded: base64 });
          expect(requestOf(event).method).toBe('POST');
        },
      ),
    );
  });
});

describe('resultOf', () => {
  it('has status, headers by lower-case name, and text as text', async () => {
    const result = await resultOf(
      Response.json({ a: 'ü' }, { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } }),
    );
    expect(result).toEqual({
      statusCode: 401,
      headers: { 'content-type': 'application/json', 'www-authenticate': 'Bearer' },
      body: '{"a":"ü"}',
      isBase64Encoded: false,
    });
  });

  it('encodes what is not text', async () => {
    const bytes = new Uint8Array([0, 255]);
    const result = await resultOf(new Response(bytes, { headers: { 'content-type': 'application/zip' } }));
    expect(result).toMatchObject({ body: Buffer.from(bytes).toString('base64'), isBase64Encoded: true });
  });

  it('takes a response without a body', async () => {
    expect(await resultOf(new Response(null, { status: 202 }))).toMatchObject({ statusCode: 202, body: '' });
  });
});
