// What sections 2, 4 and 5 of the contract promise of list_emails and get_email_content, asked as any client asks: over
// MCP, with every result held to the published schema by the client. Run on this machine and deployed.

import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { ListEmailsResult } from '../../lib/tools/listEmails.ts';
import { bruteForce, drawQuestions, type EmailQuestion, type ModelMail, summaryOf } from './mailModel.ts';

/** Calls a tool; a result is what the client validated, and the text is the same, minified. */
export async function callTool<T>(client: Client, name: string, sent: Readonly<Record<string, unknown>>): Promise<T> {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: { ...sent } });
  expect([sent, isError ?? false, content]).toEqual([
    sent,
    false,
    [{ type: 'text', text: JSON.stringify(structuredContent) }],
  ]);
  return structuredContent as T;
}

const list = (client: Client, sent: Readonly<Record<string, unknown>>) =>
  callTool<ListEmailsResult>(client, 'list_emails', sent);

/** The code of a refusal, whose text is one sentence that repeats nothing of what was sent. */
async function refusalOf(client: Client, name: string, sent: Readonly<Record<string, unknown>>): Promise<number> {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: { ...sent } });
  const [{ text = '' } = {}, ...others] = content as readonly { readonly text?: string }[];
  expect({ sent, isError, structuredContent, others }).toEqual({
    ...{ sent, isError: true, others: [] },
    structuredContent: undefined,
  });
  const [, code] = /^mailglob error (\d{5}): [^\n]+\.?$/u.exec(text) ?? [];
  expect(text).not.toMatch(/canary/i);
  return Number(code);
}

type Schema = Readonly<Record<string, unknown>> & {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
};

/** Every property below a schema, by its path. */
function propertiesOf(schema: Schema, path = ''): [path: string, property: Schema][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]): [string, Schema][] => [
    [`${path}${name}`, property],
    ...propertiesOf(property, `${path}${name}.`),
    ...propertiesOf(property.items ?? {}, `${path}${name}[].`),
  ]);
}

const titles = new Map([
  ['list_emails', 'List emails'],
  ['get_email_content', 'Get email content'],
]);

/** Names, titles, annotations and schemas, to the letter. */
export async function checkTools(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  for (const [name, title] of titles) {
    const tool = tools.find(one => one.name === name);
    expect([name, tool?.title]).toEqual([name, title]);
    expect(tool?.annotations).toMatchObject({
      ...{ readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    });
    for (const said of [/this archive alone/, /never a mail server/, /changes nothing/, /at most|up to/])
      expect(tool?.description).toMatch(said);
    for (const schema of [tool?.inputSchema, tool?.outputSchema] as unknown as Schema[]) {
      expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
      for (const [path, { description, ...property }] of propertiesOf(schema)) {
        expect([path, typeof description]).toEqual([path, 'string']);
        for (const value of property.enum ?? []) if (value !== null) expect(value).toMatch(/^[a-z][A-Za-z]*$/);
      }
    }
    for (const [path, property] of Object.entries((tool?.inputSchema as Schema | undefined)?.properties ?? {}))
      if (path !== 'storedEmailIds') expect(property.description).toMatch(/Left out: /);
  }
  const failure = await client.callTool({ name: 'canary_tool', arguments: {} }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: -32602 });
  expect(String(failure)).not.toContain('canary');
}

const ninetyNine = Array.from({ length: 99 }, (_, i) => `canary ${i}`);
const long = (length: number) => 'c'.repeat(length);

