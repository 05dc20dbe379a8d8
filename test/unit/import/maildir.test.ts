import { deliveredAt, folderOf, maildirFlags, parseKeywordsFile } from '../../../lib/import/maildir.ts';

describe('deliveredAt', () => {
  test.each([
    ['1500000000.M20046P2137.mailserver,S=4542,W=4642:2,S', 1_500_000_000_000],
    ['1500000000_0.1234.host,U=1,FMD5=7e33429f656f1e6e9d79b29c3f82c57e:2,', 1_500_000_000_000],
    ['987654321.host', 987_654_321_000],
    ['message.1:2,S', null],
    ['12:2,S', null],
    ['1500000000', null],
    ['99999999999999.host', null],
  ])('of %s is %p', (name, instant) => {
    expect(deliveredAt(name)).toBe(instant);
  });
});

describe('maildirFlags', () => {
  const flags = (name: string, keywords: readonly string[] = []) => {
    const { isSeen, isAnswered, isFlagged, isDraft, keywords: words } = maildirFlags(name, keywords, 7);
    return [isSeen && 'seen', isAnswered && 'answered', isFlagged && 'flagged', isDraft && 'draft', ...words].filter(
      Boolean,
    );
  };

  it('reads the letters after any of the separators in use', () => {
    expect(flags('1.a:2,FRS')).toEqual(['seen', 'answered', 'flagged']);
    expect(flags('1.a;2,D')).toEqual(['draft']);
    expect(flags('1.a!2,S')).toEqual(['seen']);
    expect(flags('1.a:2,')).toEqual([]);
    expect(flags('1.a')).toEqual([]);
    expect(flags('1.a:1,S')).toEqual([]);
    expect(flags('1.a:2,S.tmp')).toEqual([]);
  });

  it('names keywords by their letters, and passes over letters without a name', () => {
    expect(flags('1.a:2,Sacz', ['Work', 'unused', '$Junk'])).toEqual(['seen', 'Work', '$Junk']);
    expect(flags('1.a:2,PST')).toEqual(['seen', '$Forwarded']);
  });

  it('says when they were observed', () => {
    expect(maildirFlags('1.a', [], 7).observedAt).toBe(7);
  });
});

describe('parseKeywordsFile', () => {
  it('puts each name at its number', () => {
    const keywords = parseKeywordsFile('0 Work\n2 $Junk\r\nnonsense\n99 far\n');
    expect([keywords[0], keywords[1], keywords[2], keywords.length]).toEqual(['Work', undefined, '$Junk', 3]);
  });
});

describe('folderOf', () => {
  test.each<[readonly string[], number, string | null]>([
    [[], 0, null],
    [['.Archive.2024'], 0, 'Archive/2024'],
    [['.Entw&APw-rfe'], 0, 'Entwürfe'],
    [['Archive', '2024'], 2, 'Archive/2024'],
    [['INBOX'], 1, 'INBOX'],
    [['Maildir'], 1, null],
    [['Maildir', '.Sent'], 1, 'Sent'],
    [['ann', 'Maildir', '.Sent'], 2, 'ann/Sent'],
    [['.Archive.directory', '2024'], 2, 'Archive/2024'],
    [['R&D'], 1, 'R&D'],
    [[Buffer.from('Entwürfe').toString('latin1')], 1, 'Entwürfe'],
    [['a\u{1b}[31mb'], 1, 'a[31mb'],
  ])('of %j below a Maildir at %i is %j', (names, outermost, folder) => {
    expect(folderOf(names, outermost)).toBe(folder);
  });

  it('is no longer than an alias may be', () => {
    expect(folderOf(['x'.repeat(200), 'y'.repeat(200)], 0)).toHaveLength(256);
  });
});
