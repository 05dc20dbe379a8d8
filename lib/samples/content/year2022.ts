// 2022: RXD2 begins. Revisions A and B of its schematic, an invitation, a forward of a forward, a winmail.dat.

import type { Entity } from '../entity.ts';
import { alternative, attach, crlf, htmlText, mixed, plainText, unnamedText } from '../entity.ts';
import { docx } from '../files/docx.ts';
import type { Schematic } from '../files/pages.ts';
import { schematicPdf, textPdf } from '../files/pages.ts';
import { png } from '../files/png.ts';
import type { TnefFile } from '../files/tnef.ts';
import { tnef } from '../files/tnef.ts';
import type { Mail } from '../mail.ts';
import { forwarded, mail } from '../mail.ts';
import { plainName } from '../names.ts';
import { people } from './firm.ts';
import { blockDiagram } from './pictures.ts';

const { ingrid, tomas, priya, jonas, dana, sam } = people;

/** The sheet that revisions A to C share. */
export const rxd2Sheet: Schematic = {
  title: 'RXD2 receiver',
  author: 'T. Ferreira',
  date: '2022-02-14',
  drawing: 'OTS-RXD2-01',
  revision: 'A',
  blocks: [
    ['J1', 'SMA, 50 ohm'],
    ['FL1', 'SAW 868.3 MHz'],
    ['U1', 'LNA 21 dB'],
    ['U2', 'Transceiver'],
    ['U3', 'MCU 64 MHz'],
    ['U4', 'LDO 1.8 V'],
    ['J2', 'USB-C'],
  ],
  nets: ['RF_IN', 'RF_FILT', 'RF_AMP', 'SPI', '', 'VDD_1V8'],
  notes: ['First issue for review.', 'Supply of U2 by U4 alone.'],
};

const revisionA = mail({
  file: '2022-02-15-rxd2-schematic-revision-a',
  date: '2022-02-15T10:30:00+01:00',
  from: tomas,
  to: [priya, ingrid],
  subject: 'RXD2 schematic, revision A',
  body: mixed(
    plainText(`Revision A of RXD2 and the block diagram. U4 feeds the transceiver alone now, so the
noise of the USB side stays out of it.

Tomás
`),
    attach('RXD2_SCH_REV_A.pdf', schematicPdf(rxd2Sheet)),
    attach('RXD2_block_diagram.png', png(blockDiagram(['SAW', 'LNA', 'RADIO', 'MCU']))),
  ),
});

const revisionB = mail({
  file: '2022-04-05-re-rxd2-schematic-revision-b',
  date: '2022-04-05T15:12:00+02:00',
  from: tomas,
  to: [priya, ingrid],
  subject: 'Re: RXD2 schematic, revision A',
  answers: revisionA,
  body: mixed(
    plainText(`Revision B, with the larger ferrite at U1 and the test points Priya asked for.

> Revision A of RXD2 and the block diagram.
`),
    attach(
      'RXD2_SCH_REV_B.pdf',
      schematicPdf({
        ...rxd2Sheet,
        revision: 'B',
        date: '2022-04-04',
        notes: ['FB1 is 1 kohm at 100 MHz.', 'TP1 to TP6 on the edge.', 'R7 was 10 kohm, now 4.7 kohm.'],
      }),
    ),
  ),
});

const setup = textPdf({ title: 'RXD2 measurement setup', author: 'Priya Nair', date: '2022-04-07' }, [
  'Signal generator at -110 dBm, 868.3 MHz, FM deviation 2.4 kHz.',
  'Attenuator 20 dB, double-shielded cable, board in the screened box.',
  'Spectrum analyser on TP4, resolution bandwidth 1 kHz.',
]);

// Apple Mail puts a PDF between the texts and calls it inline.
const appleMail = mail({
  file: '2022-04-07-re-measurement-setup',
  date: '2022-04-07T21:03:00+02:00',
  from: priya,
  to: [tomas],
  subject: 'Re: RXD2 schematic, revision A',
  answers: revisionB,
  mailer: 'Apple Mail (2.3696.80.82.1.1)',
  body: alternative(
    plainText('This is how I will measure it on Monday. Bring the board with the large ferrite.\n\nPriya\n'),
    multipartOfApple(attach('RXD2 measurement setup.pdf', setup, { disposition: 'inline' })),
  ),
});

function multipartOfApple(file: Entity): Entity {
  const html = '<html><body>This is how I will measure it on Monday. Bring the board with the large ferrite.';
  return mixed(htmlText(`${html}<br><br>Priya</body></html>\n`), file);
}

const calendar = `BEGIN:VCALENDAR
PRODID:-//Ottersund Electronics//Calendar//EN
VERSION:2.0
METHOD:REQUEST
BEGIN:VEVENT
UID:rxd2-design-review@ottersund.example
DTSTAMP:20220621T070000Z
DTSTART:20220628T120000Z
DTEND:20220628T133000Z
SUMMARY:Design review RXD2 revision B
LOCATION:Workshop
ORGANIZER;CN=Ingrid Solheim:mailto:ingrid@ottersund.example
ATTENDEE;CN=Priya Nair;RSVP=TRUE:mailto:priya@ottersund.example
DESCRIPTION:Noise budget\\, test points\\, ordering of the second batch
END:VEVENT
END:VCALENDAR
`;

