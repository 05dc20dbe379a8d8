// 2021: an invoice under the letterhead, German names composed and decomposed, a scanner without a word to say.

import { attach, mixed, plainText, unnamedText } from '../entity.ts';
import { scanPdf, textPdf } from '../files/pages.ts';
import type { Mail } from '../mail.ts';
import { mail } from '../mail.ts';
import { encodedName, extendedName, typeNameOnly } from '../names.ts';
import { invoicePdf, letterhead, people } from './firm.ts';
import { scannedSheet } from './pictures.ts';

const { ingrid, priya, jonas, billing, juergen, dana, scanner } = people;

const invoice = mail({
  file: '2021-01-19-invoice-inv-2021-004',
  date: '2021-01-19T14:00:00+01:00',
  from: billing,
  to: [dana],
  cc: [billing],
  subject: 'Invoice INV_2021_004',
  body: mixed(
    letterhead(
      `Dear Dana,

please find attached our invoice for the four REV123 receivers of the hilltop station.

Kind regards
Ottersund Billing
`,
      'logo.2021@ottersund.example',
    ),
    attach(
      'INV_2021_004.pdf',
      invoicePdf({
        number: 'INV_2021_004',
        date: '2021-01-19',
        customer: ['Hilltop Station', 'Dana Whitfield'],
        items: [
          ['REV123 receiver', 4, 312.5],
          ['Antenna cable, 10 m', 4, 28],
        ],
      }),
    ),
  ),
});

const testReport = textPdf({ title: 'Prüfbericht REV123', author: 'Messtechnik Müller', date: '2021-05-04' }, [
  'Prüfling: REV123, Seriennummer 0088',
  'Empfindlichkeit: -112 dBm bei 12 dB SINAD',
  'Frequenzablage: +180 Hz bei 25 °C, +640 Hz bei 60 °C',
  'Ergebnis: bestanden, die Ablage bei Wärme bitte beobachten.',
]);

const deliveryNote = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Arial;}}\f0\fs22
{\b Lieferschein 2021-0518}\par
Messtechnik M\'fcller an Ottersund Electronics\par
\par
1 REV123 Nr. 0088, gepr\'fcft\par
1 Adapter N auf SMA, als Leihgabe bis Ende August\par
}`;

// The sender's computer writes ü as u and a combining mark; the second name is composed, the third in raw UTF-8.
const german = mail({
  file: '2021-05-06-pruefbericht-rev123',
  date: '2021-05-06T08:47:00+02:00',
  from: juergen,
  to: [priya],
  subject: 'Prüfbericht und Übersicht der Meßwerte',
  charset: 'iso-8859-1',
  form: 'Q',
  mailer: 'Apple Mail (2.3654.80.0.2.43)',
  body: mixed(
    plainText(
      `Hallo Priya,

anbei der Prüfbericht, die Meßwerte und der Lieferschein. Das Gerät geht heute zurück.
Die Ablage bei Wärme ist größer als im Vorjahr, aber noch im zulässigen Bereich.

Viele Grüße
Jürgen Müller
`,
      { charset: 'iso-8859-1' },
    ),
    attach(extendedName('Prüfbericht REV123 Übersicht.pdf'.normalize('NFD')), testReport),
    attach(
      encodedName('Meßwerte_REV123_größte Abweichung.csv', 'iso-8859-1', 'Q'),
      Buffer.from('Temperatur;Ablage Hz\r\n25;180\r\n40;390\r\n60;640\r\n'),
    ),
    attach('Lieferschein_Müller_2021-0518.rtf', Buffer.from(deliveryNote)),
  ),
});

const scan = mail({
  file: '2021-09-30-message-from-the-copier',
  date: '2021-09-30T17:22:00+02:00',
  from: scanner,
  to: [jonas],
  subject: 'Message from OTS-MFP-2',
  mailer: 'OTS-MFP-2 firmware 3.11',
  body: mixed(
    plainText('This mail was sent from OTS-MFP-2.\n\nScan date: 2021-09-30 17:22 (+0200)\n'),
    attach(
      typeNameOnly('Scan_2021-09-30_0003.pdf'),
      scanPdf(
        { title: 'Scan', author: 'OTS-MFP-2', date: '2021-09-30' },
        scannedSheet([
          'CUSTOMS RECEIPT',
          '',
          'NO. 4471-09',
          'GOODS: 200 PCB, 4 LAYERS',
          'DUTY: 0.00 EUR',
          '',
          'STAMPED 30.09.2021',
        ]),
      ),
      { disposition: 'none' },
    ),
  ),
});

const minutes = mail({
  file: '2021-12-15-minutes-without-a-name',
  date: '2021-12-15T18:10:00+01:00',
  from: ingrid,
  to: [priya, jonas],
  subject: 'What we decided today',
  body: mixed(
    plainText('The list below is straight from the whiteboard. RXD2 it is.\n\nIngrid\n'),
    unnamedText('RXD2 replaces REV123 in 2022\nPriya owns the noise budget\nJonas asks for three quotations\n'),
  ),
});

export const year2021: readonly Mail[] = [invoice, german, scan, minutes];