/** Every value that is refused, with its code, and those at the bounds that are not. */
export async function checkListRefusals(client: Client, accountId: string): Promise<void> {
  const cases: readonly (readonly [code: number, sent: Readonly<Record<string, unknown>>])[] = [
    ...[0, 101, -1, 2.5, 1e300].map(pageSize => [51001, { pageSize }] as const),
    ...['25', true, [25], {}].map(pageSize => [51002, { pageSize }] as const),
    ...['canary', 1, {}, [1], [''], ['a\nb'], [long(257)], ninetyNine].flatMap(names => [
      [51002, { accountIds: names }] as const,
      [51002, { folderAliases: names }] as const,
    ]),
    [53001, { accountIds: [accountId, 'no such account'] }],
    ...['canary address', 'canary@', '@canary', '<canary', ' ', 7, ['canary@example.com'], `${long(320)}@b`].flatMap(
      who => [[51002, { senderAddress: who }] as const, [51002, { recipientAddress: who }] as const],
    ),
    ...[long(257), 'canary\u0000', 'canary\n', 7, ['canary'], '\ud800'].map(
      subjectFragment => [51002, { subjectFragment }] as const,
    ),
    ...['2024-05-17', '2024-05-17T12:00:00', '2024-02-30T12:00:00Z', '2024-05-17T25:00:00Z', 'canary', 0].flatMap(
      at => [[51002, { receivedOnOrAfter: at }] as const, [51002, { receivedBefore: at }] as const],
    ),
    [51002, { receivedOnOrAfter: '2024-05-17T12:00:00Z', receivedBefore: '2024-05-17T13:59:59+02:00' }],
    ...['true', 1, 'canary'].flatMap(flag => [
      [51002, { isRemotelySeen: flag }] as const,
      [51002, { hasAttachments: flag }] as const,
    ]),
    ...['newestfirst', 'canary', 1].map(direction => [51002, { direction }] as const),
    ...['canary', '', long(513), 'AQAA'].map(cursor => [52001, { cursor }] as const),
    [51002, { cursor: 7 }],
    [51002, { canary: 1 }],
    [51002, { page_size: 5 }],
    [51002, { queryText: 'canary' }],
  ];
  for (const [code, sent] of cases) expect([sent, await refusalOf(client, 'list_emails', sent)]).toEqual([sent, code]);
  const taken: readonly Readonly<Record<string, unknown>>[] = [
    { pageSize: 1, accountIds: [], folderAliases: [], senderAddress: null, recipientAddress: null, cursor: null },
    { subjectFragment: null, receivedOnOrAfter: null, receivedBefore: null, isRemotelySeen: null, direction: null },
    { hasAttachments: null, pageSize: null, accountIds: null, folderAliases: null },
    // Characters are code points.
    { subjectFragment: '😁'.repeat(256), folderAliases: ['😁'.repeat(256)] },
    { receivedOnOrAfter: '2024-05-17T12:00:00Z', receivedBefore: '2024-05-17T14:00:00.000+02:00' },
    { senderAddress: `${'c'.repeat(64)}@${'d'.repeat(255)}`, accountIds: Array(64).fill(accountId) },
  ];
  for (const sent of taken) await list(client, sent);
}

export async function checkReadRefusals(client: Client, ids: readonly string[]): Promise<void> {
  const [a = '', b = ''] = ids;
  const none = '00000000-0000-0000-0000-000000000000';
  const cases: readonly (readonly [code: number, sent: Readonly<Record<string, unknown>>])[] = [
    [51005, {}],
    [51005, { storedEmailIds: null }],
    [51005, { storedEmailIds: [] }],
    // Counted before any is looked at, then their form, then whether one is named twice.
    [51005, { storedEmailIds: Array(11).fill('canary') }],
    [51004, { storedEmailIds: [a, a, 'canary'] }],
    [51004, { storedEmailIds: [none] }],
    [51004, { storedEmailIds: [`${a}${' '.repeat(40)}`] }],
    [51004, { storedEmailIds: [long(65)] }],
    [51006, { storedEmailIds: [a, b, a] }],
    [51006, { storedEmailIds: [a, `{${a.toUpperCase()}}`] }],
    [51006, { storedEmailIds: [a, a.replaceAll('-', '')] }],
    [51002, { storedEmailIds: a }],
    [51002, { storedEmailIds: [1] }],
    [51002, { storedEmailIds: [a], includeSanitizedHtml: 'true' }],
    [51002, { storedEmailIds: [a], includeAttachmentDetails: 1 }],
    [51002, { storedEmailIds: [a], canary: true }],
  ];
  for (const [code, sent] of cases)
    expect([sent, await refusalOf(client, 'get_email_content', sent)]).toEqual([sent, code]);
  const { emails } = await callTool<{ emails: { storedEmailId: string; content: unknown; failure: unknown }[] }>(
    client,
    'get_email_content',
    { storedEmailIds: [b.toUpperCase(), '11111111-1111-4111-8111-111111111111', a], includeSanitizedHtml: null },
  );
  expect(emails.map(one => one.storedEmailId)).toEqual([b, '11111111-1111-4111-8111-111111111111', a]);
  expect(emails.map(one => one.failure)).toEqual([null, { code: 53002, message: expect.any(String) }, null]);
  expect(emails.map(one => one.content === null)).toEqual([false, true, false]);
}

const pageSizes = [1, 3, 10, 25, 100];
const mostPages = 12;

/** Of every folder in the scope of a question one entry. */
function freshnessOf(
  mails: readonly ModelMail[],
  accountIds: readonly string[],
  aliases: readonly string[] | undefined,
) {
  return accountIds
    .flatMap(accountId => {
      const stored = new Map(
        mails.filter(one => one.accountId === accountId).map(one => [one.folderAlias.toLowerCase(), one.folderAlias]),
      );
      const named = aliases && new Set(aliases.map(alias => alias.toLowerCase()));
      return [...(named ?? stored.keys())].map(key => `${accountId} ${key} ${stored.has(key)}`);
    })
    .toSorted();
}

/**
 * Asks drawn questions page by page and compares each with brute force.
 * @param mails all that the accounts hold
 */
