// What a deployed function is told by its environment, checked once when it starts. serverless.yml sets it from
// mailglob.yml and from the names of what was deployed. A validation library would be a tenth of the ingest function.

type Environment = NodeJS.ProcessEnv;

/** Reads one variable: throws what is wrong with it. */
type Read<T> = (text: string | undefined) => T;

const text: Read<string> = value => {
  if (value === undefined) throw new Error('is missing');
  return value;
};

const name: Read<string> = value => {
  if (!value) throw new Error('is missing');
  return value;
};

const count: Read<number> = value => {
  const number = Number(name(value));
  if (!Number.isSafeInteger(number) || number < 1) throw new Error('is not a whole number above 0');
  return number;
};

const list: Read<readonly string[]> = value => {
  const parsed = parseJson(name(value));
  if (Array.isArray(parsed) && parsed.every(one => typeof one === 'string' && one !== '')) return parsed;
  throw new Error('is not a JSON list of texts');
};

const readerOf =
  (env: Environment) =>
  <T>(variable: string, read: Read<T>): T => {
    try {
      return read(env[variable]);
    } catch (error) {
      throw new Error(`the function's environment: ${variable}: ${error instanceof Error ? error.message : ''}`);
    }
  };

function readArchive(env: Environment) {
  const read = readerOf(env);
  return {
    table: read('MAILGLOB_TABLE', name),
    bucket: read('MAILGLOB_BUCKET', name),
    /** Ids of the accounts that are served. */
    accounts: read('MAILGLOB_ACCOUNTS', list),
  };
}

/** @throws Error naming the variable */
export const readIngestEnvironment = (env: Environment = process.env) => readArchive(env);

/** @throws Error naming the variable */
export const readExtractEnvironment = (env: Environment = process.env) => ({
  ...readArchive(env),
  /** URL of the queue of what is to be done about files. */
  extractQueue: readerOf(env)('MAILGLOB_EXTRACT_QUEUE', name),
});

/** @throws Error naming the variable */
export function readQueryEnvironment(env: Environment = process.env) {
  const read = readerOf(env);
  return {
    ...readExtractEnvironment(env),
    version: read('MAILGLOB_VERSION', name),
    timeZone: read('MAILGLOB_TIME_ZONE', name),
    /** Host names besides the one that a request came by; an emulator is reached by those of its machine. */
    hosts: [...read('MAILGLOB_HOSTS', list), ...(env.AWS_ENDPOINT_URL ? ['127.0.0.1', 'localhost', '[::1]'] : [])],
    budget: { rows: read('MAILGLOB_SCAN_ROWS', count), milliseconds: read('MAILGLOB_SCAN_MILLISECONDS', count) },
    characters: {
      representation: read('MAILGLOB_REPRESENTATION_CHARACTERS', count),
      call: read('MAILGLOB_READ_CHARACTERS', count),
    },
    callsPerMinute: read('MAILGLOB_CALLS_PER_MINUTE', count),
    corsOrigins: read('MAILGLOB_CORS_ORIGINS', list),
    /** ARN. */
    cursorKeySecret: read('MAILGLOB_CURSOR_KEY_SECRET', name),
    /** The endpoint as people type it into their clients. */
    url: read('MAILGLOB_URL', name),
    /** What the distribution in front is known by; empty where there is none. */
    edgeMark: read('MAILGLOB_EDGE_MARK', text),
  };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
