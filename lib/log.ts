// The log: one JSON object a line. Whoever writes an entry answers for what is in it: names, codes, counts and times,
// never data of a mail, a filter, a key or a token.

export interface LogEntry {
  /** What the line is about, e.g. `call`. */
  readonly event: string;
  readonly [field: string]: unknown;
}

/** Writes one entry. */
export type Log = (entry: LogEntry) => void;

/** Writes entries to standard error, each with the time it was written. */
export const stderrLog: Log = entry => {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
};

/** What may be known of an error without its message, which can carry data: class, code and where it was thrown. */
export interface ErrorTrace {
  readonly name: string;
  readonly code: string | number | null;
  /** Frames of the stack, innermost first. */
  readonly at: readonly string[];
  readonly cause: ErrorTrace | null;
}

const maxFrames = 12;
const maxCauses = 4;
const frame = /^ {4}at /;
const plainWord = /^[\w.$-]{1,64}$/;

/** Describes an error for the log: its message and whatever else may repeat data is left out. */
export function traceError(error: unknown, depth = 1): ErrorTrace {
  if (!(error instanceof Error)) return { name: typeof error, code: null, at: [], cause: null };
  const { name, message, stack = '', cause } = error;
  const { code } = error as { code?: unknown };
  // The stack begins with the message, which may hold lines that look like frames.
  const lines = stack.split('\n').slice(message.split('\n').length);
  return {
    name: plainWord.test(name) ? name : 'Error',
    code: typeof code === 'number' || (typeof code === 'string' && plainWord.test(code)) ? code : null,
    at: lines
      .filter(line => frame.test(line))
      .slice(0, maxFrames)
      .map(line => line.trim()),
    cause: cause === undefined || depth >= maxCauses ? null : traceError(cause, depth + 1),
  };
}
