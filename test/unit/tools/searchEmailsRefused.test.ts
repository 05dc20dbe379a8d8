// Who may search mails and what is refused, what strangers wrote, and mails whose content is lost.

import type { Archive } from '../../../lib/archive/archive.ts';
import { contentBlobKey, mailBlobKey, mailName } from '../../../lib/archive/blobKeys.ts';
import { storedEmailIdOf } from '../../../lib/archive/identity.ts';
import { limits } from '../../../lib/limits.ts';
import type { Caller } from '../../../lib/tools/caller.ts';
import { searchEmailsTool as tool } from '../../../lib/tools/searchEmails.ts';
import type { ToolContext } from '../../../lib/tools/tool.ts';
import { archiveOf, contextOf, incoming, refusalOf, samples, search } from './emailSearcher.ts';

describe('a caller', () => {
  const beta: Caller = { id: 'beta', accounts: ['beta'], library: false, scopes: new Set(['read']) };

  it('finds mail of the accounts that are granted alone, and learns nothing of the others', async () => {
    const specs = [{ text: 'word' }, { text: 'word', accountId: 'beta' }];
    const alone = await contextOf({ archive: await archiveOf(specs.slice(1)) }, beta);
    const beside = await contextOf({ archive: await archiveOf([...specs, ...specs.slice(0, 1)]) }, beta);
    const ranks = async (context: ToolContext) =>
      (await search({ queryText: 'word' }, context)).matches.map(({ summary, relevanceRank }) => [
        summary.accountId,
        relevanceRank,
      ]);
    expect(await ranks(beside)).toEqual(await ranks(alone));
    expect(await ranks(alone)).toEqual([['beta', expect.any(Number)]]);
    expect(await refusalOf({ queryText: 'word', accountIds: ['alpha'] }, beside)).toMatch(/^53001 /);
  });
});

describe('refused', () => {
  it.each<[Record<string, unknown>, RegExp]>([
    [{}, /^51002 queryText is required/],
    [{ queryText: null }, /^51002 queryText is required/],
    [{ queryText: 7 }, /^51002 queryText takes text/],
    [{ queryText: ' \u200b' }, /^51002 queryText takes text/],
    [{ queryText: 'a\u0007b' }, /^51002 queryText takes text/],
    [{ queryText: 'a\nb' }, /^51002 queryText takes text/],
    [{ queryText: 'a'.repeat(513) }, /^51002 queryText takes text of 1 to 512 characters/],
    [{ queryText: '-invoice' }, /^51002 queryText has only words that must not/],
    [{ queryText: '?!' }, /^51002 queryText must have at least one word/],
    [{ queryText: '"noise' }, /^51002 queryText has a quotation mark without its partner/],
    [{ queryText: 'x', resultLimit: 0 }, /^51003 resultLimit takes a whole number from 1 to 50/],
    [{ queryText: 'x', resultLimit: 51 }, /^51003 /],
    [{ queryText: 'x', resultLimit: 1.5 }, /^51003 /],
    [{ queryText: 'x', resultLimit: '5' }, /^51002 resultLimit/],
    [{ queryText: 'x', direction: 'newestFirst' }, /^51002 an argument is not one of this tool's/],
    [{ queryText: 'x', pageSize: 5 }, /^51002 /],
    [{ queryText: 'x', cursor: 'x' }, /^51002 /],
    [{ queryText: 'x', receivedBefore: '2024-01-01T00:00:00Z', receivedOnOrAfter: '2024-01-02T00:00:00Z' }, /^51002 /],
    [{ queryText: 'x', senderAddress: 'a b' }, /^51002 senderAddress/],
  ])('%j', async (sent, expected) => {
    const said = await refusalOf(sent);
    expect(said).toMatch(expected);
    expect(said).not.toMatch(/\u0007|a{20}/);
  });

  it('before anything is read', async () => {
    const archive = new Proxy({} as Archive, {
      get: () => {
        throw new Error('read');
      },
    });
    const context = { ...(await contextOf()), archive };
    expect(await refusalOf({ queryText: '"noise' }, context)).toMatch(/^51002 /);
  });
});

describe('what strangers wrote', () => {
  it('is answered within bounds, whatever the query', async () => {
    const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(97 + i));
    const context = await contextOf({ archive: await archiveOf([...samples, { text: letters.join(' ') }]) });
    const queries = [
      ...[
        'a '.repeat(256).trim(),
        letters.join(' '),
        'w'.repeat(500),
        `"${letters.join(' ')}"`,
        '"" a',
        '-a b',
        '--- a',
      ],
      ...[
        '＂ａ＂',
        '*',
        'a*',
        '(a OR b)',
        'subject:a',
        '\ud83d\ude00',
        '書'.repeat(512),
        '"'.repeat(512),
        "'".repeat(512),
      ],
    ];
    for (const queryText of queries) {
      expect([...queryText].length).toBeLessThanOrEqual(512);
      expect(await refusalOf({ queryText }, context)).toMatch(/^answered$|^51002 /);
    }
    expect((await search({ queryText: letters.join(' ') }, context)).matches).toHaveLength(1);
  });

  it('keeps marks apart from what the text itself has', async () => {
    const context = await contextOf({ archive: await archiveOf([{ text: 'Look: **bold** word and **more** of it' }]) });
    const [match] = (await search({ queryText: 'word' }, context)).matches;
    for (const snippet of match?.snippets ?? []) {
      expect(snippet.match(/\*\*/g)).toHaveLength(2);
      expect(snippet).toContain('**word**');
    }
    expect(match?.snippets).toHaveLength(1);
  });

  it('is bounded in characters', async () => {
    const long = { subject: 's'.repeat(5000), text: `${'word '.repeat(50_000)}${'w'.repeat(100_000)}` };
    const context = await contextOf({ archive: await archiveOf(Array.from({ length: 3 }, () => long)) });
    const result = await search({ queryText: 'word' }, context);
    expect(JSON.stringify(result).length).toBeLessThan(20_000);
    for (const snippet of result.matches.flatMap(({ snippets }) => snippets))
      expect([...snippet.replaceAll('**', '')].length).toBeLessThanOrEqual(limits.snippetCharacters.value);
  });
});

describe('a mail whose content is lost', () => {
  it('has passages of its raw mail, and none where that is gone too', async () => {
    const archive = await archiveOf([{ text: 'a word of it' }]);
    const context = await contextOf({ archive });
    const id = storedEmailIdOf('alpha', 'INBOX', incoming({ text: 'a word of it' }, 0).raw);
    const snippets = async () => {
      const { result, trouble } = await tool.call(context, { queryText: 'word' });
      return [result.matches.map(match => match.snippets), trouble === undefined];
    };
    await archive.blobs.remove(contentBlobKey('alpha', id));
    expect(await snippets()).toEqual([[['a **word** of it']], true]);
    await archive.blobs.remove(mailBlobKey('alpha', 'INBOX', mailName(id)));
    expect(await snippets()).toEqual([[[]], false]);
  });
});
