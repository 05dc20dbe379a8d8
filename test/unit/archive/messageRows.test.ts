// What strangers can put into headers and names must fit into the rows of any store.

import { messageKey } from '../../../lib/archive/keys.ts';
import { decodeMessage } from '../../../lib/archive/rows.ts';
import { storeMessages } from '../../../lib/archive/writer.ts';
import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { limits } from '../../../lib/limits.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';
import { incoming, now } from './material.ts';

const times = (count: number, make: (i: number) => string, separator: string) =>
  Array.from({ length: count }, (_, i) => make(i)).join(separator);

const file = (name: string) =>
  `--b\r\nContent-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(name)}\r\n\r\nx\r\n`;
const withFiles = (count: number, make: (i: number) => string) =>
  `From: a@b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${times(count, i => file(make(i)), '')}--b--\r\n`;

/** Stores a mail in DynamoDB, which takes rows of 400 KB, and gives its message row. */
async function stored(raw: string) {
  const { client } = simulatedDynamo();
  const store = dynamoStore({ client, table: 'archive' });
  const archive = { store, blobs: memoryBlobs() };
  const [outcome] = await storeMessages(archive, [{ ...incoming(Buffer.from(raw)), receivedAt: now() }], now);
  const [row] = await store.get([messageKey('ann', 'INBOX', now(), outcome?.storedEmailId ?? '')]);
  if (!row) throw new Error('no message row');
  expect(Buffer.byteLength(row.data)).toBeLessThan(300_000);
  return decodeMessage(row);
}

const address = (i: number, length: number) => `${i}${'x'.repeat(length)}@example.com`;

it.each([
  ['short', 2_100, 5],
  ['long', 500, 900],
])('keeps many recipients with %s addresses, as far as a row holds them', async (_, count, length) => {
  const to = times(count, i => address(i, length), ',\r\n ');
  const row = await stored(`From: a@b\r\nTo: ${to}\r\nCc: ${to}\r\nSubject: s\r\n\r\n`);
  const { toAddresses, ccAddresses } = row;
  const most = Math.min(count, limits.storedParticipants.value, Math.floor(limits.recipientBytes.value / length));
  expect(toAddresses.length).toBeGreaterThan(most * 0.9);
  expect(toAddresses.every((one, i) => one === address(i, length))).toBe(true);
  expect(ccAddresses.length).toBe(toAddresses.length);
});

it('keeps a message whose files have names that no row holds, found by the first of them, and says so', async () => {
  for (const make of [(i: number) => `${i} ${'n'.repeat(190)}`, (i: number) => `${i} ${'😁'.repeat(190)}`]) {
    const row = await stored(withFiles(1_990, make));
    expect(row).toMatchObject({ contentAvailability: 'damaged', attachments: { attachmentCount: 1_990 } });
  }
  expect(await stored(withFiles(1_990, i => `${i} of many.pdf`))).toMatchObject({ contentAvailability: 'available' });
});

it('cuts no character of a subject in two', async () => {
  const most = limits.storedHeaderCharacters.value;
  const { subject } = await stored(`From: a@b\r\nSubject: ${'s'.repeat(most - 2)}😁!\r\n\r\n`);
  expect(subject).toBe(`${'s'.repeat(most - 2)}…`);
});

it('marks a mail whose text could not be read to its end, and none that is merely deep or long', async () => {
  const html = (body: string) => `From: a@b\r\nContent-Type: text/html\r\n\r\n${body}`;
  const isDamaged = async (raw: string) => (await stored(raw)).contentAvailability === 'damaged';
  expect(await isDamaged(html('<div>'.repeat(50_000)))).toBe(false);
  expect(await isDamaged(html('<p>some words'.repeat(180_000)))).toBe(false);
  expect(await isDamaged(html('<p class=x>'.repeat(limits.htmlElements.value + 1)))).toBe(true);
  expect(await isDamaged(html(`<style>p${':not(.a)'.repeat(2000)}{display:none}</style><p>x`))).toBe(true);
  // Its text is another, which is whole.
  const both = ['text/plain\r\n\r\nwhole', `text/html\r\n\r\n${'<p class=x>'.repeat(limits.htmlElements.value + 1)}`];
  const parts = both.map(part => `--b\r\nContent-Type: ${part}\r\n`).join('');
  expect(await isDamaged(`From: a@b\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n${parts}--b--\r\n`)).toBe(
    false,
  );
});
