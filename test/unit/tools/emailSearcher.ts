// Archives of some mails, searched by search_emails as a client would.

import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import type { Archive } from '../../../lib/archive/archive.ts';
import type { IncomingMessage } from '../../../lib/archive/prepareMail.ts';
import type { Caller } from '../../../lib/tools/caller.ts';
import { searchEmailsTool as tool } from '../../../lib/tools/searchEmails.ts';
import type { ToolContext, ToolEnvironment } from '../../../lib/tools/tool.ts';
import { refusalOf as refusalOfCall } from '../../doubles/toolService.ts';
import { archiveOfMails, contextOver, day, start } from './mailArchive.ts';

export interface Spec {
  readonly subject?: string;
  readonly from?: string;
  readonly to?: string;
  readonly text?: string;
  readonly html?: string;
  readonly file?: string;
  readonly accountId?: string;
  readonly folderAlias?: string;
  readonly isSeen?: boolean;
}

/** The n-th mail, a day after the one before. */
export function incoming(spec: Spec, n: number): IncomingMessage {
  const { subject = '', from = 'Ann <ann@example.com>', to = 'bob@example.com', text = '', html, file } = spec;
  const { accountId = 'alpha', folderAlias = 'INBOX', isSeen } = spec;
  const body = Buffer.from(html ?? text).toString('base64');
  const parts = [
    `Content-Type: text/${html === undefined ? 'plain' : 'html'}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}`,
    ...(file === undefined
      ? []
      : [
          `Content-Type: application/pdf\r\nContent-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(file)}\r\n\r\nx`,
        ]),
  ];
  const raw = [
    ...[`From: ${from}`, `To: ${to}`, `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`],
    ...[`Message-ID: <${n}@example.com>`, 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b', ''],
    ...parts.map(part => `--b\r\n${part}`),
    ...['--b--', ''],
  ].join('\r\n');
  const flags = { observedAt: start, isAnswered: false, isFlagged: false, isDraft: false, keywords: [] };
  return {
    ...{ accountId, folderAlias, raw: Buffer.from(raw), receivedAt: start + n * day },
    flags: isSeen === undefined ? null : { ...flags, isSeen },
  };
}

export const samples: readonly Spec[] = [
  { subject: 'Invoice for March', text: 'Please find it attached.', file: 'INV_2024_077 Rechnung.pdf' },
  { subject: 'Lunch', text: 'The invoices came. We pay them on Friday, and then we go to lunch.', isSeen: true },
  {
    subject: 'Noise',
    from: '田中 芽衣 <tanaka@example.net>',
    text: 'Die Prüfung ergab nichts. The noise test is done.',
  },
  { subject: 'Noise again', text: 'Test of noise, not done.', folderAlias: 'Archive/2024', isSeen: false },
  { subject: '見積書', text: '請求書を送ります', accountId: 'beta' },
  { subject: 'ใบแจ้งหนี้', html: '<p>Visible words</p><p style="display:none">hidden treasure</p>' },
];

export const archiveOf = (specs: readonly Spec[]): Promise<Archive> => archiveOfMails(specs.map(incoming));

export const contextOf = (fields?: Partial<ToolEnvironment>, caller?: Caller): Promise<ToolContext> =>
  contextOver(samples.map(incoming), fields, caller);

export const search = async (sent: Record<string, unknown>, context?: ToolContext) =>
  (await tool.call(context ?? (await contextOf()), sent)).result;

export const subjectsOf = async (sent: Record<string, unknown>, context?: ToolContext) =>
  (await search(sent, context)).matches.map(({ summary }) => summary.subject);

export const refusalOf = (sent: Record<string, unknown>, context?: ToolContext): Promise<string> =>
  refusalOfCall(() => search(sent, context));

export const validate = new AjvJsonSchemaValidator().getValidator(tool.outputSchema);
