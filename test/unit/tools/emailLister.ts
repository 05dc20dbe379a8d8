// Archives of some mails, listed by list_emails as a client would.

import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import type { IncomingMessage } from '../../../lib/archive/prepareMail.ts';
import type { Caller } from '../../../lib/tools/caller.ts';
import { listEmailsTool as tool } from '../../../lib/tools/listEmails.ts';
import type { ToolContext, ToolEnvironment } from '../../../lib/tools/tool.ts';
import { refusalOf as refusalOfCall } from '../../doubles/toolService.ts';
import { mail } from '../../local/mails.ts';
import { contextOver, day, start } from './mailArchive.ts';

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

export const contextOf = (fields?: Partial<ToolEnvironment>, caller?: Caller): Promise<ToolContext> =>
  contextOver(samples, fields, caller);

export const list = async (sent: Record<string, unknown>, context?: ToolContext) =>
  (await tool.call(context ?? (await contextOf()), sent)).result;

export const subjectsOf = async (sent: Record<string, unknown>, context?: ToolContext) =>
  (await list(sent, context)).emails.map(email => email.subject);

export const refusalOf = (sent: Record<string, unknown>, context?: ToolContext): Promise<string> =>
  refusalOfCall(() => list(sent, context));

export const subjectMail = (subject: string) => Buffer.from(`From: a@example.com\r\nSubject: ${subject}\r\n\r\n`);

export const validate = new AjvJsonSchemaValidator().getValidator(tool.outputSchema);
