// What a gateway on this machine is told by a mailglob.yml: who gets in, and to what. A file that was written for a
// deployment will do; what only a deployment has is passed over.

import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../errors.ts';
import { authenticationConfig, corsConfig, grantsAreMissing, grantsConfig } from '../gateway/accessConfig.ts';
import { limits } from '../limits.ts';
import { readYamlConfig } from '../yamlConfig.ts';

const ofDeployments = z.unknown().optional();

export const serveConfig = z
  .strictObject({
    authentication: authenticationConfig.nullable().default(null),
    grants: grantsConfig.nullable().default(null),
    hosts: z
      .array(
        z
          .string('must be a text')
          .regex(/^[a-z0-9.-]{1,253}(:\d{1,5})?$/i, 'is no host name: give one such as mail.example.com')
          .toLowerCase(),
      )
      .default([]),
    cors: corsConfig,
    limits: z
      .strictObject({
        callsPerMinute: z
          .int('must be a whole number')
          .min(1, 'must be 1 or more')
          .default(limits.callsPerMinute.value),
        ...Object.fromEntries(
          [
            'requestsPerSecond',
            'burst',
            'ingestConcurrency',
            'extractConcurrency',
            'scanRows',
            'scanMilliseconds',
            'representationCharacters',
            'readCharacters',
          ].map(name => [name, ofDeployments]),
        ),
      })
      .prefault({}),
    accounts: ofDeployments,
    timeZone: ofDeployments,
    region: ofDeployments,
    receiving: ofDeployments,
    alarmEmail: ofDeployments,
    domain: ofDeployments,
    retention: ofDeployments,
  })
  .superRefine(({ authentication, grants }, context) => {
    if (grants !== null || !authentication?.modes.includes('oauth')) return;
    context.addIssue({ code: 'custom', path: ['grants'], message: grantsAreMissing });
  });

export type ServeConfig = z.infer<typeof serveConfig>;

/**
 * The configuration in a file, or in `mailglob.yml` of the data directory where none is named. One that is not there
 * says nothing.
 * @throws UserError where the named file is not there, or with one line for each thing that is wrong
 */
export function readServeConfig(named: string | undefined, dataDirectory: string): ServeConfig {
  const config = readYamlConfig(named ?? join(dataDirectory, 'mailglob.yml'), serveConfig);
  if (config === null && named !== undefined) {
    throw new UserError(`${named} is missing: name a mailglob.yml with --config, or leave it out`);
  }
  return config ?? serveConfig.parse({});
}
