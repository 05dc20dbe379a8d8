// What the environment of a local process may set, read once and checked. A deployment has mailglob.yml instead.

import * as z from 'zod/mini';
import { UserError } from './errors.ts';
import { limits } from './limits.ts';
import { isTimeZone } from './timeZone.ts';

const timeZone = z
  .string()
  .check(z.refine(isTimeZone, "is no time zone: give an IANA name such as 'Europe/Berlin', or leave it out for UTC"));

const count = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{3,6}$/, 'takes a whole number from 1000 to 9999999')),
  z.transform(Number),
);

const environment = z.object({
  /** The zone whose calendar days `after` and `before` mean. */
  MAILGLOB_TIME_ZONE: z._default(timeZone, 'UTC'),
  /** The data directory where `--data` is left out. */
  MAILGLOB_DATA: z._default(z.string(), '.mailglob'),
  /** Characters of one body that get_email_content returns, and of all bodies of one call. */
  MAILGLOB_REPRESENTATION_CHARACTERS: z.optional(count),
  MAILGLOB_READ_CHARACTERS: z.optional(count),
});

/** Settings of a local process. */
export interface LocalConfig {
  readonly timeZone: string;
  readonly dataDirectory: string;
  readonly characters: { readonly representation: number; readonly call: number };
}

/**
 * The settings of this process; a variable that is set to nothing counts as left out.
 * @throws UserError naming the variable and what is accepted.
 */
export function readLocalConfig(env: NodeJS.ProcessEnv = process.env): LocalConfig {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(set);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UserError(`${issue?.path.join('.') ?? 'environment'} ${issue?.message ?? 'is not accepted'}`);
  }
  const { data } = parsed;
  return {
    timeZone: data.MAILGLOB_TIME_ZONE,
    dataDirectory: data.MAILGLOB_DATA,
    characters: {
      representation: data.MAILGLOB_REPRESENTATION_CHARACTERS ?? limits.representationCharacters.value,
      call: data.MAILGLOB_READ_CHARACTERS ?? limits.readCharacters.value,
    },
  };
}
