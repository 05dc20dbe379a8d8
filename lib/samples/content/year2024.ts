// 2024: invoices, budgets and revision C of RXD2, with a customer who writes in Hebrew and an accountant in French.

import { attach, mixed, plainText } from '../entity.ts';
import { docx } from '../files/docx.ts';
import { schematicPdf, textPdf } from '../files/pages.ts';
import { pptx } from '../files/pptx.ts';
import { xlsx } from '../files/xlsx.ts';
import { zip } from '../files/zip.ts';
import type { Mail } from '../mail.ts';
import { mail } from '../mail.ts';
import { continuedName, encodedName } from '../names.ts';
import { budget, invoicePdf, letterhead, people } from './firm.ts';
import { rxd2Sheet } from './year2022.ts';

const { ingrid, tomas, priya, jonas, billing, noa, camille, liWei } = people;

const hebrew = mail({
  file: '2024-02-06-specification-in-hebrew',
  date: '2024-02-06T10:05:00+02:00',
  from: noa,
  to: [ingrid],
  subject: 'מפרט טכני למקלט RXD2',
  charset: 'windows-1255',
  body: mixed(
    plainText(
      `שלום אינגריד,

מצורף המפרט הטכני למקלט. נשמח לקבל הצעה לעשר יחידות.

תודה,
נועה לוי
`,
      { charset: 'windows-1255', encoding: '8bit' },
    ),
    attach(
      continuedName('מפרט טכני למקלט RXD2 כולל דרישות סביבה ובדיקות קבלה.docx'),
      docx(
        { title: 'מפרט טכני', author: 'נועה לוי', date: '2024-02-05' },
        [{ heading: 'מפרט טכני' }, 'תדר: 868 מגה הרץ', 'טווח טמפרטורות: עד 60 מעלות', 'כמות: עשר יחידות'],
        { isRightToLeft: true },
      ),
    ),
  ),
});

const invoice31 = mail({
  file: '2024-03-19-invoice-inv-2024-031',
  date: '2024-03-19T09:30:00+01:00',
  from: billing,
  to: [noa],
  subject: 'Invoice INV_2024_031',
  body: mixed(
    letterhead(
      'Dear Noa,\n\nplease find attached our invoice for ten RXD2 receivers.\n\nKind regards\nOttersund Billing\n',
      'logo.2024-031@ottersund.example',
    ),
    attach(
      'INV_2024_031.pdf',
      invoicePdf({
        number: 'INV_2024_031',
        date: '2024-03-19',
        customer: ['Galim', 'Noa Levi'],
        items: [
          ['RXD2 receiver', 10, 268],
          ['Acceptance test', 1, 340],
        ],
      }),
    ),
  ),
});

const budgetQ3 = mail({
  file: '2024-06-25-budget-q3-2024',
  date: '2024-06-25T11:11:00+02:00',
  from: jonas,
  to: [ingrid],
  cc: [tomas, priya],
  subject: 'Budget for the third quarter',
  body: mixed(
    plainText(`Ingrid, the budget for July to September. The spectrum analyser is in it, as agreed.
The second sheet says what each figure rests on.

Jonas
`),
    attach(
      'budget_Q3_2024.xlsx',
      budget('Budget Q3 2024', '2024-06-24', 'Q3 2024', [
        ['Salaries', 61_500, 'Four people, three months'],
        ['Components', 18_200, '120 RXD2 at the prices of May'],
        ['Spectrum analyser', 7_900, 'Quotation of 11 June'],
        ['Rent', 4_350, 'Workshop, three months'],
      ]),
    ),
  ),
});

const budgetAnswer = mail({
  file: '2024-06-27-re-budget-q3-2024',
  date: '2024-06-27T19:20:00+02:00',
  from: ingrid,
  to: [jonas],
  subject: 'Re: Budget for the third quarter',
  answers: budgetQ3,
  body: mixed(
    plainText(`Two changes in the file: a used analyser, and 4,000 for the approval of revision C.

> The spectrum analyser is in it, as agreed.
`),
    attach(
      'budget_Q3_2024 (with comments).xlsx',
      budget('Budget Q3 2024, with comments', '2024-06-27', 'Q3 2024', [
        ['Salaries', 61_500, 'Four people, three months'],
        ['Components', 18_200, '120 RXD2 at the prices of May'],
        ['Spectrum analyser', 4_600, 'IS: used, from the auction in Bergen'],
        ['Approval of revision C', 4_000, 'IS: you forgot the test house'],
        ['Rent', 4_350, 'Workshop, three months'],
      ]),
    ),
  ),
});

const timesheet = `Person,Project,Hours
Tomás,RXD2 revision C,96.5
Priya,RXD2 noise,71
Priya,Test rig,32
Jonas,Purchasing,44
`;

const invoice77 = mail({
  file: '2024-07-16-invoice-inv-2024-077',
  date: '2024-07-16T13:05:00+02:00',
  from: billing,
  to: [camille],
  cc: [jonas],
  subject: 'INV_2024_077 and the hours of June',
  body: mixed(
    plainText('Dear Camille,\n\nthe invoice to Hangang and the hours of June, for the books.\n\nOttersund Billing\n'),
    attach(
      'INV_2024_077.pdf',
      invoicePdf({
        number: 'INV_2024_077',
        date: '2024-07-16',
        customer: ['Hangang', 'Kim Minjun'],
        items: [
          ['RXD2 receiver', 25, 254],
          ['Antenna, magnetic foot', 25, 31.2],
        ],
      }),
    ),
    attach('timesheet_2024-06.csv', Buffer.from(timesheet)),
  ),
});

