import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import fc from 'fast-check';
import type { AttachmentRow } from '../../../lib/archive/rows.ts';
import type { Caller } from '../../../lib/tools/caller.ts';
import { searchAttachmentsTool as tool } from '../../../lib/tools/searchAttachments.ts';
import type { ToolContext, ToolEnvironment } from '../../../lib/tools/tool.ts';
import {
  attachment,
  everyone,
  messageId,
  refusalOf as refusalOfCall,
  sampleArchive,
  sampleEnvironment,
} from '../../doubles/toolService.ts';

const contextOf = async (fields: Partial<ToolEnvironment> = {}, caller: Caller = everyone): Promise<ToolContext> => ({
  ...(await sampleEnvironment(fields)),
  caller,
});

const search = async (sent: Record<string, unknown>, context?: ToolContext) =>
  (await tool.call(context ?? (await contextOf()), sent)).result;

const namesOf = async (sent: Record<string, unknown>, context?: ToolContext) =>
  (await search(sent, context)).data.map(row => row.filename);

const refusalOf = (sent: Record<string, unknown>, context?: ToolContext): Promise<string> =>
  refusalOfCall(() => search(sent, context));

const validate = new AjvJsonSchemaValidator().getValidator(tool.outputSchema);

describe('the result', () => {
  it('has a row for each file, with what a client goes on with', async () => {
    const result = await search({ pattern: 'rxd2*.pdf' });
    expect(result).toEqual({
      data: [
        {
          message_id: messageId(5),
          subject: 'Invoice 5',
          from: 'Ann <ann@example.com>',
          date: '2024-01-05T12:00:00.000Z',
          attachment_id: `${messageId(5)}/1`,
          filename: 'RXD2_SCH.PDF',
          size_bytes: 5000,
          content_type: 'application/pdf',
          is_inline: false,
          account_id: 'alpha',
        },
      ],
      returned: 1,
      has_more: false,
      scan_complete: true,
    });
    expect(Object.keys(result)).not.toContain('next_cursor');
    expect(validate(result)).toMatchObject({ valid: true });
  });

  it('counts for the log what it holds and what it cost', async () => {
    const { items, cost } = await tool.call(await contextOf(), { pattern: 'invoice*' });
    expect([items, cost.calls > 0, cost.rows > 0]).toEqual([3, true, true]);
  });

  it('validates against its schema whatever strangers wrote, and is one line a text', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 600 });
    const rows = fc.array(
      fc.record({ subject: text, from: text, contentType: text, isInline: fc.boolean(), sizeBytes: fc.nat() }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(rows, async made => {
        const archive = await sampleArchive(
          made.map((fields, i) => attachment(i + 1, fields as Partial<AttachmentRow>)),
        );
        const result = await search({ pattern: '*', include_inline: true }, await contextOf({ archive }));
        expect(result.returned).toBe(made.length);
        expect(validate(result)).toMatchObject({ valid: true });
        expect(JSON.stringify(result)).not.toMatch(/\\u/);
      }),
      { numRuns: 100 },
    );
  });

  it('stays within its bounds for subjects without end', async () => {
    const archive = await sampleArchive([attachment(1, { subject: 'x'.repeat(100_000), from: '😀'.repeat(100_000) })]);
    const [row] = (await search({ pattern: '*' }, await contextOf({ archive }))).data;
    expect([[...(row?.subject ?? '')].length, [...(row?.from ?? '')].length]).toEqual([500, 500]);
  });
});

