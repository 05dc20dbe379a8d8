// What a deployed function is told by its environment, checked once when it starts. serverless.yml sets it from
// mailglob.yml and from the names of what was deployed.
// zod is imported as a namespace: a bundler keeps only what is used of one.

import * as z from 'zod';

const name = z.string().min(1);
const count = z.coerce.number().int().positive();
const list = z.string().transform((text, context): readonly string[] => {
  const parsed = z.array(name).safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  context.addIssue({ code: 'custom', message: 'is not a JSON list of texts' });
  return z.NEVER;
});

const archive = { MAILGLOB_TABLE: name, MAILGLOB_BUCKET: name, MAILGLOB_ACCOUNTS: list };

const ingest = z.object(archive).transform(env => ({
  table: env.MAILGLOB_TABLE,
  bucket: env.MAILGLOB_BUCKET,
  /** Ids of the accounts that are served. */
  accounts: env.MAILGLOB_ACCOUNTS,
}));

const query = z
  .object({
    ...archive,
    MAILGLOB_VERSION: name,
    MAILGLOB_TIME_ZONE: name,
    MAILGLOB_HOSTS: list,
    MAILGLOB_SCAN_ROWS: count,
    MAILGLOB_SCAN_MILLISECONDS: count,
    MAILGLOB_REPRESENTATION_CHARACTERS: count,
    MAILGLOB_READ_CHARACTERS: count,
    MAILGLOB_CALLS_PER_MINUTE: count,
    MAILGLOB_CORS_ORIGINS: list,
    MAILGLOB_CURSOR_KEY_SECRET: name,
    MAILGLOB_URL: name,
    MAILGLOB_EDGE_MARK: z.string(),
    AWS_ENDPOINT_URL: z.string().optional(),
  })
  .transform(env => ({
    table: env.MAILGLOB_TABLE,
    bucket: env.MAILGLOB_BUCKET,
    accounts: env.MAILGLOB_ACCOUNTS,
    version: env.MAILGLOB_VERSION,
    timeZone: env.MAILGLOB_TIME_ZONE,
    /** Host names besides the one that a request came by; an emulator is reached by those of its machine. */
    hosts: [...env.MAILGLOB_HOSTS, ...(env.AWS_ENDPOINT_URL ? ['127.0.0.1', 'localhost', '[::1]'] : [])],
    budget: { rows: env.MAILGLOB_SCAN_ROWS, milliseconds: env.MAILGLOB_SCAN_MILLISECONDS },
    characters: { representation: env.MAILGLOB_REPRESENTATION_CHARACTERS, call: env.MAILGLOB_READ_CHARACTERS },
    callsPerMinute: env.MAILGLOB_CALLS_PER_MINUTE,
    corsOrigins: env.MAILGLOB_CORS_ORIGINS,
    /** ARN. */
    cursorKeySecret: env.MAILGLOB_CURSOR_KEY_SECRET,
    /** The endpoint as people type it into their clients. */
    url: env.MAILGLOB_URL,
    /** What the distribution in front is known by; empty where there is none. */
    edgeMark: env.MAILGLOB_EDGE_MARK,
  }));

export type IngestEnvironment = z.infer<typeof ingest>;
export type QueryEnvironment = z.infer<typeof query>;

function read<T>(schema: z.ZodType<T>, env: NodeJS.ProcessEnv): T {
  const parsed = schema.safeParse(env);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`the function's environment: ${issue?.path.join('.')}: ${issue?.message}`);
}

/** @throws Error naming the variable */
export const readIngestEnvironment = (env: NodeJS.ProcessEnv = process.env): IngestEnvironment => read(ingest, env);

/** @throws Error naming the variable */
export const readQueryEnvironment = (env: NodeJS.ProcessEnv = process.env): QueryEnvironment => read(query, env);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
