// Asks an OAuth issuer for one JSON document, bounded in time and bytes. What the document means is not known here.

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
 * The document of a URL.
 * @throws Error for any other answer than 200 with JSON, for a redirect, and for one that is late or too long.
 */
export async function fetchJson(url: URL): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(limits.issuerMilliseconds.value),
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Read in any case: what is left unread keeps its connection.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > limits.issuerBytes.value) throw new Error('an OAuth issuer sent a document that is too long');
    chunks.push(chunk);
  }
  if (response.status !== 200) throw new Error(`an OAuth issuer answered ${response.status}`);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