describe('filters', () => {
  it.each([
    [{ pattern: '*' }, ['RXD2_SCH.PDF', 'invoice 3.pdf', 'invoice 2.pdf', 'invoice 1.pdf']],
    [
      { pattern: '*', include_inline: true },
      ['RXD2_SCH.PDF', 'logo.png', 'invoice 3.pdf', 'invoice 2.pdf', 'invoice 1.pdf'],
    ],
    [{ pattern: '*', limit: 2 }, ['RXD2_SCH.PDF', 'invoice 3.pdf']],
    [{ pattern: '*', offset: 3 }, ['invoice 1.pdf']],
    [
      { pattern: 'invoice*', limit: [], offset: [], from: [], after: [], include_inline: [] },
      ['invoice 3.pdf', 'invoice 2.pdf', 'invoice 1.pdf'],
    ],
    [{ pattern: '*', after: '2024-01-03' }, ['RXD2_SCH.PDF', 'invoice 3.pdf']],
    [{ pattern: '*', before: '2024-01-02' }, ['invoice 2.pdf', 'invoice 1.pdf']],
    [{ pattern: '*', after: '2024-01-03', before: '2024-01-03' }, ['invoice 3.pdf']],
    [{ pattern: '*', accountIds: ['beta'] }, ['invoice 2.pdf']],
    [{ pattern: '*', accountIds: ['beta', 'beta'] }, ['invoice 2.pdf']],
    [{ pattern: '*', from: 'ANN@example.COM', limit: 1 }, ['RXD2_SCH.PDF']],
    [{ pattern: '*', from: 'Ann <ann@example.com>', limit: 1 }, ['RXD2_SCH.PDF']],
    [{ pattern: '*', from: 'ann@example' }, []],
    [{ pattern: '*', min_size_bytes: 3000, max_size_bytes: 3000 }, ['invoice 3.pdf']],
    [{ pattern: 'invoice 1.pdf,invoice 2.pdf' }, []],
  ])('%j', async (sent, names) => {
    expect(await namesOf(sent)).toEqual(names);
  });

  it('means days of the deployment’s time zone, the last one whole', async () => {
    // 12:00 UTC of 3 January is 02:00 of the 4th in the zone that is furthest ahead.
    const context = await contextOf({ timeZone: 'Pacific/Kiritimati' });
    expect(await namesOf({ pattern: '*', after: '2024-01-04', before: '2024-01-04' }, context)).toEqual([
      'invoice 3.pdf',
    ]);
    expect(await namesOf({ pattern: '*', before: '2024-01-03' }, context)).toEqual(['invoice 2.pdf', 'invoice 1.pdf']);
  });
});

describe('refusals', () => {
  it.each([
    [{}, /^51002 pattern is required/],
    [{ pattern: '' }, /^51002 pattern takes text of 1 to 256 characters/],
    [{ pattern: ' \u00a0' }, /^51002 pattern/],
    [{ pattern: 'a\u0007' }, /^51002 pattern/],
    [{ pattern: '\ud83d*' }, /^51002 pattern/],
    [{ pattern: 'x'.repeat(257) }, /^51002 pattern/],
    [{ pattern: ['*.pdf'] }, /^51002 pattern/],
    [{ pattern: '*', limit: 0 }, /^51001 limit takes a whole number from 1 to 100\.$/],
    [{ pattern: '*', limit: 101 }, /^51001 limit/],
    [{ pattern: '*', limit: 2.5 }, /^51001 limit/],
    [{ pattern: '*', limit: '10' }, /^51002 limit/],
    [{ pattern: '*', offset: 10_001 }, /^51002 offset takes .* to 10000; .*cursor/],
    [{ pattern: '*', offset: -1 }, /^51002 offset/],
    [{ pattern: '*', after: '2024-02-30' }, /^51002 after/],
    [{ pattern: '*', before: '01.02.2024' }, /^51002 before/],
    [{ pattern: '*', after: '2024-02-02', before: '2024-02-01' }, /^51002 before is earlier than after/],
    [{ pattern: '*', accountIds: 'alpha' }, /^51002 accountIds/],
    [{ pattern: '*', accountIds: ['alpha', 7] }, /^51002 accountIds/],
    [
      { pattern: '*', accountIds: Array.from({ length: 65 }, () => 'alpha') },
      /^51002 accountIds takes a list of at most 64/,
    ],
    [{ pattern: '*', accountIds: ['gamma'] }, /^53001 account 'gamma' is not served to you/],
    [{ pattern: '*', from: '' }, /^51002 from/],
    [{ pattern: '*', from: '@' }, /^51002 from takes a whole address .* or Name <address>/],
    [{ pattern: '*', from: 'Ann Example' }, /^51002 from/],
    [{ pattern: '*', min_size_bytes: -1 }, /^51002 min_size_bytes/],
    [{ pattern: '*', max_size_bytes: 1.5 }, /^51002 max_size_bytes/],
    [{ pattern: '*', min_size_bytes: 2, max_size_bytes: 1 }, /^51002 max_size_bytes is below min_size_bytes/],
    [{ pattern: '*', include_inline: 'yes' }, /^51002 include_inline/],
    [
      { pattern: '*', page: 2 },
      /^51002 .*pattern, after, before, limit, offset, cursor, accountIds, from, min_size_bytes, max_size_bytes, include_inline/,
    ],
    [{ pattern: '*', cursor: 'x', offset: 0 }, /^51002 cursor is not taken together with offset/],
    [{ pattern: '*', cursor: 'x' }, /^52001 /],
    [{ pattern: '*', cursor: '' }, /^52001 /],
    [{ pattern: '*', cursor: 'x'.repeat(513) }, /^52001 /],
    [{ pattern: '*', cursor: 5 }, /^51002 cursor/],
  ])('%j', async (sent, refusal) => {
    expect(await refusalOf(sent)).toMatch(refusal);
  });

  it('take bounds by code points', async () => {
    expect(await refusalOf({ pattern: '😀'.repeat(256) })).toBe('answered');
    expect(await refusalOf({ pattern: '😀'.repeat(257) })).toMatch(/^51002/);
  });

  it('come before anything is read', async () => {
    const context = await contextOf({
      servedAccounts: async () => {
        throw new Error('read');
      },
    });
    expect(await refusalOf({ pattern: '*', max_size_bytes: 1, min_size_bytes: 2 }, context)).toMatch(/^51002/);
  });

  it('never say what was sent', async () => {
    const secret = 'zqxjkv';
    const values = [secret, [secret], { [secret]: secret }, `${secret}\n`, secret.repeat(100)];
    for (const name of [...Object.keys(tool.inputSchema.properties), secret]) {
      for (const value of values) {
        const refusal = await refusalOf({ pattern: '*', [name]: value });
        if (!refusal.startsWith('53001')) expect(refusal).not.toContain(secret);
      }
    }
  });
});

