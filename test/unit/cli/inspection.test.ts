import { dateSources, inspectMail } from '../../../lib/cli/inspection.ts';
import { inspectionLines } from '../../../lib/cli/inspectionView.ts';
import type { Message, Part } from '../../../lib/mail/message.ts';

const sent = Date.UTC(2024, 2, 5, 12);
const day = 86_400_000;

const message = (fields: Partial<Message> = {}): Message => ({
  subject: 'Numbers',
  messageId: '<1@example.com>',
  inReplyTo: null,
  references: [],
  participants: [{ role: 'from', address: 'ann@example.com', displayName: 'Ann' }],
  sentAt: sent,
  receivedHeaderAt: null,
  text: null,
  html: null,
  parts: [],
  isEncrypted: false,
  hasUnverifiedSignature: false,
  hasUnexpandedTnef: false,
  isDamaged: false,
  exceededSizeLimit: false,
  ...fields,
});

const part = (fields: Partial<Part> = {}): Part => ({
  number: 1,
  kind: 'attachment',
  filename: 'a.pdf',
  rawFilename: 'a.pdf',
  wasFileNameNormalized: false,
  mediaType: 'application/pdf',
  disposition: 'attachment',
  contentId: null,
  content: new Uint8Array(3),
  sizeBytes: 3,
  sha256: 'ab',
  path: null,
  ...fields,
});

const found = { file: 'a.eml', index: 0, sizeBytes: 100, receivedAt: null };

describe('dateSources', () => {
  test.each([
    ['the Date header alone', {}, {}, 'Date header', 'no Received header: the Date header', 'the Date header'],
    [
      'a Received header',
      { receivedHeaderAt: sent + 1 },
      {},
      'Date header',
      'topmost Received header',
      'the Date header',
    ],
    [
      'a mailbox that knows',
      {},
      { receivedAt: sent + 1 },
      'Date header',
      'recorded by the mailbox it lies in',
      'the Date header',
    ],
    [
      'a date in the future',
      { sentAt: sent + 30 * day, receivedHeaderAt: sent },
      {},
      'Date header',
      'topmost Received header',
      'the Date header is before 1990 or more than a day after the mail was received: as received',
    ],
    [
      'no date at all',
      { sentAt: null },
      {},
      'no Date header that can be read',
      'nothing in the mail says: it would be the time of storing',
      'as received',
    ],
    [
      'no Date header',
      { sentAt: null, receivedHeaderAt: sent },
      {},
      'no Date header that can be read',
      'topmost Received header',
      'no Date header: as received',
    ],
  ])('%s', (_, fields, source, sentAt, receivedAt, messageDate) => {
    expect(dateSources({ ...found, ...source }, message(fields))).toEqual({ sentAt, receivedAt, messageDate });
  });
});

test('what a mail does not say is null', () => {
  const silent = message({ subject: '', messageId: null, participants: [], sentAt: null });
  expect(inspectMail(found, silent)).toEqual({
    file: 'a.eml',
    index: 0,
    from: null,
    subject: null,
    messageId: null,
    sentAt: null,
    receivedAt: null,
    messageDate: null,
    sizeBytes: 100,
    damaged: false,
    attachments: [],
  });
});

test.each([
  ['an attachment', {}, 'found by name'],
  ['an inline resource', { kind: 'inline' }, 'found only with --include-inline: it is shown inside the message'],
  ['a signature', { kind: 'signature' }, 'never found by name: signatures are not listed'],
  ['no name', { filename: null, rawFilename: null }, 'never found by name: it has none that can be used'],
  ['a derived name', { rawFilename: null }, 'the mail gives it no name: this one is derived from its subject'],
  ['a nested part', { path: 'outer.eml' }, 'inside outer.eml'],
] as const)('says of %s what a search makes of it', (_, fields, line) => {
  const mail = message({ parts: [part(fields)] });
  expect(inspectionLines(found, mail, inspectMail(found, mail)).map(text => text.trim())).toContain(line);
});

test('names what is wrong with a mail', () => {
  const mail = message({ isDamaged: true, isEncrypted: true });
  const lines = inspectionLines(found, mail, inspectMail(found, mail));
  expect(lines).toContain('  state         damaged: shown is what could be read; encrypted');
});
