// Archives of some mails, read by get_email_content as a client would.

import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { storeMessages } from '../../../lib/archive/writer.ts';
import type { Caller } from '../../../lib/tools/caller.ts';
import { getEmailContentTool as tool } from '../../../lib/tools/getEmailContent.ts';
import type { ToolContext, ToolEnvironment } from '../../../lib/tools/tool.ts';
import { cursorKeys, everyone, refusalOf as refusalOfCall } from '../../doubles/toolService.ts';
import { mail as smallMail, utf8 } from '../../mails.ts';
import { openArchive } from '../archive/material.ts';

const now = () => Date.UTC(2024, 4, 7);
const flags = {
  observedAt: now(),
  isSeen: true,
  isAnswered: false,
  isFlagged: true,
  isDraft: false,
  keywords: ['a\u0000b'],
};

export const textMail = (text: string) => smallMail('Content-Type: text/plain; charset=utf-8', utf8(text));

export interface Given {
  readonly accountId?: string;
  readonly raw: Uint8Array;
  readonly isObserved?: boolean;
}

export async function contextOf(
  mails: readonly Given[],
  fields: Partial<ToolEnvironment> = {},
  caller: Caller = everyone,
) {
  const archive = openArchive();
  const outcomes = await storeMessages(
    archive,
    mails.map(({ accountId = 'alpha', raw, isObserved = false }) => ({
      ...{ accountId, raw, folderAlias: 'Archive/2024' },
      ...(isObserved ? { receivedAt: Date.UTC(2024, 4, 6), flags } : { receivedAt: null, flags: null }),
    })),
    now,
  );
  const context: ToolContext = {
    ...{ archive, cursorKeys, timeZone: 'UTC', caller },
    servedAccounts: async () => ['alpha', 'beta'],
    ...fields,
  };
  return { context, archive, ids: outcomes.map(one => one.storedEmailId) };
}

const validate = new AjvJsonSchemaValidator().getValidator(tool.outputSchema);

export async function ask(context: ToolContext, sent: Record<string, unknown>) {
  const { result } = await tool.call(context, sent);
  expect(validate(JSON.parse(JSON.stringify(result)))).toMatchObject({ valid: true });
  return result.emails;
}

export const readAll = async (
  mails: readonly Given[],
  sent: Record<string, unknown> = {},
  fields: Partial<ToolEnvironment> = {},
) => {
  const { context, ids } = await contextOf(mails, fields);
  return ask(context, { storedEmailIds: ids, ...sent });
};

export async function contentOf(
  given: Given,
  sent: Record<string, unknown> = {},
  fields: Partial<ToolEnvironment> = {},
) {
  const [email] = await readAll([given], sent, fields);
  if (!email?.content) throw new Error('nothing was read');
  return email.content;
}

export async function refusalOf(sent: Record<string, unknown>): Promise<string> {
  const { context } = await contextOf([]);
  const touched = { ...context, servedAccounts: async () => Promise.reject(new Error('looked up')) };
  return refusalOfCall(() => tool.call(touched, sent));
}