describe('cursors', () => {
  async function readAll(sent: Record<string, unknown>, context: ToolContext) {
    const names: string[] = [];
    let result = await search(sent, context);
    for (let pages = 1; ; pages++) {
      names.push(...result.data.map(row => row.filename));
      if (!result.has_more) return { names, pages };
      result = await search({ ...sent, cursor: result.next_cursor }, context);
    }
  }

  it('lead through every page, whatever the page size', async () => {
    const context = await contextOf();
    expect(await readAll({ pattern: '*', limit: 1 }, context)).toEqual({
      names: ['RXD2_SCH.PDF', 'invoice 3.pdf', 'invoice 2.pdf', 'invoice 1.pdf'],
      pages: 4,
    });
  });

  it('lead on where the budget ended, and say so', async () => {
    const context = await contextOf({ budget: { rows: 1, milliseconds: 1000 } });
    const first = await search({ pattern: '*', max_size_bytes: 1000 }, context);
    expect(first).toMatchObject({ data: [], returned: 0, has_more: true, scan_complete: false });
    expect(first.next_cursor?.length).toBeLessThanOrEqual(512);
    expect(validate(first)).toMatchObject({ valid: true });
    expect((await readAll({ pattern: '*', max_size_bytes: 1000 }, context)).names).toEqual(['invoice 1.pdf']);
  });

  it('are bound to every filter and to the caller, not to the page size', async () => {
    const context = await contextOf();
    const sent = { pattern: '*', limit: 1, accountIds: ['alpha', 'beta'] };
    const { next_cursor: cursor } = await search(sent, context);
    expect(await refusalOf({ ...sent, cursor, limit: 3 }, context)).toBe('answered');
    expect(await refusalOf({ ...sent, cursor, offset: [] }, context)).toBe('answered');
    expect(await refusalOf({ ...sent, cursor, accountIds: ['beta', 'alpha', 'beta'] }, context)).toBe('answered');
    const others = [
      { pattern: '*.pdf' },
      { after: '2024-01-01' },
      { before: '2024-12-31' },
      { accountIds: ['alpha'] },
      { accountIds: null },
      { from: 'ann@example.com' },
      { min_size_bytes: 0 },
      { max_size_bytes: 10 },
      { include_inline: true },
    ];
    for (const other of others) expect(await refusalOf({ ...sent, cursor, ...other }, context)).toMatch(/^52002 /);
    const caller = { id: 'x', accounts: ['alpha', 'beta'], library: true, scopes: new Set(['read'] as const) };
    expect(await refusalOf({ ...sent, cursor }, { ...context, caller })).toMatch(/^52002 /);
  });
});

describe('grants', () => {
  const caller: Caller = { id: 'x', accounts: ['beta', 'elsewhere'], library: true, scopes: new Set(['read']) };

  it('bound what is read and what is answered', async () => {
    const context = await contextOf({}, caller);
    expect(await namesOf({ pattern: '*' }, context)).toEqual(['invoice 2.pdf']);
    expect(await refusalOf({ pattern: '*', accountIds: ['alpha'] }, context)).toMatch(/^53001 /);
    expect(await refusalOf({ pattern: '*', accountIds: ['elsewhere'] }, context)).toMatch(/^53001 /);
  });

  it('of nothing find nothing', async () => {
    const context = await contextOf({}, { id: 'x', accounts: [], library: true, scopes: new Set(['read']) });
    expect(await search({ pattern: '*' }, context)).toMatchObject({ data: [], has_more: false, scan_complete: true });
  });
});
