import {
  readExtractEnvironment,
  readIngestEnvironment,
  readQueryEnvironment,
} from '../../../lib/aws/functionEnvironment.ts';

const whole = {
  MAILGLOB_TABLE: 't',
  MAILGLOB_BUCKET: 'b',
  MAILGLOB_ACCOUNTS: '["billing","a/b"]',
  MAILGLOB_VERSION: '1.2.3',
  MAILGLOB_TIME_ZONE: 'Europe/Berlin',
  MAILGLOB_HOSTS: '["mail.example.com"]',
  MAILGLOB_SCAN_ROWS: '64000',
  MAILGLOB_SCAN_MILLISECONDS: '5000',
  MAILGLOB_REPRESENTATION_CHARACTERS: '40000',
  MAILGLOB_READ_CHARACTERS: '100000',
  MAILGLOB_CALLS_PER_MINUTE: '600',
  MAILGLOB_CORS_ORIGINS: '["https://app.example.com"]',
  MAILGLOB_CURSOR_KEY_SECRET: 'arn:c',
  MAILGLOB_URL: 'https://mail.example.com/mcp',
  MAILGLOB_EDGE_MARK: '',
  MAILGLOB_EXTRACT_QUEUE: 'https://queue',
  AWS_LAMBDA_FUNCTION_NAME: 'other variables are there too',
};

describe('the environment of a function', () => {
  it('is read for ingest', () => {
    expect(readIngestEnvironment(whole)).toEqual({ table: 't', bucket: 'b', accounts: ['billing', 'a/b'] });
  });

  it('is read for extract', () => {
    const { table, bucket, extractQueue } = readExtractEnvironment(whole);
    expect([table, bucket, extractQueue]).toEqual(['t', 'b', 'https://queue']);
    expect(() => readExtractEnvironment({ ...whole, MAILGLOB_EXTRACT_QUEUE: '' })).toThrow('MAILGLOB_EXTRACT_QUEUE');
  });

  it('is read for query', () => {
    expect(readQueryEnvironment(whole)).toMatchObject({
      accounts: ['billing', 'a/b'],
      timeZone: 'Europe/Berlin',
      hosts: ['mail.example.com'],
      budget: { rows: 64_000, milliseconds: 5_000 },
      characters: { representation: 40_000, call: 100_000 },
      callsPerMinute: 600,
      corsOrigins: ['https://app.example.com'],
      cursorKeySecret: 'arn:c',
      url: 'https://mail.example.com/mcp',
      edgeMark: '',
      extractQueue: 'https://queue',
    });
  });

  it('adds the names of the machine where an emulator runs the function', () => {
    const { hosts } = readQueryEnvironment({ ...whole, AWS_ENDPOINT_URL: 'http://127.0.0.1:4566' });
    expect(hosts).toEqual(['mail.example.com', '127.0.0.1', 'localhost', '[::1]']);
  });

  it.each([
    ['MAILGLOB_TABLE', undefined],
    ['MAILGLOB_URL', undefined],
    ['MAILGLOB_EDGE_MARK', undefined],
    ['MAILGLOB_TABLE', ''],
    ['MAILGLOB_ACCOUNTS', 'billing'],
    ['MAILGLOB_ACCOUNTS', '[1]'],
    ['MAILGLOB_ACCOUNTS', '[""]'],
    ['MAILGLOB_ACCOUNTS', '"billing"'],
    ['MAILGLOB_EXTRACT_QUEUE', undefined],
    ['MAILGLOB_SCAN_ROWS', 'many'],
    ['MAILGLOB_SCAN_ROWS', '0'],
    ['MAILGLOB_READ_CHARACTERS', '1.5'],
    ['MAILGLOB_CURSOR_KEY_SECRET', undefined],
    ['MAILGLOB_CALLS_PER_MINUTE', '0'],
  ])('is refused with %s as %s', (name, value) => {
    expect(() => readQueryEnvironment({ ...whole, [name]: value })).toThrow(name);
  });
});
