import fc from 'fast-check';
import { decodeMailboxName } from '../../../lib/import/modifiedUtf7.ts';

/** The encoder of RFC 3501, for the way back. */
const encode = (name: string): string =>
  name.replace(/[^\x20-\x7e]+|&/g, run => {
    if (run === '&') return '&-';
    const base64 = Buffer.from(run, 'utf16le').swap16().toString('base64');
    return `&${base64.replaceAll('=', '').replaceAll('/', ',')}-`;
  });

describe('decodeMailboxName', () => {
  test.each([
    ['Entw&APw-rfe', 'Entwürfe'],
    ['R&-D', 'R&D'],
    ['~peter/mail/&U,BTFw-/&ZeVnLIqe-', '~peter/mail/台北/日本語'],
    ['&2D3eAQ-', '😁'],
    ['INBOX', 'INBOX'],
    ['', ''],
  ])('decodes %s', (encoded, name) => {
    expect(decodeMailboxName(encoded)).toBe(name);
  });

  test.each(['R&D', 'R & D - 2024', '&', '&AGE-', '&APw', '&AP-', '&2D0-', '&A!w-', 'Entwürfe & mehr'])(
    'leaves %s as it is, since it is no modified UTF-7',
    name => {
      expect(decodeMailboxName(name)).toBe(name);
    },
  );

  it('undoes the encoding of any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), name => {
        expect(decodeMailboxName(encode(name))).toBe(name);
      }),
    );
  });
});