const invitationText = `Design review RXD2 revision B
Tuesday 28 June 2022, 14:00 to 15:30, workshop
`;

const invitation = mail({
  file: '2022-06-21-invitation-to-the-design-review',
  date: '2022-06-21T09:00:00+02:00',
  from: ingrid,
  to: [priya],
  cc: [tomas],
  subject: 'Invitation: Design review RXD2 revision B',
  body: mixed(
    alternative(
      plainText(invitationText),
      htmlText(`<html><body><p>${invitationText.trim().replace('\n', '<br>\n')}</p></body></html>\n`),
      unnamedText(calendar, 'calendar', '; method=REQUEST'),
    ),
    attach('invite.ics', Buffer.from(crlf(calendar))),
  ),
});

const quotation = mail({
  file: 'quotation',
  date: '2022-09-08T13:37:00+02:00',
  from: sam,
  to: [dana],
  subject: 'Quotation 4500 for RXD2 assembly',
  body: mixed(
    plainText('Dana, 120 boards in two lots, as we said on the phone.\n\nSam\n'),
    attach(
      'RXD2_quotation_4500.pdf',
      textPdf({ title: 'Quotation 4500', author: 'Sam Okafor', date: '2022-09-08' }, [
        'Assembly of RXD2, both sides, 120 boards in two lots.',
        { columns: ['Set-up', '1', '450.00', '450.00'] },
        { columns: ['Assembly', '120', '18.40', '2,208.00'] },
        'Delivery: four weeks after receipt of the parts.',
      ]),
    ),
  ),
});

const middle = mail({
  file: 'middle',
  date: '2022-09-12T08:55:00+02:00',
  from: dana,
  to: [ingrid],
  subject: 'Fwd: Quotation 4500 for RXD2 assembly',
  body: mixed(
    plainText('Sam builds well. His terms are in the second file.\n\nDana\n'),
    forwarded(quotation),
    attach(
      'delivery terms.docx',
      docx({ title: 'Delivery terms', author: 'Sam Okafor', date: '2022-09-01' }, [
        { heading: 'Delivery terms' },
        'Goods travel at the risk of the receiver from the workshop door on.',
        { heading: 'Complaints', level: 2 },
        'Complaints are made in writing within fourteen days of receipt.',
      ]),
    ),
  ),
});

const forward = mail({
  file: '2022-09-13-forward-of-a-forward',
  date: '2022-09-13T07:48:00+02:00',
  from: ingrid,
  to: [jonas],
  subject: 'For your files: assembly of RXD2',
  body: mixed(
    plainText('Jonas, please compare with the other two offers before Friday.\n\nIngrid\n'),
    forwarded(middle, plainName('Fwd_Quotation_4500.eml')),
  ),
});

const outlookFiles: readonly TnefFile[] = [
  {
    shortName: 'RXD2AC~1.DOC',
    longName: 'RXD2 acceptance test protocol, final version for signature.docx',
    content: docx({ title: 'RXD2 acceptance test protocol', author: 'Hilltop Station', date: '2022-11-07' }, [
      { heading: 'Acceptance test protocol RXD2' },
      {
        table: [
          ['Step', 'Requirement', 'Result'],
          ['1', 'Sensitivity better than -114 dBm', '-116.5 dBm, passed'],
          ['2', 'Current below 42 mA', '38 mA, passed'],
          ['3', 'Restart after loss of supply', 'passed'],
        ],
      },
      'Accepted without reservation.',
    ]),
  },
  {
    shortName: 'SITESU~1.PDF',
    longName: 'Site survey Ørsund 2022-11 (signed by both parties).pdf',
    content: textPdf({ title: 'Site survey Ørsund', author: 'Hilltop Station', date: '2022-11-03' }, [
      'Mast height 32 m, clear view to the south and west.',
      'Mains socket in the hut, no lightning protection on the antenna cable.',
      'Signed: Dana Whitfield, Ingrid Solheim',
    ]),
  },
];

const outlook = mail({
  file: '2022-11-08-acceptance-protocol-from-outlook',
  date: '2022-11-08T12:18:00+00:00',
  from: dana,
  to: [priya],
  subject: 'Acceptance protocol and site survey',
  mailer: 'Microsoft Outlook 16.0',
  headers: ['X-MS-TNEF-Correlator: <20221108121800.dana@example.com>'],
  body: mixed(
    plainText('Signed copies of both are attached. Thank you for coming up the hill in that weather.\n\nDana\n'),
    winmail(outlookFiles),
  ),
});

/** A container that is no file itself: what it holds are the files. */
function winmail(files: readonly TnefFile[]): Entity {
  const container = attach('winmail.dat', tnef(files, '2022-11-08T12:00:00Z'), { type: 'application/ms-tnef' });
  const parts = files.map(({ longName, content }) => ({
    kind: 'attachment' as const,
    filename: longName,
    rawFilename: longName,
    mediaType: null,
    content,
    path: 'winmail.dat',
  }));
  return { ...container, parts };
}

export const year2022: readonly Mail[] = [revisionA, revisionB, appleMail, invitation, forward, outlook];
