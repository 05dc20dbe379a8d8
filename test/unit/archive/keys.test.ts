import fc from 'fast-check';
import { encodeSegment, mailBlobKey, readMailBlobKey } from '../../../lib/archive/blobKeys.ts';
import { folderKey, messagePk, nameTerm } from '../../../lib/archive/keys.ts';

/** Names as operators and mail programs give them: no control characters. */
const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter(text => /^[^\p{Cc}]+$/u.test(text) && text.isWellFormed());

describe('keys', () => {
  test('the key of a mail tells account, folder and name, whatever they are', () => {
    fc.assert(
      fc.property(name, name, name, (accountId, folderAlias, file) => {
        fc.pre([accountId, folderAlias, file].map(encodeSegment).join('').length < 1000);
        const key = mailBlobKey(accountId, folderAlias, file);
        expect(key.split('/')).toHaveLength(4);
        expect(key).toMatch(/^[\x21-\x7e]{1,1024}$/);
        expect(key.split('/').some(segment => ['', '.', '..'].includes(segment))).toBe(false);
        expect(readMailBlobKey(key)).toEqual({ accountId, folderAlias, name: file });
      }),
    );
  });

  test('names that would make a longer key than S3 takes are refused with what would be accepted', () => {
    expect(() => mailBlobKey('me', '見'.repeat(200), 'x.eml')).toThrow(/may take 1012 bytes together/);
    expect(mailBlobKey('me', 'a'.repeat(1010), 'x.eml')).toHaveLength(1024);
    expect(() => mailBlobKey('me', 'a'.repeat(1011), 'x.eml')).toThrow(RangeError);
  });

  test.each([
    'mail/a/%00x/c',
    'mail/%1F/b/c',
    `mail/a/${'f'.repeat(257)}/c`,
    'mail/a/b',
    'mail/a/b/c/d',
    'mail//b/c',
    'Mail/a/b/c',
    'content/a/b/c',
    'mail/a/%zz/c',
    '',
  ])('%j is no key of a mail', key => {
    expect(readMailBlobKey(key)).toBeNull();
  });

  test('partitions keep apart what differs and are bounded', () => {
    fc.assert(
      fc.property(name, name, name, name, (a, b, c, d) => {
        if (a !== c || folderKey(b) !== folderKey(d)) expect(messagePk(a, b)).not.toBe(messagePk(c, d));
        if (a !== c || b !== d) expect(nameTerm(a, b)).not.toBe(nameTerm(c, d));
      }),
    );
    const long = '\u{1f601}'.repeat(256);
    expect(Buffer.byteLength(messagePk(long, long))).toBeLessThan(300);
    expect(messagePk(long, `${long}x`)).not.toBe(messagePk(long, `${long}y`));
  });
});
