// Decides who gets in at a gateway on this machine, from the command line and the configuration, and refuses what would
// let in others than was meant.

import { hostname, networkInterfaces } from 'node:os';
import { UserError } from '../errors.ts';
import { type AuthenticationMode, grantsAreMissing } from '../gateway/accessConfig.ts';
import type { AccessRules } from '../gateway/accessRules.ts';
import { type AllowedHosts, loopbackHosts } from '../gateway/hosts.ts';
import { isLoopback } from './isLoopback.ts';
import type { ServeConfig } from './serveConfig.ts';

export interface ServeAccess {
  readonly rules: AccessRules;
  readonly allowedHosts: AllowedHosts;
  /** Origins of pages that may call from a browser. */
  readonly corsOrigins: readonly string[];
  /** Requests that one caller may send in a minute. */
  readonly callsPerMinute: number;
}

/** What is wrong with the command line, as the end of its error. */
export interface Misuse {
  readonly misuse: string;
}

/**
 * @param asked the modes of --auth; null where it was left out, and the configuration decides
 * @throws UserError where the configuration lacks something that the modes need
 */
export function serveAccess(
  host: string,
  asked: readonly AuthenticationMode[] | null,
  config: ServeConfig,
): ServeAccess | Misuse {
  const { authentication, grants } = config;
  const modes = asked ?? authentication?.modes ?? [];
  // The configuration opens it for everybody only by a word that nobody writes by mistake; --auth none is short.
  const isOpenToAll = asked === null && authentication !== null && modes.length === 0;
  if (modes.length === 0 && !isOpenToAll && !isLoopback(host)) {
    return { misuse: '--auth none is for a loopback address alone, such as --host 127.0.0.1: others could read all' };
  }
  const oauth = authentication?.oauth ?? null;
  if (modes.includes('oauth')) {
    if (oauth === null) {
      return { misuse: '--auth oauth needs a provider: name it in a mailglob.yml, and that with --config' };
    }
    if (grants === null) throw new UserError(`the configuration has no grants: ${grantsAreMissing}`);
  }
  return {
    rules: { modes, oauth, grants: grants ?? [] },
    allowedHosts: hostsOf(host, modes, config),
    corsOrigins: config.cors.origins,
    callsPerMinute: config.limits.callsPerMinute,
  };
}

/** Hosts by which the gateway is reached. Whoever is asked for a key or a token may come by any, unless some are named. */
function hostsOf(host: string, modes: readonly AuthenticationMode[], { hosts }: ServeConfig): AllowedHosts {
  if (isLoopback(host)) return [...loopbackHosts, host, ...hosts];
  if (modes.length > 0 && hosts.length === 0) return '*';
  return [...loopbackHosts, host, ...hosts, ...(host === '0.0.0.0' || host === '::' ? ownNames() : [])];
}

/** Names of this machine: by no other could a page of a stranger reach it (DNS rebinding). */
function ownNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap(list => list ?? []);
  return [
    hostname().toLowerCase(),
    ...addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
  ];
}
