// Whether a request is meant for this gateway: its Host and its Origin. A page elsewhere that a browser shows can
// reach a gateway on the same machine, under a name of its own (DNS rebinding) or across origins; neither gets in.

import { allowedOrigin } from './cors.ts';
import { refusal } from './refusal.ts';

/**
 * Host names that are served: with a port that port alone, without one any port. `*` is any host, for a gateway that
 * asks every request for a key.
 */
export type AllowedHosts = '*' | readonly string[];

/** The names of this machine to itself. */
export const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

const hostPattern = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(:[0-9]{1,5})?$/;

function isAllowed(host: string, allowed: readonly string[]): boolean {
  const name = hostPattern.exec(host)?.[1];
  return name !== undefined && allowed.some(one => one === host || one === name);
}

/**
 * Refuses a request for another host or from a foreign page with 403; null where it may go on.
 * @param origins of pages elsewhere that may call.
 */
export function checkHosts(request: Request, allowed: AllowedHosts, origins: readonly string[] = []): Response | null {
  const host = (request.headers.get('host') ?? '').toLowerCase();
  if (allowed !== '*' && !isAllowed(host, allowed)) return refusal(403, 'this host is not served here', {}, 'host');
  // Only browsers send Origin, and `null` stands for one they hide.
  const origin = request.headers.get('origin');
  if (origin === null || allowedOrigin(request, origins) !== null) return null;
  const from = /^https?:\/\/(.+)$/.exec(origin.toLowerCase())?.[1] ?? '';
  const isOwn = allowed === '*' ? from !== '' && from === host : isAllowed(from, allowed);
  return isOwn ? null : refusal(403, 'pages of this origin may not call here', {}, 'origin');
}