export async function checkLists(client: Client, mails: readonly ModelMail[], count: number): Promise<void> {
  const byId = new Map(mails.map(one => [one.id, one]));
  const accountIds = [...new Set(mails.map(one => one.accountId))];
  const folders = [...new Set(mails.map(one => one.folderAlias))];
  for (const [i, drawn] of drawQuestions(mails, folders, count).entries()) {
    // Mail of other accounts may arrive all the while: it is in the scope of no question.
    const question: EmailQuestion & { accountIds: readonly string[] } = { accountIds, ...drawn };
    const all = bruteForce(mails, question);
    const walked: ListEmailsResult['emails'][number][] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < mostPages; pages++) {
      const pageSize = pageSizes[(i + pages) % pageSizes.length] ?? 1;
      const page = await list(client, { ...question, pageSize, ...(cursor !== undefined && { cursor }) });
      walked.push(...page.emails);
      cursor = page.nextCursor;
      expect({ question, more: cursor !== undefined }).toEqual({ question, more: all.length > walked.length });
      expect(page.emails).toHaveLength(Math.min(pageSize, all.length - walked.length + page.emails.length));
      expect(cursor?.length ?? 0).toBeLessThanOrEqual(512);
      const fresh = page.folderFreshness.map(
        folder => `${folder.accountId} ${folder.folderAlias.toLowerCase()} ${folder.wasSynchronized}`,
      );
      expect({ question, fresh: fresh.toSorted() }).toEqual({
        question,
        fresh: freshnessOf(mails, question.accountIds, question.folderAliases),
      });
      for (const { wasSynchronized, lastStoredAt } of page.folderFreshness)
        expect(lastStoredAt !== null).toBe(wasSynchronized);
      if (cursor === undefined) break;
    }
    expect({ question, ids: walked.map(email => email.storedEmailId) }).toEqual({
      question,
      ids: all.slice(0, walked.length).map(one => one.id),
    });
    for (const email of walked) {
      const one = byId.get(email.storedEmailId);
      const { observedAt, ...remoteFlags } = email.remoteFlags;
      expect({ ...email, remoteFlags }).toEqual(one && summaryOf(one));
      expect(observedAt !== null).toBe(remoteFlags.wasObserved);
    }
  }
}

/** A cursor is good for its own question alone, at any page size, and an edited one is none. */
export async function checkCursors(client: Client, mails: readonly ModelMail[]): Promise<void> {
  const accountIds = [...new Set(mails.map(one => one.accountId))];
  const [first = ''] = accountIds;
  const question = { accountIds, hasAttachments: null, pageSize: 2 };
  const { nextCursor: cursor = '', emails } = await list(client, question);
  expect(cursor).not.toBe('');
  const others: readonly Readonly<Record<string, unknown>>[] = [
    { accountIds: [first] },
    { accountIds: null },
    { folderAliases: ['INBOX'] },
    { senderAddress: 'ann@example.com' },
    { recipientAddress: 'ann@example.com' },
    { subjectFragment: 're' },
    { receivedOnOrAfter: '1990-01-01T00:00:00Z' },
    { receivedBefore: '2090-01-01T00:00:00Z' },
    { isRemotelySeen: false },
    { hasAttachments: true },
    { direction: 'oldestFirst' },
  ];
  for (const change of others) {
    const sent = { ...question, ...change, cursor };
    expect([change, await refusalOf(client, 'list_emails', sent)]).toEqual([change, 52002]);
  }
  const edited = [`${cursor}A`, cursor.slice(0, -1), `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`];
  for (const broken of edited)
    expect(await refusalOf(client, 'list_emails', { ...question, cursor: broken })).toBe(52001);
  expect(await refusalOf(client, 'searchAttachments', { pattern: '*', accountIds, cursor })).toBe(52002);
  const on = await list(client, { accountIds: accountIds.toReversed(), pageSize: 3, cursor });
  const ids = bruteForce(mails, { accountIds }).map(one => one.id);
  expect([...emails, ...on.emails].map(email => email.storedEmailId)).toEqual(ids.slice(0, 5));
}

/** What the client validated by, so that the checks above mean something: a schema that takes anything would not do. */
export async function checkSchemaIsStrict(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  const schema = tools.find(tool => tool.name === 'list_emails')?.outputSchema;
  const page = await list(client, { pageSize: 1 });
  const validate = new AjvJsonSchemaValidator().getValidator<unknown>(schema as never);
  expect(validate(page)).toMatchObject({ valid: true });
  const [email] = page.emails;
  for (const wrong of [
    { ...page, more: 1 },
    { ...page, emails: [{ ...email, sizeBytes: '1' }] },
    { ...page, emails: [{ ...email, contentAvailability: 'Available' }] },
    { emails: page.emails },
  ])
    expect(validate(wrong)).toMatchObject({ valid: false });
}
