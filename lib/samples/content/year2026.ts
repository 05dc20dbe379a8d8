// 2026: RXD3 begins, a name comes with its Windows path, invoices are handed on, the fourth budget is written.

import { attach, mixed, plainText } from '../entity.ts';
import { jpeg } from '../files/jpeg.ts';
import { schematicPdf, textPdf } from '../files/pages.ts';
import { pptx } from '../files/pptx.ts';
import { xlsx } from '../files/xlsx.ts';
import type { Mail } from '../mail.ts';
import { forwarded, mail } from '../mail.ts';
import { plainName } from '../names.ts';
import { budget, invoicePdf, letterhead, people } from './firm.ts';
import { boardPhoto } from './pictures.ts';

const { ingrid, tomas, priya, jonas, billing, layla, camille, dana } = people;

const kickOff = mail({
  file: '2026-01-13-rxd3-kick-off',
  date: '2026-01-13T15:40:00+01:00',
  from: tomas,
  to: [ingrid, priya, jonas],
  subject: 'RXD3: slides and risks of the kick-off',
  body: mixed(
    plainText('Slides and risk register of this morning. Risk 3 needs an owner.\n\nTomás\n'),
    attach(
      'RXD3_concept.pptx',
      pptx({ title: 'RXD3 concept', author: 'Tomás Ferreira', date: '2026-01-12' }, [
        { title: 'RXD3: two bands, one connector', points: ['433 and 868 MHz', 'Diplexer on the board'] },
        { title: 'What stays', points: ['The MCU of RXD2', 'The enclosure, with a new panel'] },
        { title: 'Milestones', points: ['Schematic in March', 'Ten prototypes in June', 'Approval in October'] },
      ]),
    ),
    attach(
      'RXD3_risk_register.xlsx',
      xlsx({ title: 'RXD3 risk register', author: 'Tomás Ferreira', date: '2026-01-12' }, [
        {
          name: 'Risks',
          rows: [
            ['No.', 'Risk', 'Probability', 'Owner', 'Review'],
            [1, 'Diplexer loses more than 2 dB', 0.3, 'Tomás', { day: '2026-03-02' }],
            [2, 'SAW filter out of stock again', 0.4, 'Jonas', { day: '2026-02-02' }],
            [3, 'Approval for two bands takes longer', 0.5, null, { day: '2026-04-01' }],
          ],
        },
      ]),
    ),
  ),
});

const rxd3Schematic = schematicPdf({
  title: 'RXD3 receiver',
  author: 'T. Ferreira',
  date: '2026-03-09',
  drawing: 'OTS-RXD3-01',
  revision: 'A',
  blocks: [
    ['J1', 'SMA, 50 ohm'],
    ['DP1', 'Diplexer 433/868'],
    ['U1', 'LNA 433 MHz'],
    ['U2', 'LNA 868 MHz'],
    ['U3', 'Transceiver'],
    ['U4', 'MCU 64 MHz'],
  ],
  nets: ['RF_IN', 'RF_LOW', 'RF_HIGH', 'RF_OUT', ''],
  notes: ['First issue.', 'DP1: keep 1 mm from the shield.', 'L3 stays where revision C of RXD2 has it.'],
});

// Old mail programs send the whole path of the file.
const rxd3 = mail({
  file: '2026-03-10-rxd3-schematic-revision-a',
  date: '2026-03-10T08:20:00+01:00',
  from: tomas,
  to: [priya],
  subject: 'RXD3 schematic, revision A',
  mailer: 'Workshop PC, Mail 6.00.2900',
  body: mixed(
    plainText('Sent from the old PC in the workshop, since mine is updating.\n\nTomás\n'),
    attach(plainName('C:\\Users\\tomas\\RXD3\\RXD3_SCH_REV_A.pdf', 'RXD3_SCH_REV_A.pdf'), rxd3Schematic),
  ),
});

