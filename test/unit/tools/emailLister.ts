// Archives of some mails, listed by list_emails as a client would.

import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import type { Archive } from '../../../lib/archive/archive.ts';
import type { IncomingMessage } from '../../../lib/archive/prepareMail.ts';
import { storeMessages } from '../../../lib/archive/writer.ts';
import type { Caller } from '../../../lib/tools/caller.ts';
import { listEmailsTool as tool } from '../../../lib/tools/listEmails.ts';
import type { ToolContext, ToolEnvironment } from '../../../lib/tools/tool.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';
import { everyone, refusalOf as refusalOfCall, sampleEnvironment } from '../../doubles/toolService.ts';
import { mail } from '../../local/mails.ts';

export const day = 86_400_000;
export const start = Date.UTC(2024, 0, 1, 12);

/** The n-th mail, a day after the one before. */
export const incoming = (n: number, fields: Partial<IncomingMessage> = {}): IncomingMessage => ({
  accountId: 'alpha',
  folderAlias: 'INBOX',
  raw: Buffer.from(mail({ id: `mail${n}`, subject: `Mail ${n}`, files: n % 2 === 0 ? ['a.pdf'] : [] })),
  receivedAt: start + n * day,
  flags: null,
  ...fields,
});

export const seen = {
  observedAt: start,
  isSeen: true,
  isAnswered: false,
  isFlagged: true,
  isDraft: false,
  keywords: ['a b'],
};
export const samples: readonly IncomingMessage[] = [
  incoming(1),
  incoming(2, { flags: seen }),
  incoming(3, { folderAlias: 'Archive/2024', flags: { ...seen, isSeen: false } }),
  incoming(4, { accountId: 'beta' }),
  incoming(5, { raw: Buffer.from('Subject: =?utf-8?q?F=C3=BCnf?=\r\nTo: x@example.com\r\n\r\nno date, no sender') }),
];

export async function archiveOf(messages: readonly IncomingMessage[]): Promise<Archive> {
  const archive = { store: memoryStore(), blobs: memoryBlobs(() => start) };
  await storeMessages(archive, messages, () => start);
  return archive;
}

export const contextOf = async (
  fields: Partial<ToolEnvironment> = {},
  caller: Caller = everyone,
): Promise<ToolContext> => ({
  ...(await sampleEnvironment({ archive: await archiveOf(samples), ...fields })),
  caller,
});

export const list = async (sent: Record<string, unknown>, context?: ToolContext) =>
  (await tool.call(context ?? (await contextOf()), sent)).result;

export const subjectsOf = async (sent: Record<string, unknown>, context?: ToolContext) =>
  (await list(sent, context)).emails.map(email => email.subject);

export const refusalOf = (sent: Record<string, unknown>, context?: ToolContext): Promise<string> =>
  refusalOfCall(() => list(sent, context));

export const subjectMail = (subject: string) => Buffer.from(`From: a@example.com\r\nSubject: ${subject}\r\n\r\n`);

export const validate = new AjvJsonSchemaValidator().getValidator(tool.outputSchema);
