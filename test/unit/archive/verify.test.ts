import { decodeAttachment } from '../../../lib/archive/attachmentCodec.ts';
import type { Disagreement } from '../../../lib/archive/disagreement.ts';
import { attachmentRow } from '../../../lib/archive/names.ts';
import type { Row } from '../../../lib/archive/ports.ts';
import { rebuild } from '../../../lib/archive/rebuild.ts';
import { type VerifySummary, verify } from '../../../lib/archive/verify.ts';
import { storeMessages } from '../../../lib/archive/writer.ts';
import { fill, type HarmedArchive, kinds, rowsOf } from './archives.ts';
import { incoming, mail, now, openArchive } from './material.ts';
import { first, isAbout, plants, victimOf } from './plantedFlaws.ts';

const settle = async () => {};

async function found(
  archive: HarmedArchive,
): Promise<{ readonly all: Disagreement[]; readonly summary: VerifySummary }> {
  const all: Disagreement[] = [];
  const run = verify(archive, { settle });
  for (;;) {
    const next = await run.next();
    if (next.done) return { all, summary: next.value };
    all.push(next.value);
  }
}
describe.each(kinds)('verify over %s', (_, open) => {
  let archive: HarmedArchive;
  let before: readonly Row[];

  beforeEach(async () => {
    archive = await open();
    await fill(archive);
    before = await rowsOf(archive);
  });

  afterEach(() => archive.close());

  test('finds nothing where nothing is wrong', async () => {
    const { all, summary } = await found(archive);
    expect(all).toEqual([]);
    expect(summary).toEqual({ mails: 12, attachments: 19, disagreements: 0, seconds: expect.any(Number) });
  });

  test.each(plants)('finds $name, and a rebuild mends it', async ({ plant, finds, stays = [], keeps }) => {
    const victim = await victimOf(archive, before);
    await plant(archive, victim, await victimOf(archive, before, 4));
    const { all, summary } = await found(archive);
    expect(all.map(one => one.kind).toSorted()).toEqual(finds.toSorted());
    expect(summary.disagreements).toBe(finds.length);
    for (const { message } of all) expect(message).toMatch(/^[^\n]+: [^\n]*mailglob (?:rebuild|remove)/);
    await rebuild(archive, { settle });
    expect((await found(archive)).all.map(one => one.kind)).toEqual(stays);
    // Whatever the rows were, they are now those that the raw mails give.
    const mended = await rowsOf(archive);
    archive = await archive.emptied();
    await rebuild(archive, { settle });
    const known = (rows: readonly Row[]) =>
      rows.filter(row => row.pk !== 'f' && !(keeps && isAbout(row, victim.owner.storedEmailId)));
    expect(known(mended)).toEqual(known(await rowsOf(archive)));
  });
});

test('two rows at one position are told apart, and the one that the mail gives stays', async () => {
  for (const [, open] of kinds) {
    const archive = await open();
    await fill(archive);
    const before = await rowsOf(archive);
    const { attachments } = await victimOf(archive, before);
    const row = decodeAttachment(first(attachments));
    await archive.store.put([attachmentRow({ ...row, filename: 'zzz.pdf' }, 'ann@example.com')]);
    expect((await found(archive)).all.map(one => one.kind)).toContain('attachmentSurplus');
    await rebuild(archive, { settle });
    expect(await rowsOf(archive)).toEqual(before);
    await archive.close();
  }
});

test('mail that is stored while it looks is no disagreement', async () => {
  const archive = openArchive();
  await storeMessages(archive, [incoming(mail(1))], now);
  const late = openArchive();
  await storeMessages(late, [incoming(mail(2))], now);
  for (const [key, blob] of late.blobs.all) archive.blobs.all.set(key, blob);
  let waits = 0;
  const arrive = async () => {
    waits++;
    for (const [key, row] of late.store.rows) archive.store.rows.set(key, row);
  };
  const all: Disagreement[] = [];
  for await (const one of verify(archive, { settle: arrive })) all.push(one);
  expect(all).toEqual([]);
  expect(waits).toBe(1);
});