const invoice = mail({
  file: 'invoice',
  date: '2026-05-18T10:10:00+02:00',
  from: billing,
  to: [layla],
  subject: 'Invoice INV_2026_019',
  body: mixed(
    letterhead(
      'Dear Layla,\n\nplease find attached our invoice for twenty RXD2 receivers.\n\nKind regards\nOttersund Billing\n',
      'logo.2026-019@ottersund.example',
    ),
    attach(
      'INV_2026_019.pdf',
      invoicePdf({
        number: 'INV_2026_019',
        date: '2026-05-18',
        customer: ['Al Noor', 'Layla Haddad'],
        items: [
          ['RXD2 receiver', 20, 259],
          ['Antenna', 20, 29.5],
        ],
      }),
    ),
  ),
});

const customer = mail({
  file: 'customer',
  date: '2026-05-19T09:02:00+03:00',
  from: layla,
  to: [billing],
  subject: 'Two questions about your invoice',
  body: mixed(
    plainText('Which customs code applies to the antennas, and may we pay in two parts?\n\nLayla\n'),
    forwarded(invoice),
  ),
});

const handedOn = mail({
  file: '2026-05-19-questions-about-inv-2026-019',
  date: '2026-05-19T11:55:00+02:00',
  from: jonas,
  to: [camille],
  subject: 'Al Noor asks about INV_2026_019',
  body: mixed(plainText('Camille, can they pay in two parts? The mail is attached.\n\nJonas\n'), forwarded(customer)),
});

const budget2026 = mail({
  file: '2026-06-30-budget-q3-2026',
  date: '2026-06-30T16:00:00+02:00',
  from: jonas,
  to: [ingrid],
  subject: 'Budget for the third quarter of 2026',
  body: mixed(
    plainText('Prototypes of RXD3 are the big item. The approval is a guess until October.\n\nJonas\n'),
    attach(
      'budget_Q3_2026.xlsx',
      budget('Budget Q3 2026', '2026-06-29', 'Q3 2026', [
        ['Salaries', 72_300, 'Five people, three months'],
        ['Components', 21_700, '80 RXD2'],
        ['Prototypes of RXD3', 12_900, 'Ten boards, two rounds'],
        ['Approval of RXD3', 9_500, 'A guess'],
        ['Rent', 4_650, 'Workshop, three months'],
      ]),
    ),
  ),
});

const rxd3Noise = mail({
  file: '2026-08-18-rxd3-0003-noise-test',
  date: '2026-08-18T14:14:00+02:00',
  from: priya,
  to: [tomas],
  cc: [ingrid],
  subject: 'RXD3-0003: noise test, first prototypes',
  body: mixed(
    plainText('Better than RXD2 in both bands, and no spur. Photo of the fixture attached.\n\nPriya\n'),
    attach(
      'RXD3-0003 noise test.pdf',
      textPdf({ title: 'RXD3-0003 noise test', author: 'Priya Nair', date: '2026-08-17' }, [
        'Board 0003, schematic revision A, firmware 2.0.0-rc1, 24 °C.',
        { columns: ['Offset kHz', '433 MHz dBc/Hz', '868 MHz dBc/Hz'] },
        { columns: ['10', '-93.8', '-91.7'] },
        { columns: ['100', '-99.1', '-97.6'] },
        { columns: ['1000', '-104.4', '-103.0'] },
        '',
        'No spur above -100 dBc from 10 kHz to 10 MHz.',
      ]),
    ),
    attach('IMG_3307.JPG', jpeg(boardPhoto('RXD3 0003', 4))),
  ),
});

const field = mail({
  file: '2026-09-22-first-rxd3-on-the-hilltop',
  date: '2026-09-22T11:08:00+00:00',
  from: dana,
  to: [priya, tomas],
  subject: 'First RXD3 on the hilltop',
  body: mixed(
    plainText('It runs since Friday, both bands. Log of the first day attached.\n\nDana\n'),
    attach('rxd3_level.csv', Buffer.from('hour,level_433,level_868\n0,-74,-79\n6,-71,-77\n12,-69,-80\n18,-73,-78\n')),
  ),
});

export const year2026: readonly Mail[] = [kickOff, rxd3, handedOn, budget2026, rxd3Noise, field];