const french = mail({
  file: '2024-08-06-payment-of-inv-2024-077',
  date: '2024-08-06T16:50:00+02:00',
  from: camille,
  to: [billing],
  subject: 'Re: INV_2024_077 - relevé et règlement reçu',
  charset: 'iso-8859-15',
  form: 'Q',
  answers: invoice77,
  body: mixed(
    plainText(
      `Bonjour Jonas,

le règlement de la facture INV_2024_077 est arrivé le 2 août. Vous trouverez ci-joint
le relevé de compte. Il reste 312,50 € à rapprocher : à quoi correspondent-ils ?

Bien à vous,
Camille
`,
      { charset: 'iso-8859-15' },
    ),
    attach(
      encodedName('Relevé de compte août 2024.pdf', 'iso-8859-15', 'Q'),
      textPdf({ title: 'Relevé de compte août 2024', author: 'Laurent Comptabilité', date: '2024-08-06' }, [
        { columns: ['Date', 'Libellé', 'Crédit €'] },
        { columns: ['02/08/2024', 'Hangang INV_2024_077', '8 912,50'] },
        { columns: ['05/08/2024', 'Virement non identifié', '312,50'] },
        '',
        'Solde créditeur au 6 août : 41 207,88 €',
      ]),
    ),
  ),
});

const revisionC = mail({
  file: '2024-09-24-rxd2-revision-c-released',
  date: '2024-09-24T17:45:00+02:00',
  from: tomas,
  to: [liWei],
  cc: [priya, ingrid],
  subject: 'RXD2 revision C: released for production',
  body: mixed(
    plainText(`Dear Li Wei,

revision C is released. L3 has moved, please note the new panel drawing in the archive.
120 boards as quoted.

Tomás
`),
    attach(
      'RXD2_SCH_REV_C.pdf',
      schematicPdf({
        ...rxd2Sheet,
        revision: 'C',
        date: '2024-09-23',
        notes: ['L3 moved to the edge, turned by 90 degrees.', 'Released for production.', 'Spur at 312 kHz gone.'],
      }),
    ),
    attach(
      'RXD2_BOM_REV_C.xlsx',
      xlsx({ title: 'RXD2 parts list, revision C', author: 'T. Ferreira', date: '2024-09-23' }, [
        {
          name: 'Parts',
          rows: [
            ['Designator', 'Value', 'Quantity', 'Price EUR', 'Checked'],
            ['FL1', 'SAW 868.3 MHz', 1, { amount: 1.84 }, { day: '2024-09-20' }],
            ['U1', 'LNA 21 dB', 1, { amount: 0.97 }, { day: '2024-09-20' }],
            ['U2', 'Transceiver', 1, { amount: 3.4 }, { day: '2024-09-23' }],
            ['L3', '10 uH, shielded', 1, { amount: 0.38 }, { day: '2024-09-23' }],
          ],
        },
      ]),
    ),
    attach(
      'RXD2_gerbers_REV_C.zip',
      zip(
        {
          'RXD2-F_Cu.gbr': 'G04 RXD2 revision C front copper*\n%FSLAX36Y36*%\n%MOMM*%\nM02*\n',
          'RXD2-B_Cu.gbr': 'G04 RXD2 revision C back copper*\n%FSLAX36Y36*%\n%MOMM*%\nM02*\n',
          'panel.txt': 'Panel of 2 x 4 boards, V-cut, 5 mm rail on both sides.\n',
        },
        '2024-09-23',
      ),
    ),
  ),
});

const budget2025 = mail({
  file: '2024-12-10-budget-2025',
  date: '2024-12-10T10:00:00+01:00',
  from: jonas,
  to: [ingrid],
  subject: 'Budget 2025, second version',
  body: mixed(
    plainText('Version 2 with the figures of November, and the slides for the bank.\n\nJonas\n'),
    attach(
      'Budget 2025 v2.xlsx',
      budget('Budget 2025, version 2', '2024-12-09', '2025', [
        ['Salaries', 262_000, 'Four people and an apprentice from August'],
        ['Components', 88_400, '480 RXD2'],
        ['Development of RXD3', 35_000, 'Prototypes and approval'],
        ['Rent', 17_400, 'Workshop'],
      ]),
    ),
    attach(
      'Budget 2025 for the bank.pptx',
      pptx({ title: 'Budget 2025', author: 'Jonas Brandt', date: '2024-12-09' }, [
        { title: 'Budget 2025', points: ['Ottersund Electronics', 'December 2024'] },
        { title: 'What we ask for', points: ['A credit line of 60,000 EUR', 'For the prototypes of RXD3'] },
        { title: 'Orders in hand', points: ['Hangang: 200 receivers', 'Galim: 40 receivers', 'Al Noor: 20 receivers'] },
      ]),
    ),
  ),
});

export const year2024: readonly Mail[] = [
  hebrew,
  invoice31,
  budgetQ3,
  budgetAnswer,
  invoice77,
  french,
  revisionC,
  budget2025,
];
