// 2025: a Turkish enquiry, signed mail of both kinds, a release, a party, meeting notes.

import type { Entity } from '../entity.ts';
import { attach, htmlText, inlineImage, mixed, plainText, related } from '../entity.ts';
import { docx } from '../files/docx.ts';
import { textPdf } from '../files/pages.ts';
import { png } from '../files/png.ts';
import type { Mail } from '../mail.ts';
import { mail } from '../mail.ts';
import { continuedName, encodedName, extendedName } from '../names.ts';
import { people } from './firm.ts';
import { plot } from './pictures.ts';
import { openPgpKey, signedByOpenPgp, signedBySmime } from './signed.ts';

const { ingrid, tomas, priya, jonas, ayse, camille, list } = people;

const turkish = mail({
  file: '2025-02-11-istanbul-fair',
  date: '2025-02-11T10:40:00+03:00',
  from: ayse,
  to: [ingrid],
  subject: 'İstanbul fuarı için teklif isteği',
  charset: 'iso-8859-9',
  form: 'Q',
  body: mixed(
    plainText(
      `Merhaba Ingrid,

İstanbul fuarında RXD2'yi göstermek istiyoruz. Stant planı ve teklif isteğimiz ektedir.
Işığı az olan köşe için bir uzatma kablosu da gerekiyor.

Sevgiler,
Ayşe Yılmaz
`,
      { charset: 'iso-8859-9' },
    ),
    attach(
      encodedName('İstanbul fuarı teklif isteği.docx', 'iso-8859-9', 'Q'),
      docx({ title: 'Teklif isteği', author: 'Ayşe Yılmaz', date: '2025-02-10' }, [
        { heading: 'İstanbul fuarı, teklif isteği' },
        'Altı adet RXD2 alıcı, iki adet anten, bir adet uzatma kablosu.',
        'Teslim: 14 Nisan, salon 3, stant B12.',
      ]),
    ),
    attach(extendedName('Stant planı (güncel).png'), png(plot('STAND B12', [0.1, 0.9, 0.9, 0.1, 0.1]))),
  ),
});

const agreement = mail({
  file: '2025-03-25-signed-agreement',
  date: '2025-03-25T09:18:00+01:00',
  from: ingrid,
  to: [ayse],
  cc: [camille],
  subject: 'Agreement on confidentiality, signed',
  body: signedBySmime(
    mixed(
      plainText('Dear Ayse,\n\nthe agreement with my signature, and this mail with one too.\n\nIngrid Solheim\n'),
      attach(
        'NDA_signed_2025-03.pdf',
        textPdf({ title: 'Agreement on confidentiality', author: 'Ottersund Electronics', date: '2025-03-24' }, [
          'Between Ottersund Electronics and Marmara Elektronik.',
          'Drawings, parts lists and measurements of RXD2 and RXD3 stay with those who need them.',
          'The agreement ends five years after its signature.',
        ]),
      ),
    ),
  ),
});

const releaseNotes = `---
title: RXD2 firmware 1.4.0
date: 2025-05-20
tags: [firmware, release]
---

# RXD2 firmware 1.4.0

## New

- The gain table is rounded to the nearest step, in the driver too.
- \`selftest --json\` for the test rig.

## Mended

- The squelch no longer closes at midnight.
`;

const release = mail({
  file: '2025-05-20-rxd2-firmware-1-4-0',
  date: '2025-05-20T12:00:00+02:00',
  from: tomas,
  to: [list],
  subject: '[ANNOUNCE] RXD2 firmware 1.4.0',
  body: signedByOpenPgp(
    mixed(
      plainText('Firmware 1.4.0 is out. Notes attached, and my key for those who have lost it.\n\nTomas\n'),
      attach('rxd2-firmware-1.4.0.md', Buffer.from(releaseNotes)),
      attach('tomas-openpgp-key.asc', openPgpKey),
    ),
  ),
});

const party = mail({
  file: '2025-06-17-launch-party',
  date: '2025-06-17T13:13:00+02:00',
  from: jonas,
  to: [ingrid, tomas, priya],
  subject: '🎉 Five hundred RXD2, and a party',
  body: mixed(
    plainText('Board 0500 left the house this morning. Friday, four o’clock, by the water. 🍰\n\nJonas\n'),
    attach(
      extendedName('🎉 launch party.md'),
      Buffer.from(
        '# Launch party\n\nFriday 20 June, 16:00, by the water. #party\n\n- Priya brings the cake\n- Tomás brings board 0500\n',
      ),
    ),
    attach(
      continuedName(
        'RXD2 – complete production test procedure for the second batch, including calibration and burn-in (draft 3).docx',
      ),
      docx({ title: 'RXD2 production test procedure', author: 'Priya Nair', date: '2025-06-16' }, [
        { heading: 'Production test procedure' },
        { heading: 'Calibration', level: 2 },
        'Set the generator to -110 dBm and trim C31 until the level reads -110 ± 0.5 dBm.',
        { heading: 'Burn-in', level: 2 },
        'Forty-eight hours at 55 °C with the radio on. Boards that restart are set aside.',
      ]),
    ),
  ),
});

const notes = `---
date: 2025-11-04
tags: [meeting, rxd3]
---

# Meeting of 4 November 2025

Present: Ingrid, Tomás, Priya, Jonas

## RXD3

- Two bands: 433 and 868 MHz, one antenna connector. Tomás draws the diplexer.
- Price at most 190 EUR with 200 pieces.

## RXD2

- Stock: 38 boards. No third batch before March.
`;

const meeting = mail({
  file: '2025-11-04-meeting-notes',
  date: '2025-11-04T17:30:00+01:00',
  from: priya,
  to: [ingrid, tomas, jonas],
  subject: 'Notes of today, and the stock',
  body: mixed(withScreenshot(), attach('meeting-notes-2025-11-04.md', Buffer.from(notes))),
});

/** A picture pasted into the text, as Outlook names it. */
function withScreenshot(): Entity {
  const contentId = 'image001.png@01DC4DA1.7F3E2B10';
  return related(
    htmlText(`<html><body>
<p>Notes attached. The stock of RXD2 over the year:</p>
<p><img src="cid:${contentId}" width="240" height="120"></p>
<p>Priya</p>
</body></html>
`),
    inlineImage('image001.png', contentId, png(plot('STOCK OF RXD2', [0.9, 0.7, 0.72, 0.5, 0.42, 0.3, 0.24, 0.16]))),
  );
}

export const year2025: readonly Mail[] = [turkish, agreement, release, party, meeting];
