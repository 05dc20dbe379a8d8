// What a configuration says of who may ask, and of what they may see: the settings `authentication` and `grants`, which
// a deployment and the local gateway share. How the file is read is not known here.

import { z } from 'zod';
import { limits } from '../limits.ts';
import { oauthConfig } from './oauthConfig.ts';

/** Ways to tell who calls; none of them is a gateway that is open to everybody. */
export const authenticationModes = ['apiKey', 'oauth'] as const;
export type AuthenticationMode = (typeof authenticationModes)[number];

/** Under this name an operator says that everybody may read. */
const openWord = 'iUnderstandAnyoneCanReadThisMail';

/** The modes of `apiKey`, `apiKey,oauth`, `both`, or a list of them; none for `none`; null for anything else. */
export function readModes(mode: unknown): readonly AuthenticationMode[] | null {
  const said = typeof mode === 'string' ? mode.split(',').map(name => name.trim()) : mode;
  if (!Array.isArray(said) || said.length === 0) return null;
  if (said.length === 1 && said[0] === 'none') return [];
  const names = said.length === 1 && said[0] === 'both' ? [...authenticationModes] : said;
  return names.every(name => authenticationModes.includes(name))
    ? authenticationModes.filter(name => names.includes(name))
    : null;
}

const modes = z.unknown().transform((mode, context): readonly AuthenticationMode[] => {
  const read = readModes(mode);
  if (read !== null) return read;
  context.addIssue({ code: 'custom', message: 'must say who may ask: give apiKey, oauth or both' });
  return z.NEVER;
});

const authenticationShape = z.strictObject(
  {
    mode: modes,
    oauth: oauthConfig.optional(),
    [openWord]: z.boolean('must be true or false').default(false),
  },
  'must say who may ask: give mode: apiKey, oauth or both below it',
);

/** Who may ask. There is no default. */
export const authenticationConfig = authenticationShape
  // Whatever is wrong is not to be gone on from: nothing is made of it below, and what reads the whole configuration
  // would not find what it takes this for.
  .superRefine(
    (_, { issues }) => {
      issues.splice(0, issues.length, ...issues.map(issue => ({ ...issue, continue: false })));
    },
    { when: ({ issues }) => issues.length > 0 },
  )
  .superRefine(({ mode, oauth, [openWord]: isOpen }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message, continue: false });
    if (mode.length === 0 && !isOpen) {
      refuse('mode', `none lets everybody read every mail: give apiKey, oauth or both, or say ${openWord}: true`);
    }
    if (mode.length > 0 && isOpen) refuse(openWord, 'is for mode: none alone');
    if (mode.includes('oauth') && oauth === undefined) {
      refuse('oauth', 'with mode oauth, name the provider: give issuer below it');
    }
    if (!mode.includes('oauth') && oauth !== undefined) refuse('oauth', 'is for a mode with oauth alone');
  })
  .transform(({ mode, oauth = null }) => ({
    /** Empty where everybody may read. */
    modes: mode,
    /** Null where tokens are not accepted. */
    oauth,
  }));

const condition = z
  .string('must be a text')
  .regex(/^[^\p{Cc}\p{Cs}]{1,512}$/u, 'must be 1 to 512 characters without control characters')
  .nullable()
  .default(null);

const listedAccount = z.string('must be a text').refine(id => id !== '*', "is every account only as accounts: '*'");

/** What somebody may do who is told apart by a token. */
const grant = z
  .strictObject({
    subject: condition,
    client: condition,
    claim: z
      .strictObject({ name: condition.unwrap().unwrap(), value: condition.unwrap().unwrap() })
      .nullable()
      .default(null),
    library: z.boolean('must be true or false').default(true),
    accounts: z.union([z.literal('*'), z.array(listedAccount)], "must be a list of accounts, or '*'"),
    scopes: z
      .array(z.literal(['read', 'admin'], 'must be read or admin'))
      .min(1, 'must name one scope or more')
      .default(['read']),
  })
  .refine(
    ({ subject, client, claim }) => subject !== null || client !== null || claim !== null,
    'must say for whom: give subject, client or claim',
  );

export const grantsConfig = z.array(grant).max(limits.grants.value, `must be ${limits.grants.value} or fewer`);

/** A page's origin as browsers send it (RFC 6454, section 6.2): no path, no default port, lower case. */
const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;

/** Pages of other origins that may call from a browser. */
export const corsConfig = z
  .strictObject({
    origins: z
      .array(z.string('must be a text').refine(isOrigin, 'is no origin: give one such as https://app.example.com'))
      .max(limits.corsOrigins.value, `must be ${limits.corsOrigins.value} or fewer`)
      .default([]),
  })
  .prefault({});

/** Why a configuration with tokens must say something of grants. */
export const grantsAreMissing =
  'with mode oauth nobody sees anything without them: say who may read which accounts, or give [] below it';
