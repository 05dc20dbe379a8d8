// The one table of error codes that a client may read, and the one error class that carries them.
// A code is allocated once and never reused. Anything that is not a MailglobError becomes 54001 at the gateway.

/** Every code a client can read, with its meaning. The README's table is checked against this one. */
export const errorCodes = {
  51001: 'a page size outside what the tool serves',
  51002:
    'an argument carries a value, a type, a count or a length that is not accepted, or the tool has no such argument',
  51003: 'resultLimit outside 1 to 50',
  51004: 'text that is no identifier this archive issues',
  51005: 'no identifiers, or more than one call serves',
  51006: 'the same identifier twice, in any spelling',
  52001: 'a cursor this deployment did not issue',
  52002: 'a cursor issued for other arguments',
  53001: 'an account this deployment does not serve to this caller',
  53002: 'an email this archive does not hold for this caller',
  54001: 'anything undiagnosed',
  55001: 'the email is here and its stored content is missing, damaged or unreadable',
} as const;

export type ErrorCode = keyof typeof errorCodes;

/**
 * A refusal or failure whose message is fit for a client: one sentence, never repeating a refused value.
 * `cause` keeps the detail for the log.
 */
export class MailglobError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'MailglobError';
    this.code = code;
  }
}

/** A failure that a person at the command line can mend: one line that says what to do. Exit status 1. */
export class UserError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UserError';
  }
}
