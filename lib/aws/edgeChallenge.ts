// Answers that ask for a token, on their way through CloudFront. API Gateway renames WWW-Authenticate to
// x-amzn-remapped-www-authenticate, and CloudFront lets a function mend what goes to the viewer only where the origin
// answered below 400. So where CloudFront asked, such an answer goes out as 200 with its status and its challenge in
// headers of our own, and infra/cloudfront/restoreChallenge.js makes it what it was.

import type { HttpEvent, HttpResult } from './lambdaHttp.ts';

/** Header by which the distribution says that it is the one that asks. */
const edgeHeader = 'x-mailglob-edge';

/**
 * The answer as whoever asks is to get it.
 * @param edge what the distribution sends, which nobody else knows; empty where there is none.
 */
export function throughEdge(event: Pick<HttpEvent, 'headers'>, result: HttpResult, edge: string): HttpResult {
  const { 'www-authenticate': challenge, ...headers } = result.headers;
  if (challenge === undefined || edge === '' || event.headers?.[edgeHeader] !== edge) return result;
  return {
    ...result,
    statusCode: 200,
    headers: { ...headers, 'x-mailglob-status': String(result.statusCode), 'x-mailglob-challenge': challenge },
  };
}
