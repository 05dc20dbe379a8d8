// The sample mails are what their generator writes, and the parser finds in them what the generator put there.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Message } from '../../../lib/mail/message.ts';
import { parseMessage } from '../../../lib/mail/parseMessage.ts';
import type { ExpectedPart } from '../../../lib/samples/entity.ts';
import { samples } from '../../../lib/samples/samples.ts';

const directory = 'lib/samples/mail';
const kilobyte = 1024;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const iso = (instant: number | null): string | null => (instant === null ? null : new Date(instant).toISOString());

describe('the sample mails', () => {
  it('are the files that the generator writes, and no others', () => {
    expect(readdirSync(directory).sort()).toEqual(samples.map(({ file }) => file).sort());
    for (const { file, raw } of samples) {
      expect({ file, same: readFileSync(`${directory}/${file}`).equals(raw) }).toEqual({ file, same: true });
    }
  });

  it('are small, and have the line ends of mail', () => {
    const total = samples.reduce((sum, { raw }) => sum + raw.length, 0);
    expect(total).toBeLessThan(1000 * kilobyte);
    for (const { file, raw } of samples) {
      const text = Buffer.from(raw).toString('latin1');
      const longest = Math.max(...text.split('\r\n').map(line => line.length));
      expect({ file, fits: raw.length < 60 * kilobyte && longest <= 998 }).toEqual({ file, fits: true });
      expect({ file, bare: text.replaceAll('\r\n', '').match(/[\r\n]/g) }).toEqual({ file, bare: null });
    }
  });

  it('have a message id each, and answer only mails that are among them', () => {
    const ids = samples.map(({ messageId }) => messageId);
    expect(new Set(ids).size).toBe(ids.length);
    const answered = samples.flatMap(({ inReplyTo }) => inReplyTo ?? []);
    expect(answered.filter(id => !ids.includes(id))).toEqual([]);
    expect(answered.length).toBeGreaterThan(0);
  });
});

describe.each(samples.map(sample => [sample.file, sample] as const))('%s', (_, sample) => {
  it('parses to what it was made of', async () => {
    const message = await parseMessage(sample.raw);
    expect(headersOf(message)).toEqual({
      subject: sample.subject,
      from: sample.from,
      messageId: sample.messageId,
      inReplyTo: sample.inReplyTo,
      references: sample.references,
      sentAt: iso(sample.sentAt),
      receivedHeaderAt: iso(sample.receivedAt),
      isDamaged: false,
      hasUnexpandedTnef: false,
      hasUnverifiedSignature: sample.parts.some(({ kind }) => kind === 'signature'),
    });
    expect(partsOf(message, sample.parts)).toEqual(sample.parts.map(expectedOf));
  });
});

function headersOf(message: Message) {
  const { subject, messageId, inReplyTo, references, isDamaged, hasUnexpandedTnef, hasUnverifiedSignature } = message;
  return {
    subject,
    from: message.participants.find(({ role }) => role === 'from')?.address,
    messageId,
    inReplyTo,
    references,
    sentAt: iso(message.sentAt),
    receivedHeaderAt: iso(message.receivedHeaderAt),
    isDamaged,
    hasUnexpandedTnef,
    hasUnverifiedSignature,
  };
}

/** What is compared of each part found; a media type only where the mail names one. */
function partsOf({ parts }: Message, expected: readonly ExpectedPart[]) {
  return parts.map(({ kind, filename, rawFilename, mediaType, sizeBytes, sha256, path }, index) => ({
    kind,
    filename,
    rawFilename,
    mediaType: expected[index]?.mediaType === null ? null : mediaType,
    sizeBytes,
    sha256,
    path,
  }));
}

function expectedOf({ content, ...part }: ExpectedPart) {
  return { ...part, sizeBytes: content.length, sha256: sha256(content) };
}
