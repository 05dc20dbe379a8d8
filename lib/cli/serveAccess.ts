// Decides who gets in at a gateway on this machine, from the command line and the configuration, and refuses what would
// let in others than was meant.

import { isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { UserError } from '../errors.ts';
import { type AuthenticationMode, grantsAreMissing } from '../gateway/accessConfig.ts';
import type { AccessRules } from '../gateway/accessRules.ts';
import { type AllowedHosts, loopbackHosts } from '../gateway/hosts.ts';
import { isLoopback } from './isLoopback.ts';
import type { ServeConfig } from './serveConfig.ts';

export interface ServeAccess {
  readonly rules: AccessRules;
  /** Whether whoever reaches it is the one whose machine it is, and no stranger by way of a proxy either. */
  readonly isOwnMachine: boolean;
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
  const isOwnMachine = modes.length === 0 && !isOpenToAll;
  if (isOwnMachine && asked === null && config.hosts.length > 0) {
    throw new UserError(
      'the configuration has hosts, by whose names others come, and no authentication: say in it who may ask',
    );
  }
  const oauth = authentication?.oauth ?? null;
  if (modes.includes('oauth')) {
    if (oauth === null) {
      return { misuse: '--auth oauth needs a provider: name it in a mailglob.yml, and that with --config' };
    }
    if (oauth.resource === null && anyAddress.has(host)) {
      throw new UserError(
        `tokens are for a URL, and ${host} is no part of one: give authentication.oauth.resource in the configuration, the URL that people type into their clients`,
      );
    }
    if (grants === null) throw new UserError(`the configuration has no grants: ${grantsAreMissing}`);
  }
  return {
    rules: { modes, oauth, grants: grants ?? [] },
    isOwnMachine,
    allowedHosts: isOwnMachine ? [...loopbackHosts, nameOf(host)] : hostsOf(host, modes, config),
    corsOrigins: config.cors.origins,
    callsPerMinute: config.limits.callsPerMinute,
  };
}

/** What listens at each address that a machine has. */
const anyAddress: ReadonlySet<string> = new Set(['0.0.0.0', '::', '']);

/** An address to listen on as it stands in the Host of a request. */
function nameOf(host: string): string {
  const url = `http://[${host}]`;
  return isIPv6(host) && URL.canParse(url) ? new URL(url).hostname : host.toLowerCase();
}

/** Hosts by which the gateway is reached. Whoever is asked for a key or a token may come by any, unless some are named. */
function hostsOf(host: string, modes: readonly AuthenticationMode[], { hosts }: ServeConfig): AllowedHosts {
  const own = [...loopbackHosts, nameOf(host), ...hosts];
  if (isLoopback(host)) return own;
  if (modes.length > 0 && hosts.length === 0) return '*';
  return [...own, ...(anyAddress.has(host) ? ownNames() : [])];
}

/** Names of this machine: by no other could a page of a stranger reach it (DNS rebinding). */
function ownNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap(list => list ?? []);
  return [
    hostname().toLowerCase(),
    ...addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
  ];
}
