// Whoever may read one account learns nothing of another, not even that it is there. Everything a caller can say is said
// in two worlds, one with the other account and its mail and one where it never was: the answers are the same to the
// letter, and so is what was read for them, call by call.

import type { Archive } from '../../../lib/archive/archive.ts';
import { workOffFiles } from '../../../lib/archive/files/workOffFiles.ts';
import { storedEmailIdOf } from '../../../lib/archive/identity.ts';
import type { Blobs, Store } from '../../../lib/archive/ports.ts';
import type { IncomingMessage } from '../../../lib/archive/prepareMail.ts';
import { storeMessages } from '../../../lib/archive/writer.ts';
import { MailglobError } from '../../../lib/errors.ts';
import type { Caller } from '../../../lib/tools/caller.ts';
import type { JsonSchema } from '../../../lib/tools/jsonSchema.ts';
import type { Tool } from '../../../lib/tools/tool.ts';
import { tools } from '../../../lib/tools/tools.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';
import { plainExtract } from '../../doubles/plainExtract.ts';
import { cursorKeys } from '../../doubles/toolService.ts';
import { mail } from '../../local/mails.ts';

const start = Date.UTC(2024, 0, 1);
const day = 86_400_000;

const mailOf = (account: string, n: number): IncomingMessage => ({
  accountId: account,
  folderAlias: n % 2 === 0 ? 'INBOX' : `Projects/${account}`,
  raw: Buffer.from(
    mail({
      id: `${account}-${n}`,
      from: `${account} Smith <${account}@example.com>`,
      subject: `Subject of ${account} ${n}`,
      files: [`report of ${account} ${n}.pdf`, 'shared name.pdf'],
    }),
  ),
  receivedAt: start + n * day,
  flags: null,
});

const mailsOf = (account: string) => Array.from({ length: 4 }, (_, n) => mailOf(account, n));
const idOf = ({ accountId, folderAlias, raw }: IncomingMessage) => storedEmailIdOf(accountId, folderAlias, raw);

interface World {
  readonly archive: Archive;
  readonly served: readonly string[];
  /** What was asked of the store and the blobs. */
  readonly reads: unknown[];
}

/** What a call of a port is about: how many keys, or lists of terms, and how many rows; not which. */
function sizeOf(argument: unknown): unknown {
  if (Array.isArray(argument)) return argument.length;
  if (typeof argument !== 'object' || argument === null) return typeof argument;
  const { anyOf, limit, direction } = argument as Record<string, unknown>;
  return { lists: Array.isArray(anyOf) ? anyOf.length : null, limit, direction };
}

function watched<Port extends Store | Blobs>(port: Port, reads: unknown[]): Port {
  return new Proxy(port, {
    get(target, name) {
      const method = target[name as keyof Port];
      if (typeof method !== 'function') return method;
      return (...args: unknown[]) => {
        reads.push([String(name), sizeOf(args[0])]);
        return (method as (...sent: unknown[]) => unknown).apply(target, args);
      };
    },
  });
}

async function worldOf(...accounts: readonly string[]): Promise<World> {
  const archive = { store: memoryStore(), blobs: memoryBlobs(() => start) };
  await storeMessages(archive, accounts.flatMap(mailsOf), () => start);
  await workOffFiles(archive, plainExtract);
  const reads: unknown[] = [];
  return {
    archive: { store: watched(archive.store, reads), blobs: watched(archive.blobs, reads) },
    served: accounts,
    reads,
  };
}

const callerOf = (accounts: Caller['accounts']): Caller => ({
  id: 'caller',
  accounts,
  library: false,
  scopes: new Set(['read']),
});

/** What a caller is told, and what was read for it. */
async function told(tool: Tool, { archive, served, reads }: World, caller: Caller, sent: Record<string, unknown>) {
  reads.length = 0;
  const context = { archive, cursorKeys, timeZone: 'UTC', servedAccounts: async () => served, caller };
  const answer = await tool.call(context, sent).then(
    ({ result }) => result,
    (error: unknown) => {
      if (error instanceof MailglobError) return { code: error.code, message: error.message };
      throw error;
    },
  );
  return { answer: JSON.parse(JSON.stringify(answer)) as unknown, reads: [...reads] };
}

