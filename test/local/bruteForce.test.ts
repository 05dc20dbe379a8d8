// The main promise, end to end: 200 patterns drawn from the names of real mail, asked over HTTP with a real client, by
// cursor and by offset, while another process imports; each answer is the brute-force one in content, order and paging.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storedEmailIdOf } from '../../lib/archive/identity.ts';
import { fold } from '../../lib/names/fold.ts';
import { compileGlob, parsePattern } from '../../lib/names/glob.ts';
import { inDirectory, mailglob, startMailglob } from './command.ts';
import { corpus, pathOf } from './corpus.ts';
import { mail, mbox } from './mails.ts';
import { serve } from './served.ts';

interface Row {
  readonly message_id: string;
  readonly filename: string;
  readonly date: string;
  readonly attachment_id: string;
  readonly size_bytes: number;
}

interface Answer {
  readonly data: readonly Row[];
  readonly returned: number;
  readonly has_more: boolean;
  readonly next_cursor?: string;
}

/** What `inspect` says of a mail, as far as it is needed here. */
interface Inspected {
  readonly file: string;
  readonly messageDate: string | null;
  readonly attachments: readonly { filename: string | null; kind: string; sizeBytes: number }[];
}

/** Every row that the corpus has, newest first; mails without any date are left out, theirs is the time of storing. */
async function rowsOf(inspected: readonly Inspected[]): Promise<Row[]> {
  const rows = await Promise.all(
    inspected.flatMap(({ file, messageDate, attachments }) => {
      if (messageDate === null) return [];
      const path = pathOf(file);
      return [
        readFile(path).then(raw => {
          const id = storedEmailIdOf('me', 'INBOX', raw);
          return attachments.flatMap(({ filename, kind, sizeBytes }, i) =>
            filename !== null && kind === 'attachment'
              ? [
                  {
                    message_id: id,
                    filename,
                    date: new Date(messageDate).toISOString(),
                    attachment_id: `${id}/${i + 1}`,
                    size_bytes: sizeBytes,
                  },
                ]
              : [],
          );
        }),
      ];
    }),
  );
  const byId = new Map(rows.map(own => [own[0]?.message_id, own]));
  return [...byId.values()].flat().toSorted((a, b) => {
    if (a.date !== b.date) return a.date < b.date ? 1 : -1;
    if (a.message_id !== b.message_id) return a.message_id < b.message_id ? 1 : -1;
    return Number(a.attachment_id.split('/')[1]) - Number(b.attachment_id.split('/')[1]);
  });
}

/** Patterns of every form made from names: a fixed sequence, so that a failure can be seen again. */
function drawPatterns(names: readonly string[], count: number): string[] {
  let seed = 42;
  const below = (n: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
  const patterns = new Set<string>(['*', '*.pdf', '?*', '*e*']);
  while (patterns.size < count) {
    const points = [...(names[below(names.length)] ?? 'x')].slice(0, 120);
    const from = below(points.length);
    const to = from + 1 + below(8);
    const piece = points.slice(from, to).join('');
    const dot = points.lastIndexOf('.');
    const ending = dot < 0 ? '' : points.slice(dot).join('');
    const forms = [
      points.join(''),
      `*${piece}*`,
      `${points.slice(0, 1 + below(5)).join('')}*`,
      `*${ending}`,
      `*${piece}*${ending}`,
      points.map((c, i) => (i === from ? '?' : c)).join(''),
      `${points[0]}*${piece.toUpperCase()}*`,
      `${'?'.repeat(Math.min(points.length, 20))}*`,
      piece.normalize('NFD'),
    ];
    const pattern = forms[below(forms.length)] ?? '*';
    if (pattern.trim() !== '' && [...pattern].length <= 256) patterns.add(pattern.toWellFormed());
  }
  return [...patterns];
}

test('200 patterns from real names give the brute-force answer while another process imports', async () => {
  await inDirectory(async directory => {
    const data = join(directory, 'data');
    const lines = (await mailglob(['inspect', corpus, '--json'])).stdout.trim().split('\n');
    const inspected: Inspected[] = lines.map(line => JSON.parse(line));
    const dated = inspected.filter(({ messageDate }) => messageDate !== null).map(({ file }) => file);
    expect(dated.length).toBeGreaterThan(40);
    const expected = await rowsOf(inspected);
    expect(await mailglob(['import', ...dated, '--account', 'me', '--data', data])).toMatchObject({ status: 0 });

    // Mail of another account arrives all the while, older and newer than what is asked for.
    const arriving = join(directory, 'arriving.mbox');
    const mails = Array.from({ length: 15_000 }, (_, i) => {
      const date = new Date(Date.UTC(1995 + (i % 40), i % 12, 1 + (i % 28), i % 24)).toISOString();
      return mail({ id: `a${i}`, date, files: [`report ${i}.pdf`, 'image001.png'] });
    });
    await writeFile(arriving, mbox(mails));
    const { client, stop } = await serve(data);
    expect((await client.listTools()).tools.map(tool => tool.name)).toContain('searchAttachments');
    const importing = startMailglob(['import', arriving, '--account', 'other', '--data', data, '--quiet']);

    const ask = async (question: Record<string, unknown>): Promise<Answer> => {
      const result = await client.callTool({
        name: 'searchAttachments',
        arguments: { accountIds: ['me'], ...question },
      });
      expect(result.isError).toBeFalsy();
      return result.structuredContent as unknown as Answer;
    };
    const seen = (rows: readonly Row[]) =>
      rows.map(({ message_id, filename, date, attachment_id, size_bytes }) => ({
        message_id,
        filename,
        date,
        attachment_id,
        size_bytes,
      }));

    try {
      for (const [i, pattern] of drawPatterns(
        expected.map(row => row.filename),
        200,
      ).entries()) {
        const matches = compileGlob(parsePattern(pattern));
        const all = expected.filter(row => matches(fold(row.filename)));
        const limit = [1, 3, 7, 25, 100][i % 5] ?? 1;
        const walked: Row[] = [];
        let cursor: string | undefined;
        for (let page = 0; page < 6; page++) {
          const answer: Answer = await ask({ pattern, limit, ...(cursor !== undefined && { cursor }) });
          walked.push(...seen(answer.data));
          expect(answer.returned).toBe(answer.data.length);
          expect({ pattern, page, more: answer.has_more }).toEqual({ pattern, page, more: all.length > walked.length });
          cursor = answer.next_cursor;
          if (cursor === undefined) break;
        }
        expect({ pattern, rows: walked }).toEqual({ pattern, rows: all.slice(0, walked.length) });
        const offset = Math.floor(all.length / 2);
        const deep = await ask({ pattern, limit, offset });
        expect({ pattern, offset, rows: seen(deep.data) }).toEqual({
          pattern,
          offset,
          rows: all.slice(offset, offset + limit),
        });
      }
    } finally {
      const ended = importing.child.exitCode;
      await importing.stop('SIGKILL');
      expect(await stop()).toBe(0);
      // The import either went on beside the questions or had ended well before them.
      expect([null, 0]).toContain(ended);
    }
  });
}, 180_000);
