// A small archive in memory behind the tools, for tests of tools, gateway and local servers.

import type { Archive } from '../../lib/archive/archive.ts';
import { attachmentRow } from '../../lib/archive/names.ts';
import type { Blobs, Store } from '../../lib/archive/ports.ts';
import type { AttachmentRow } from '../../lib/archive/rows.ts';
import { MailglobError } from '../../lib/errors.ts';
import type { Service } from '../../lib/gateway/callTool.ts';
import type { LogEntry } from '../../lib/log.ts';
import type { Caller } from '../../lib/tools/caller.ts';
import type { ToolEnvironment } from '../../lib/tools/tool.ts';
import { tools } from '../../lib/tools/tools.ts';
import { memoryStore } from './memoryStore.ts';

export const everyone: Caller = { id: 'everyone', accounts: '*', library: true, scopes: new Set(['read', 'admin']) };

export const cursorKeys = { current: new Uint8Array(32).fill(7), previous: [] };

/** What a call is refused with, as `code sentence`; any other failure is thrown on. */
export async function refusalOf(call: () => Promise<unknown>): Promise<string> {
  try {
    await call();
  } catch (error) {
    if (error instanceof MailglobError) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'answered';
}

/** The id of the n-th message of the samples. */
export const messageId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** An attachment of the n-th message, one day after that of the one before, from 1 January 2024 UTC. */
export const attachment = (n: number, fields: Partial<AttachmentRow> = {}): AttachmentRow => ({
  accountId: 'alpha',
  messageId: messageId(n),
  number: 1,
  date: Date.UTC(2024, 0, n, 12),
  filename: `invoice ${n}.pdf`,
  subject: `Invoice ${n}`,
  from: 'Ann <ann@example.com>',
  sizeBytes: 1000 * n,
  contentType: 'application/pdf',
  isInline: false,
  ...fields,
});

export const samples: readonly AttachmentRow[] = [
  attachment(1),
  attachment(2, { accountId: 'beta' }),
  attachment(3),
  attachment(4, { filename: 'logo.png', isInline: true, contentType: 'image/png' }),
  attachment(5, { filename: 'RXD2_SCH.PDF' }),
];

/** No tool of the first release reads raw mail. */
const noBlobs: Blobs = {
  create: async () => false,
  put: async () => {},
  get: async () => null,
  info: async () => null,
  getWithMetadata: async () => null,
  setMetadata: async () => false,
  list: async () => [],
  remove: async () => {},
};

export async function sampleArchive(rows: readonly AttachmentRow[] = samples): Promise<Archive> {
  const store = memoryStore();
  await store.put(rows.map(row => attachmentRow(row, 'ann@example.com')));
  return { store, blobs: noBlobs };
}

export async function sampleEnvironment(fields: Partial<ToolEnvironment> = {}): Promise<ToolEnvironment> {
  return {
    archive: await sampleArchive(),
    cursorKeys,
    timeZone: 'UTC',
    servedAccounts: async () => ['alpha', 'beta'],
    ...fields,
  };
}

/** A store whose reading fails with an error that carries what nobody outside may see. */
export function brokenStore(error: unknown): Store {
  const fail = async (): Promise<never> => {
    throw error;
  };
  return { ...memoryStore(), candidates: fail };
}

export interface LoggedService extends Service {
  readonly entries: readonly LogEntry[];
}

export async function sampleService(fields: Partial<ToolEnvironment> = {}): Promise<LoggedService> {
  const entries: LogEntry[] = [];
  const environment = await sampleEnvironment(fields);
  return { version: '0.0.0', tools, environment, log: entry => void entries.push(entry), entries };
}
