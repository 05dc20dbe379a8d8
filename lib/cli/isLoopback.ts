// Whether an address to listen on is reached from this machine alone.

import { isIPv4 } from 'node:net';

/** `localhost`, 127.0.0.0/8 or ::1. Any other name is not: what it means is up to a name server. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
