// Which pages of other origins may call from a browser (CORS). None, unless the configuration names them; who calls is
// told by a key or a token in either case, never by a cookie.

/** What a page may send besides what browsers always let it. */
const requestHeaders = [
  'authorization',
  'content-type',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
  'x-api-key',
];
/** What a page may read of a response besides what browsers always let it. */
const responseHeaders = ['mcp-session-id', 'retry-after', 'www-authenticate'];
const preflightSeconds = 600;

/** The origin of a page that may call here; null for any other, and for a request of no page. */
export function allowedOrigin(request: Request, origins: readonly string[]): string | null {
  const origin = request.headers.get('origin');
  return origin !== null && origins.includes(origin) ? origin : null;
}

/**
 * The answer to a browser that asks before it sends what its page wants; null for any other request.
 * @param method the one that is served at the path.
 */
export function answerPreflight(request: Request, origins: readonly string[], method: 'GET' | 'POST'): Response | null {
  const asks = request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
  if (!asks || allowedOrigin(request, origins) === null) return null;
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': method,
      'access-control-allow-headers': requestHeaders.join(', '),
      'access-control-max-age': String(preflightSeconds),
    },
  });
}

/** Lets the page read the response. */
export function shareWithPage(request: Request, response: Response, origins: readonly string[]): void {
  if (origins.length > 0) response.headers.append('vary', 'origin');
  const origin = allowedOrigin(request, origins);
  if (origin === null) return;
  response.headers.set('access-control-allow-origin', origin);
  response.headers.set('access-control-expose-headers', responseHeaders.join(', '));
}
