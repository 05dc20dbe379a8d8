// Asks an OAuth issuer for one JSON document, bounded in time and bytes. What the document means is not known here.

import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { limits } from '../limits.ts';

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

/**
 * Whether a URL may be asked for what tokens are judged by: over TLS, or on this machine where a provider for tests runs.
 * @param asked by whom it is named; what another machine says may not point to this one.
 */
export function isTrustworthy(url: URL, asked: URL = url): boolean {
  if (url.username !== '' || url.password !== '') return false;
  if (isLoopback(url.hostname)) return isLoopback(asked.hostname) && /^https?:$/.test(url.protocol);
  return url.protocol === 'https:';
}

/**
 * The document of a URL. Asked for by node:http, since fetch() has a whole client of its own to load.
 * @throws Error for any other answer than 200 with JSON, also for a redirect, and for one that is late or too long.
 */
export async function fetchJson(url: URL): Promise<unknown> {
  const signal = AbortSignal.timeout(limits.issuerMilliseconds.value);
  const request = url.protocol === 'http:' ? http.request : https.request;
  const asking = request(url, { headers: { accept: 'application/json' }, signal });
  // What fails once the answer has begun fails the reading of it.
  asking.on('error', () => {});
  const answered = once(asking, 'response');
  asking.end();
  const [response]: IncomingMessage[] = await answered;
  try {
    if (response?.statusCode !== 200) throw new Error(`an OAuth issuer answered ${response?.statusCode}`);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response) {
      size += chunk.length;
      if (size > limits.issuerBytes.value) throw new Error('an OAuth issuer sent a document that is too long');
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } finally {
    asking.destroy();
  }
}
