import { onlyPart, utf8, withPart } from '../../mails.ts';

const nameOf = async (headers: string) => (await onlyPart(withPart(headers))).rawFilename;
const disposition = (parameters: string) =>
  nameOf(`Content-Type: application/octet-stream\nContent-Disposition: attachment; ${parameters}`);

describe('file names', () => {
  test.each([
    [
      'percent-encoded sections in NFD',
      "filename*0*=UTF-8''%74%65%73%74%20%70%64%66%20%61%CC%88%6F%CC%88%75%CC%88;\n filename*1*=%C3%9F%2E%70%64%66",
      'test pdf a\u0308o\u0308u\u0308ß.pdf',
    ],
    [
      'encoded words within sections, characters split between them',
      'filename*0="=?UTF-8?Q?*_=F0=9F=98=81=F0=9F=98=81=F0?=\n =?UTF-8?Q?=9F=98=8"; filename*1="1=F0=9F=98=81=F0?=\n =?UTF-8?Q?=9F=98=81"; filename*2="=F0=9F=98=81.docx?="',
      '* 😁😁😁😁😁😁.docx',
    ],
    [
      'encoded and plain sections',
      "filename*0*=us-ascii'en'This%20is%20even%20more%20; filename*1*=%2A%2A%2Afun%2A%2A%2A%20; filename*2=\"isn't it!\"",
      "This is even more ***fun*** isn't it!",
    ],
    [
      'percent signs in a plain section',
      'filename*0*=utf-8\'\'caf%C3%A9%20; filename*1="100%25.pdf"',
      'café 100%25.pdf',
    ],
    ['sections out of order', 'filename*1=b.pdf; filename*0=a', 'ab.pdf'],
    ['a section missing', 'filename*0=a; filename*2=c.pdf', 'a'],
    ['a character split between sections', "filename*0*=UTF-8''%C3; filename*1*=%A4.pdf", 'ä.pdf'],
    ['an encoded word without quotes', 'filename==?utf-8?B?dGVzdC50eHQ=?=', 'test.txt'],
    ['windows-1252 in Q', 'filename="=?windows-1252?Q?Beleg_M=FCllerstra=DFe=2EPDF?="', 'Beleg Müllerstraße.PDF'],
    ['RFC 2231 in UTF-8', "filename*=UTF-8''ReturnForm%20Sein%C3%A4joki.doc", 'ReturnForm Seinäjoki.doc'],
    ['RFC 2231 in ISO-8859-1', "filename*=ISO-8859-1''Eelanal%FC%FCsi%20p%E4ring.jpg", 'Eelanalüüsi päring.jpg'],
    ['a small q', 'filename="=?iso-8859-1?q?testfile=2epdf?="', 'testfile.pdf'],
    [
      'words on folded lines within quotes',
      'filename=\n    "=?iso-8859-2?Q?Veolia_-_zm=ECna_um=EDst=ECn=ED_vodom=ECru=2C_Hlubo=E8epy.?=\n    =?iso-8859-2?Q?doc?="',
      'Veolia - změna umístění vodoměru, Hlubočepy.doc',
    ],
    [
      'folding within a quoted section',
      'filename*0="Entain Ladbrokes Coral Yahoo Past 7 days Report\n 09-20-2022.x"; filename*1=lsx',
      'Entain Ladbrokes Coral Yahoo Past 7 days Report 09-20-2022.xlsx',
    ],
    ['two words', 'filename="=?utf-8?q?docu?= =?utf-8?q?ment.pdf?="', 'document.pdf'],
    [
      'words far apart',
      'filename="=?UTF-8?Q?Schulbesuchsbest=C3=A4ttigung=2E?=               =?UTF-8?Q?pdf?="',
      'Schulbesuchsbestättigung.pdf',
    ],
    ['a word within plain text', 'filename="File =?utf-8?q?Name?= With Spaces.pdf"', 'File Name With Spaces.pdf'],
    [
      'parentheses without quotes',
      "filename*=utf-8''Status_Announced_Invoice(s).pdf;",
      'Status_Announced_Invoice(s).pdf',
    ],
    ['an extended value in quotes', 'filename*="iso-8859-1\'\'Att%C4%D6%DCMent.txt";', 'AttÄÖÜMent.txt'],
    ['no extension', "filename*=UTF-8''%C3%A9%6B%65%7A%65%74%65%73", 'ékezetes'],
    ['both forms', 'filename="=?utf-8?Q?Gr=C3=BC=C3=9Fe.pdf?="; filename*=utf-8\'\'Gr%C3%BC%C3%9Fe.pdf', 'Grüße.pdf'],
    ['both forms that differ', 'filename="plain.pdf"; filename*=utf-8\'\'extended.pdf', 'extended.pdf'],
    ['an empty extended form', "filename*=utf-8''; filename=plain.pdf", 'plain.pdf'],
    ['an unknown charset', "filename*=x-unknown''caf%E9.pdf", 'café.pdf'],
    ['a charset that is not true', "filename*=utf-8''caf%E9.pdf", 'café.pdf'],
    ['no charset at all', 'filename*=caf%C3%A9.pdf', 'café.pdf'],
    ['the byte of the euro sign under ISO-8859-1', "filename*=iso-8859-1''%80%20100.pdf", '€ 100.pdf'],
    ['the same parameter twice', 'filename=first.pdf; filename=second.pdf', 'first.pdf'],
    ['blanks without quotes', 'filename=my report.pdf', 'my report.pdf'],
    ['blanks without quotes before another parameter', 'filename=my report.pdf; size=10', 'my report.pdf'],
    ['blanks around the equals sign', 'filename = "spaced.pdf"', 'spaced.pdf'],
    ['a semicolon within quotes', 'filename="a;b.pdf"', 'a;b.pdf'],
    ['escaped quotes', 'filename="say \\"hi\\".txt"', 'say "hi".txt'],
    ['an escaped letter', 'filename="a\\b.txt"', 'ab.txt'],
    ['quotes that never close', 'filename="open.pdf; size=3', 'open.pdf'],
    ['two quoted strings', 'filename="=?utf-8?Q?one_?="\n "=?utf-8?Q?two.pdf?="', 'one two.pdf'],
    ['no semicolon between parameters', 'filename="a.pdf" size=3', 'a.pdf'],
    ['base64 cut within a group', 'filename="=?utf-8?B?w6TDts?= =?utf-8?B?O8LnBkZg==?="', 'äöü.pdf'],
    ['a language in the word', 'filename="=?utf-8*de?Q?=C3=A4.pdf?="', 'ä.pdf'],
    ['ISO-2022-JP words', 'filename="=?ISO-2022-JP?B?GyRCOXEbKEI=?= =?ISO-2022-JP?B?GyRCOXEbKEIucGRm?="', '国国.pdf'],
    ['what only looks like a word', 'filename="=?utf-8?X?abc?=.pdf"', '=?utf-8?X?abc?=.pdf'],
    ['an unfinished word', 'filename="=?utf-8?Q?abc.pdf"', '=?utf-8?Q?abc.pdf'],
    ['raw UTF-8', `filename="${utf8('naïve 网络.pdf')}"`, 'naïve 网络.pdf'],
    ['raw GBK', 'filename="\xcd\xf8\xc2\xe7.xls"', '网络.xls'],
    ['raw windows-1252', 'filename="M\xfcller \x96 5 \x80.pdf"', 'Müller – 5 €.pdf'],
    ['raw KOI8-R', 'filename="\xe4\xcf\xc7\xcf\xd7\xcf\xd2.doc"', 'Договор.doc'],
    ['raw ISO-2022-JP', 'filename="\x1b$B9q\x1b(B.pdf"', '国.pdf'],
    ['comments wherever they may stand', '(e) filename (f) = (g) "x.pdf" (h); size=3', 'x.pdf'],
    ['a comment with a quote in it', 'filename=("g") "x.pdf"', 'x.pdf'],
    ['a comment behind a whole name without quotes', 'filename=x.pdf (the plan)', 'x.pdf'],
    ['parentheses that are a name without quotes', 'filename=(1) report (2).pdf', '(1) report (2).pdf'],
    ['parentheses that end a name without quotes', 'filename=report (2)', 'report (2)'],
    ['parentheses within quotes', 'filename="(a) b (c)"', '(a) b (c)'],
    ['a quote that was never opened', 'filename=x.pdf"; size=3', 'x.pdf'],
    ['a comment that never ends before it', '(; filename=x.pdf', 'x.pdf'],
    ['a comment that never ends', 'filename=(x.pdf', '(x.pdf'],
    ['references as HTML has them', 'filename=&#1076;&#1086;&#x433;.doc; size=3', 'дог.doc'],
    ['references between words', 'filename=a &#1076; b; size=3', 'a д b'],
    ['a reference before a parameter without a semicolon', 'filename=a&#1076; size=3', 'aд'],
    ['a reference to ASCII, which nobody needs', 'filename=a&#059;b; size=3', 'a&#059;b'],
    ['references within quotes as they stand', 'filename="&#1076;.doc"', '&#1076;.doc'],
    ['a path', 'filename="../../../etc/passwd"', '../../../etc/passwd'],
  ])('%s', async (_, parameters, expected) => {
    expect(await disposition(parameters)).toBe(expected);
  });

  it('keeps backslashes where the value is plainly a Windows path, and takes the last segment', async () => {
    for (const [written, segment] of [
      ['C:\\Users\\me\\RXD2-1.pdf', 'RXD2-1.pdf'],
      ['C:\\\\Users\\\\me\\\\RXD2-1.pdf', 'RXD2-1.pdf'],
      ['\\\\server\\share\\new file.pdf', 'new file.pdf'],
    ]) {
      const part = await onlyPart(withPart(`Content-Disposition: attachment; filename="${written}"`));
      expect(part.filename).toBe(segment);
      expect(part.rawFilename).toContain(`\\${segment}`);
      expect(part.wasFileNameNormalized).toBe(true);
    }
  });

  test.each([
    [
      'the disposition wins over the type',
      'Content-Type: application/octet-stream; name="application/vnd.sheet"\nContent-Disposition: attachment; filename="=?utf-8?B?T3JwaGFuLnhsc3g=?="',
      'Orphan.xlsx',
    ],
    [
      'the name of the type alone',
      'Content-Type: application/octet-stream; name="document.pdf"\nContent-Disposition: attachment',
      'document.pdf',
    ],
    [
      'an empty file name falls back on the type',
      'Content-Type: a/b; name=x.pdf\nContent-Disposition: attachment; filename=""',
      'x.pdf',
    ],
    ["the type's extended name", "Content-Type: a/b; name=x.pdf; name*=utf-8''%C3%A4.pdf", 'ä.pdf'],
    [
      'the first of two headers',
      'Content-Disposition: attachment; filename=a.pdf\nContent-Disposition: attachment; filename=b.pdf',
      'a.pdf',
    ],
    [
      'comments in both headers',
      'Content-Type: (a) application/pdf (b); (c) name (d) = (e) "y.pdf" (f)\nContent-Disposition: (c) attachment (d); (e) filename (f) = (g) "x.pdf"',
      'x.pdf',
    ],
    ['a disposition without its type', 'Content-Type: a/b\nContent-Disposition: filename=a.pdf', 'a.pdf'],
    [
      'a whole header as one encoded word',
      'Content-Type: a/b\nContent-Disposition: =?utf-8?Q?attachment;_filename=3D"=C3=A4.pdf"?=',
      'ä.pdf',
    ],
    [
      "raw bytes in the part's own charset",
      'Content-Type: text/plain; charset=koi8-r; name="\xe4\xef\xe3.txt"',
      'ДОЦ.txt',
    ],
  ])('%s', async (_, headers, expected) => {
    expect(await nameOf(headers)).toBe(expected);
  });

  it.each([
    'Content-Type: a/b\nContent-Disposition: attachment',
    'Content-Type: a/b; name=""\nContent-Disposition: attachment; filename=""',
  ])('has none for %j, and counts the part', async headers => {
    const part = await onlyPart(withPart(headers));
    expect(part).toMatchObject({
      filename: null,
      rawFilename: null,
      wasFileNameNormalized: false,
      kind: 'attachment',
      sizeBytes: 7,
    });
  });

  it('reports normalization exactly where the name was changed', async () => {
    expect(
      (await onlyPart(withPart('Content-Disposition: attachment; filename="a b.pdf"'))).wasFileNameNormalized,
    ).toBe(false);
    expect(
      (await onlyPart(withPart('Content-Disposition: attachment; filename="a  b.pdf"'))).wasFileNameNormalized,
    ).toBe(true);
    const unusable = await onlyPart(withPart('Content-Disposition: attachment; filename=".."'));
    expect(unusable).toMatchObject({ filename: null, rawFilename: '..', wasFileNameNormalized: true });
  });
});
