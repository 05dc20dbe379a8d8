// What mailglob.yml may say, and what holds where it says nothing. How the file is read and its lines are found is in
// readDeploymentConfig.ts; what is made of it is in serverless.yml.

import { z } from 'zod';
import { authenticationConfig, corsConfig, grantsAreMissing, grantsConfig } from '../lib/gateway/accessConfig.ts';
import { limits } from '../lib/limits.ts';
import { isTimeZone } from '../lib/timeZone.ts';
import { sharedAddresses } from './sharedAddresses.ts';

const domain = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/i;
const localPart = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/;

function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  return (at === 0 || localPart.test(text.slice(0, Math.max(at, 0)))) && domain.test(text.slice(at + 1));
}

const whole = (least: number, most: number) =>
  z
    .int(`must be a whole number from ${least} to ${most}`)
    .min(least, `must be ${least} or more`)
    .max(most, `must be ${most} or less`);

/** Part of an object key, a role's policy and a rule's name, hence short and without control characters. */
const accountId = z
  .string('must be a text')
  .regex(/^[^\p{Cc}\p{Cs}]{1,100}$/u, 'must be 1 to 100 characters without control characters')
  .refine(id => id.trim() === id, 'must not begin or end with a blank')
  // For keys and grants * is every account, and a list of theirs is taken apart at commas.
  .refine(id => id !== '*' && !id.includes(','), 'must be more than * and have no comma')
  // In a template osls and CloudFormation would put something else in its place.
  .refine(id => !id.includes('${'), 'must not have ${ in it');

const account = z.strictObject({
  id: accountId,
  addresses: z
    .array(
      z
        .string('must be a text')
        .refine(isAddress, 'is no address: give one such as billing@example.com, or @example.com'),
    )
    .default([]),
});

/** Days that CloudWatch can keep a log, of those below ten years. */
const logDays = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 3653] as const;

const schema = z.strictObject({
  authentication: authenticationConfig,
  grants: grantsConfig.nullable().default(null),
  accounts: z.array(account).min(1, 'must name one account or more').max(limits.accountIds.value),
  timeZone: z
    .string('must be a text')
    .refine(isTimeZone, 'is no time zone: give an IANA name such as Europe/Berlin')
    .default('UTC'),
  region: z
    .string('must be a text')
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'is no region: give one such as eu-west-1')
    .optional(),
  receiving: z
    .strictObject({
      ses: z.boolean('must be true or false').default(false),
      ruleSet: z
        .string('must be a text')
        .regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -')
        .optional(),
    })
    .prefault({}),
  hosts: z
    .array(z.string('must be a text').regex(domain, 'is no host name: give one such as mail.example.com').toLowerCase())
    .default([]),
  /** Where alarms go; null for nowhere. */
  alarmEmail: z
    .string('must be a text')
    .refine(text => !text.startsWith('@') && isAddress(text), 'is no address: give one such as operator@example.com')
    .nullable()
    .default(null),
  /** A domain of the operator's own in front of the API; null for none. */
  domain: z
    .strictObject({
      name: z.string('must be a text').regex(domain, 'is no domain: give one such as mail.example.com').toLowerCase(),
      certificate: z
        .string('must be a text')
        .regex(
          /^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/[\w-]{1,64}$/,
          'is no certificate that CloudFront can use: give the ARN of one in ACM of us-east-1',
        ),
    })
    .nullable()
    .default(null),
  cors: corsConfig,
  limits: z
    .strictObject({
      requestsPerSecond: whole(1, 10_000).default(20),
      burst: whole(1, 5_000).default(40),
      callsPerMinute: whole(1, 100_000).default(limits.callsPerMinute.value),
      ingestConcurrency: whole(2, 1_000).default(10),
      extractConcurrency: whole(2, 1_000).default(5),
      scanRows: whole(1_000, 1_000_000).default(limits.scanRows.value),
      scanMilliseconds: whole(100, 15_000).default(limits.scanMilliseconds.value),
      representationCharacters: whole(1_000, 200_000).default(limits.representationCharacters.value),
      readCharacters: whole(1_000, 400_000).default(limits.readCharacters.value),
    })
    .prefault({}),
  retention: z
    .strictObject({
      logDays: z.literal(logDays, `must be one of ${logDays.join(', ')}`).default(30),
      oldVersionDays: whole(1, 3_650).default(30),
      mailDays: whole(1, 36_500).nullable().default(null),
      deletionProtection: z.boolean('must be true or false').default(true),
    })
    .prefault({}),
});

/** Lambda gives a function 4 KB of environment: bytes that account ids may take, and all lists of names together. */
const accountBytes = 2_500;
const listBytes = 2_900;

const bytesOf = (texts: Iterable<string>): number => Buffer.byteLength(JSON.stringify([...texts]));

/** The whole of mailglob.yml. `grants` is null where it says nothing of them. */
export const deploymentConfig = schema.superRefine(
  ({ authentication, grants, accounts, hosts, domain: own, cors }, context) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
    const ids = new Set<string>();
    for (const [i, { id }] of accounts.entries()) {
      if (ids.has(id)) refuse(['accounts', i, 'id'], 'is the id of another account too');
      ids.add(id);
    }
    for (const { path, says } of sharedAddresses(accounts)) refuse(path, says);
    if (bytesOf(ids) > accountBytes) {
      refuse(['accounts'], `have ids that are too long: all of them together may take ${accountBytes} bytes`);
    }
    // The name of the domain is that of a host, and in the URL.
    const hostBytes = bytesOf(hosts) + 2 * (own?.name.length ?? 0);
    const originBytes = bytesOf(cors.origins);
    if (Math.min(bytesOf(ids), accountBytes) + hostBytes + originBytes > listBytes) {
      const path = hostBytes > originBytes ? ['hosts'] : ['cors', 'origins'];
      refuse(path, `are too long: with the ids of accounts, hosts and origins may take ${listBytes} bytes together`);
    }
    if (grants === null && authentication.modes.includes('oauth')) {
      refuse(['grants'], grantsAreMissing);
    }
    for (const [i, grant] of (grants ?? []).entries()) {
      if (grant.accounts === '*') continue;
      for (const [j, id] of grant.accounts.entries()) {
        if (!ids.has(id)) refuse(['grants', i, 'accounts', j], 'is no account that is listed below accounts');
      }
    }
  },
);

export type DeploymentConfig = z.infer<typeof deploymentConfig>;
