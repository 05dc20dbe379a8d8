import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseMessage } from '../../../lib/mail/parseMessage.ts';
import { base64, mail, multipart, multipartMail, raw, textPart, utf8 } from '../../mails.ts';
import { mutate, seededRandom } from '../../mutate.ts';
import { brokenRules } from '../../outputRules.ts';
import { tnef } from '../../tnef.ts';

const uuencoded = 'begin 644 a.txt\n%:&5L;&\\ \n`\nend\n';
const file = (parameters: string) =>
  `Content-Type: application/pdf\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; ${parameters}\n\n${base64('x'.repeat(200))}`;

const own: readonly Uint8Array[] = [
  multipartMail('mixed', [
    textPart,
    file("filename*0*=utf-8''%C3%A4%20; filename*1=b; filename*2*=%F0%9F%98%81.pdf"),
    file('filename="=?utf-8?B?w6TDtg==?= =?utf-8?Q?=C3=BC.pdf?="'),
    file(`filename="${utf8('网络')}.pdf"; size=3`),
    file('filename="C:\\Users\\me\\\xcd\xf8\xc2\xe7.xls"'),
  ]),
  multipartMail('related', [
    'Content-Type: text/html; charset=koi8-r\n\n<img src="cid:a@b"><img src="img/c.png">\xf4\xc5\xd3\xd4',
    'Content-Type: image/png; name=a.png\nContent-ID: <a@b>\n\nx',
    'Content-Type: image/png\nContent-Location: img/c.png\n\nx',
  ]),
  multipartMail('mixed', [
    `Content-Type: message/rfc822\n\nSubject: =?iso-8859-1?Q?Gr=FC=DFe?=\n${multipart('alternative', [textPart, 'Content-Type: text/html\n\n<p>'], 'in')}`,
    `Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n${base64(raw(`Subject: b\n${multipart('mixed', [file('filename=a')], 'in')}`))}`,
    'Content-Type: application/pkcs7-signature; name=smime.p7s\nContent-Transfer-Encoding: base64\n\nMIAGCSqGSIb3DQEHAqCAMIACAQExADCABgkqhkiG9w0BBwGg',
  ]),
  multipartMail('mixed', [
    `Content-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n${base64(
      tnef({
        subject: 's',
        body: 'b',
        html: '<p>',
        files: [
          { longName: 'a.pdf', content: 'x' },
          { message: { subject: 'in', files: [{ title: 'b', content: 'y' }] } },
        ],
      }),
    )}`,
  ]),
  mail(
    'Content-Type: text/plain; format=flowed',
    `One \ntwo\n${uuencoded}\n=ybegin line=128 size=3 name=y.bin\n\x8b\x8c=\x7d\n=yend size=3\n> quoted \n> text`,
  ),
  mail(
    'Date: Mon, 26 Dec 2022 16:07:14 +0000\nReceived: from a (b) by c; 27 Oct 2001 15:25:09 +0200\nCc: "Lee, Ann" <a@b.c>, Group: x@y.z;\nMessage-ID: <a@b>\nReferences: <c@d> <e@f>\nContent-Transfer-Encoding: quoted-printable',
    'soft=\nbreak =C3=A4',
  ),
];

const folder = '../shared/mail/eml';
const corpus = existsSync(folder)
  ? readdirSync(folder)
      .sort()
      .map(name => readFileSync(`${folder}/${name}`))
      .filter(bytes => bytes.length < 30_000)
  : [];

async function fuzz(mails: readonly Uint8Array[], count: number, seed: number): Promise<number> {
  const random = seededRandom(seed);
  const pick = () => mails[random(mails.length)] as Uint8Array;
  let parts = 0;
  for (let i = 0; i < count; i++) {
    const bytes = mutate(pick(), pick(), random);
    const message = await parseMessage(bytes);
    const broken = brokenRules(message);
    if (broken.length > 0)
      throw new Error(
        `mail ${i} of seed ${seed} breaks: ${broken.join(', ')}\n${Buffer.from(bytes).toString('base64')}`,
      );
    parts += message.parts.length;
  }
  return parts;
}

describe('mails damaged at random', () => {
  it('are parsed without an exception, and keep the rules of the output', async () => {
    for (const bytes of own) expect(brokenRules(await parseMessage(bytes))).toEqual([]);
    // Most still have parts: the damage does not merely end the parsing.
    expect(await fuzz(own, 16_000, 1)).toBeGreaterThan(8000);
  });

  if (corpus.length > 0) {
    it('are so for real mail too', async () => {
      expect(await fuzz(corpus, 8000, 2)).toBeGreaterThan(4000);
    });
  }

  it('are the same in every run', () => {
    const [first = new Uint8Array()] = own;
    const twice = [1, 2].map(() => mutate(first, first, seededRandom(7)));
    expect(Buffer.from(twice[0] ?? [])).toEqual(Buffer.from(twice[1] ?? []));
  });

  it('are random bytes as well', async () => {
    const random = seededRandom(3);
    for (let i = 0; i < 1000; i++) {
      const bytes = Uint8Array.from({ length: random(300) }, () => random(256));
      expect(brokenRules(await parseMessage(bytes))).toEqual([]);
    }
  });
});
