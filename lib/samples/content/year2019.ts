// 2019: the REV123 receiver is reviewed, and an old logger mails its file.

import { attach, mixed, plainText, textWithUuencoded } from '../entity.ts';
import { schematicPdf, textPdf } from '../files/pages.ts';
import type { Mail } from '../mail.ts';
import { mail } from '../mail.ts';
import { people, twoForms } from './firm.ts';

const { ingrid, tomas, priya, dana } = people;

const schematic = schematicPdf({
  title: 'REV123 receiver',
  author: 'T. Ferreira',
  date: '2019-03-11',
  drawing: 'OTS-123-01',
  revision: '1',
  blocks: [
    ['J1', 'SMA, 50 ohm'],
    ['FL1', 'SAW 433.92 MHz'],
    ['U1', 'LNA 18 dB'],
    ['U2', 'Mixer'],
    ['U3', 'MCU 48 MHz'],
  ],
  nets: ['RF_IN', 'RF_FILT', 'RF_AMP', 'IF_OUT'],
  notes: ['All resistors 1 % unless noted.', 'C14 and C15 close to U2.', 'Test point TP3 is IF_OUT.'],
});

const bom = `Designator,Quantity,Value,Package,Manufacturer part
J1,1,SMA edge connector,edge,SMA-E-50
FL1,1,SAW filter 433.92 MHz,QCC8,SF-43392-Q
U1,1,LNA 18 dB,SOT-343,LN-18-343
U2,1,Mixer,MSOP-10,MX-2G-10
U3,1,MCU 48 MHz,QFN-32,MC48-32
"C14, C15",2,100 nF,0402,CC-100N-04
`;

const request = mail({
  file: '2019-03-12-rev123-schematic-for-review',
  date: '2019-03-12T09:14:00+01:00',
  from: tomas,
  to: [ingrid],
  cc: [priya],
  subject: 'REV123: schematic for review',
  body: mixed(
    plainText(`Hi Ingrid,

here is the schematic of the REV123 receiver, with the parts list. Please look at the
supply of the mixer above all: I moved C14 and C15 next to U2 after the hum we saw on
the breadboard.

If you are happy with it I order the boards on Friday.

Tomás
`),
    attach('REV123_SCHEMATIC.pdf', schematic),
    attach('REV123_BOM.csv', Buffer.from(bom), { encoding: 'quoted-printable' }),
  ),
});

const comments = textPdf({ title: 'REV123: comments on the schematic', author: 'Ingrid Solheim', date: '2019-03-14' }, [
  '1. FL1: the footprint is the old one, pins 2 and 5 are exchanged.',
  '2. U1 needs a ferrite in its supply, 600 ohm at 100 MHz.',
  '3. TP3 should be on the edge, so that the fixture reaches it.',
  '4. The rest is fine. Order ten boards, not five.',
]);

const answer = mail({
  file: '2019-03-14-re-rev123-schematic-for-review',
  date: '2019-03-14T16:41:00+01:00',
  from: ingrid,
  to: [tomas],
  cc: [priya],
  subject: 'Re: REV123: schematic for review',
  answers: request,
  body: mixed(
    twoForms(`Four comments in the file, the first one is a real fault. Good work otherwise.

> If you are happy with it I order the boards on Friday.

Order ten.

Ingrid
`),
    attach('REV123_SCHEMATIC_comments.pdf', comments),
  ),
});

const log = ['time;level;state']
  .concat(Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00;${-71 - ((hour * 7) % 9)};ok`))
  .concat('24:00;-93;squelch closed')
  .join('\n');

const logger = mail({
  file: '2019-07-02-log-of-the-old-receiver',
  date: '2019-07-02T06:05:00+00:00',
  from: dana,
  to: [tomas],
  subject: 'log of the old receiver',
  mailer: 'loggerd 0.9',
  body: textWithUuencoded(
    `Tomas, the logger still mails the way it always did, so here is its file as it came.
The gap at midnight is the one I told you of.
`,
    'rev122_level.log',
    Buffer.from(`${log}\n`),
    `-- 
Dana Whitfield, hilltop station
`,
  ),
});

export const year2019: readonly Mail[] = [request, answer, logger];