const alpha = mailsOf('alpha');
const [first, second] = mailsOf('beta').map(idOf);

/** A call of each tool that is answered; one that is missing here is a tool that nobody tried. */
const goodCalls: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  searchAttachments: { pattern: '*' },
  list_emails: {},
  search_emails: { queryText: 'subject' },
  get_email_content: { storedEmailIds: [first, second] },
  search_files: { keyword: 'report' },
};

/** Texts that only who may read `alpha` can know. */
const textsOfAlpha: readonly string[] = [
  'alpha',
  'ALPHA',
  'Projects/alpha',
  'alpha@example.com',
  'alpha Smith <alpha@example.com>',
  'Subject of alpha 1',
  '"Subject of alpha"',
  'report of alpha 1.pdf',
  '*alpha*',
  'alpha-1@example.com',
  'mail/alpha',
  'mail/alpha/INBOX/2024-01',
  '../alpha',
  ...alpha.flatMap(one => [idOf(one), `${idOf(one)}/1`, `mail/alpha/INBOX/${idOf(one)}.eml`]),
];

/** Values that an argument of this schema may be given, of which all are about `alpha` in some way. */
function attempts({ type, items }: JsonSchema, cursors: readonly string[]): unknown[] {
  const texts = [...textsOfAlpha, ...cursors];
  if (type === 'string') return texts;
  if (type === 'array' && items?.type === 'string')
    return texts.flatMap(text => [[text], [text, 'beta'], [first, text]]);
  return [];
}

/** Cursors that somebody who may read `alpha` was given. */
async function cursorsOf(tool: Tool, world: World): Promise<readonly string[]> {
  const cursors: string[] = [];
  for (const accounts of [['alpha'], ['alpha', 'beta'], '*'] as const) {
    for (const page of [{ limit: 1 }, { pageSize: 1 }]) {
      const { answer } = await told(tool, world, callerOf(accounts), { ...goodCalls[tool.name], ...page });
      const { next_cursor: one, nextCursor: other } = answer as Record<string, unknown>;
      for (const cursor of [one, other]) if (typeof cursor === 'string') cursors.push(cursor);
    }
  }
  return cursors;
}

describe.each([...tools.values()])('$name', tool => {
  const good = goodCalls[tool.name];
  let both: World;
  let alone: World;
  let calls: Record<string, unknown>[];

  beforeAll(async () => {
    [both, alone] = [await worldOf('alpha', 'beta'), await worldOf('beta')];
    const properties = Object.entries(tool.inputSchema.properties);
    const cursors = await cursorsOf(tool, both);
    if ('cursor' in tool.inputSchema.properties) expect(cursors.length).toBeGreaterThanOrEqual(3);
    calls = properties.flatMap(([name, schema]) =>
      attempts(schema, cursors).map(value => ({ ...good, [name]: value })),
    );
  });

  it('answers one who may read beta as if alpha had never been', async () => {
    expect(good).toBeDefined();
    const beta = callerOf(['beta']);
    for (const sent of [{ ...good }, ...calls]) {
      expect([sent, await told(tool, both, beta, sent)]).toEqual([sent, await told(tool, alone, beta, sent)]);
    }
  });

  it('answers one who may read nothing as if nothing had ever been', async () => {
    const nobody = callerOf([]);
    const empty = await worldOf();
    for (const sent of [{ ...good }, ...calls]) {
      expect([sent, await told(tool, both, nobody, sent)]).toEqual([sent, await told(tool, empty, nobody, sent)]);
    }
  });

  it('answers one who may read alpha otherwise, so that what was tried was worth trying', async () => {
    let others = 0;
    for (const sent of calls) {
      const one = await told(tool, both, callerOf(['alpha']), sent);
      const other = await told(tool, alone, callerOf(['beta']), sent);
      if (JSON.stringify(one.answer) !== JSON.stringify(other.answer)) others++;
    }
    expect(others).toBeGreaterThan(5);
  });
});
