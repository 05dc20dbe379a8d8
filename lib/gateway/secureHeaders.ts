// Headers that every response has, for browsers that should never show one: nothing here is a page.

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

const twoYears = 63_072_000;

/** Sets the headers. */
export function secureHeaders(request: Request, response: Response): void {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  // Browsers do not heed it without TLS (RFC 6797, section 8.1).
  if (new URL(request.url).protocol === 'https:') {
    response.headers.set('strict-transport-security', `max-age=${twoYears}`);
  }
}
