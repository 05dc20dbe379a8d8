import { attachmentRow } from '../../../lib/archive/names.ts';
import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { fold } from '../../../lib/names/fold.ts';
import { compileGlob, parsePattern } from '../../../lib/names/glob.ts';
import { planNames } from '../../../lib/search/plan.ts';
import { type AttachmentQuery, searchAttachments } from '../../../lib/search/searchAttachments.ts';
import { namesArchive } from '../../doubles/namesArchive.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';

const accountId = 'ann';
const count = 2_000;
const noon = Date.UTC(2024, 4, 17, 12);

const words = ['invoice', 'Budget', 'noise test', 'RXD2', 'Übersicht', '見積書', 'image', 'scan', 'REV', 'équipe'];
const endings = ['.pdf', '.PDF', '.xlsx', '.jpg', '', '.tar.gz'];
const nameOf = (i: number): string => {
  const word = words[(i * 7) % words.length];
  const middle =
    i % 3 === 0 ? `_${2019 + (i % 6)}-${String(1 + (i % 12)).padStart(2, '0')}` : i % 3 === 1 ? `${i % 100}` : '';
  return `${word}${middle}${i % 5 === 0 ? ' final' : ''}${endings[(i * 13) % endings.length]}`;
};
const names = Array.from({ length: count }, (_, i) => nameOf(i));
// Rows of one instant are one message: the newest hundred, then three each.
const dates = Float64Array.from(names, (_, i) => noon - Math.floor((i < 100 ? 0 : i) / 3) * 60_000);

const patterns = [
  '*',
  '*.pdf',
  'invoice*',
  '*budget*2021*',
  '*noise test*.xlsx',
  'RXD2*.pdf',
  '*equipe*',
  '*équipe*',
  '見積書*',
  'REV??.jpg',
  '?????.pdf',
  'image7.jpg',
  '*zzqqx*',
  '*final*final*',
];

const questionOf = (pattern: string): AttachmentQuery => ({
  pattern,
  accountIds: [accountId],
  binding: 'test',
  requestedAccountIds: null,
  after: null,
  before: null,
  limit: 50,
  offset: 0,
  cursor: null,
  from: null,
  minSizeBytes: null,
  maxSizeBytes: null,
  includeInline: false,
});

describe('an archive of names held as numbers', () => {
  it('is the same table to the adapter as one that was written: answers, units, rounds and time', async () => {
    const terms = new Set(
      patterns.flatMap(pattern => planNames(parsePattern(pattern)).candidates.map(({ term }) => term(accountId))),
    );
    const bytes = Buffer.from(`${names.join('\n')}\n`);
    const archive = namesArchive({ accountId, names: bytes, dates, terms });
    const made = simulatedDynamo({ archive: archive.partition });
    const written = simulatedDynamo();
    const tables = [made, written].map(({ client, time }) => dynamoStore({ client, table: 'names', clock: time }));
    const rows = names.map((_, place) => {
      const attachment = archive.attachment(place);
      return attachmentRow(attachment, /<(.*)>/.exec(attachment.from)?.[1] ?? '');
    });
    await tables[1]?.put(rows);

    const cursorKeys = { current: new Uint8Array(32).fill(7), previous: [] };
    let pages = 0;
    for (const pattern of patterns) {
      const matches = compileGlob(parsePattern(pattern));
      const right = names.filter(name => matches(fold(name)));
      for (const bounds of [{}, { after: noon - 300 * 60_000, before: noon - 60 * 60_000 }]) {
        const shown: string[] = [];
        for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
          const question = { ...questionOf(pattern), ...bounds, cursor };
          const answers = [];
          for (const [i, store] of tables.entries()) {
            const { time } = [made, written][i] ?? made;
            const before = time.now();
            const page = await searchAttachments({ store, cursorKeys }, question);
            answers.push({ ...page, milliseconds: time.now() - before });
          }
          expect(answers[0]).toEqual(answers[1]);
          shown.push(...(answers[0]?.rows.map(({ filename }) => filename) ?? []));
          cursor = answers[0]?.nextCursor ?? null;
          pages++;
        }
        if (!('after' in bounds)) expect(shown).toEqual(right);
      }
    }
    expect(pages).toBeGreaterThan(patterns.length * 3);
  });
});
