// Mail that machines and lists send: a patch and its answer, a bounce, a newsletter, the test rig's nightly report.

import { attach, htmlText, mixed, multipart, plainText, unnamedPart, unnamedText } from '../entity.ts';
import type { Mail } from '../mail.ts';
import { forwarded, mail } from '../mail.ts';
import { invoicePdf, people } from './firm.ts';

const { tomas, billing, priya, ingrid, testRig, sam, dana, list } = people;

const listHeaders = [
  'List-Id: <openrxd-dev.lists.openrxd.example>',
  'List-Post: <mailto:openrxd-dev@lists.openrxd.example>',
  'Precedence: list',
];

const diff = `diff --git a/src/gain.c b/src/gain.c
index 3f1c2aa..90be117 100644
--- a/src/gain.c
+++ b/src/gain.c
@@ -41,7 +41,7 @@ int gain_step(int centibel)
 {
 \tif (centibel < 0)
 \t\treturn 0;
-\treturn centibel / 30;
+\treturn (centibel + 15) / 30;
 }
`;

const patch = mail({
  file: '2024-10-15-patch-rxd2-gain-table',
  date: '2024-10-15T20:12:00+01:00',
  from: sam,
  to: [list],
  subject: '[PATCH 1/2] rxd2: round the gain step to the nearest',
  mailer: 'git-send-email 2.39.5',
  headers: listHeaders,
  body: plainText(`The step was cut off instead of rounded, so that 89 centibel gave step 2, not 3.

Signed-off-by: Sam Okafor <sam@example.org>
---
 src/gain.c | 2 +-
 1 file changed, 1 insertion(+), 1 deletion(-)

${diff}-- 
2.39.5
`),
});

const patchAnswer = mail({
  file: '2024-10-16-re-patch-rxd2-gain-table',
  date: '2024-10-16T09:27:00+02:00',
  from: tomas,
  to: [sam],
  cc: [list],
  subject: 'Re: [PATCH 1/2] rxd2: round the gain step to the nearest',
  answers: patch,
  headers: listHeaders,
  body: mixed(
    plainText(`> -	return centibel / 30;
> +	return (centibel + 15) / 30;

Right, and the table in the driver has the same fault. See the attached patch on top of
yours, tested on board 0417.

Tomás
`),
    attach(
      '0001-rxd2-round-the-driver-s-gain-table-too.patch',
      Buffer.from(
        `From 90be117c6a1f Mon Sep 17 00:00:00 2001
From: Tomas Ferreira <tomas@ottersund.example>
Date: Wed, 16 Oct 2024 09:20:00 +0200
Subject: [PATCH] rxd2: round the driver's gain table too

${diff.replaceAll('src/gain.c', 'driver/gain_table.c')}-- 
2.45.2
`,
      ),
      { disposition: 'inline', encoding: 'quoted-printable' },
    ),
    unnamedText(`_______________________________________________
openrxd-dev mailing list
openrxd-dev@lists.openrxd.example
`),
  ),
});

const returned = mail({
  file: 'returned',
  date: '2024-11-12T08:29:00+01:00',
  from: billing,
  to: [{ name: 'Hilltop Station', address: 'office@hilltop.example' }],
  subject: 'Invoice INV_2024_112',
  withoutReceived: true,
  body: mixed(
    plainText('Please find attached our invoice for the repair of board 0031.\n\nOttersund Billing\n'),
    attach(
      'INV_2024_112.pdf',
      invoicePdf({
        number: 'INV_2024_112',
        date: '2024-11-12',
        customer: ['Hilltop Station'],
        items: [['Repair of REV123 no. 0031', 1, 185]],
      }),
    ),
  ),
});

const bounce = mail({
  file: '2024-11-12-undelivered-invoice',
  date: '2024-11-12T08:31:00+01:00',
  from: { name: 'Mail Delivery System', address: 'MAILER-DAEMON@ottersund.example' },
  to: [billing],
  subject: 'Undelivered Mail Returned to Sender',
  headers: ['Auto-Submitted: auto-replied'],
  body: multipart(
    'report',
    [
      plainText(`This is the mail system at host mx.ottersund.example.

I am sorry to inform you that your message could not be delivered to one recipient.

<office@hilltop.example>: host mail.hilltop.example said: 552 5.2.2 Mailbox full
`),
      unnamedPart(
        'message/delivery-status',
        `Reporting-MTA: dns; mx.ottersund.example
Arrival-Date: Tue, 12 Nov 2024 08:29:00 +0100

Final-Recipient: rfc822; office@hilltop.example
Action: failed
Status: 5.2.2
`,
      ),
      forwarded(returned),
    ],
    ['report-type=delivery-status'],
  ),
});

const newsletter = mail({
  file: '2024-12-03-newsletter-component-weekly',
  date: '2024-12-03T06:00:00+00:00',
  from: { name: 'Component Weekly', address: 'news@componentweekly.example' },
  to: [tomas],
  subject: 'SAW filters are back in stock, and 12 new LDOs',
  headers: ['List-Unsubscribe: <https://componentweekly.example/unsubscribe?u=tomas>', 'Precedence: bulk'],
  body: htmlText(`<html>
<head><title>Component Weekly</title><style>.lead { color: #1b7f79 }</style></head>
<body>
<div style="display:none">SAW filters, LDOs and a look at shielded inductors</div>
<h1 class="lead">SAW filters are back in stock</h1>
<p>After nineteen months the 868&nbsp;MHz SAW filters can be had again, at
<a href="https://componentweekly.example/saw">1.84 EUR a piece</a>.</p>
<h2>Twelve new LDOs compared</h2>
<ul><li>Lowest noise: 2.1 µV</li><li>Lowest drop: 45 mV at 100 mA</li></ul>
<img src="https://componentweekly.example/open.gif?u=tomas" width="1" height="1" alt="">
<p><a href="https://componentweekly.example/unsubscribe?u=tomas">Unsubscribe</a></p>
</body>
</html>
`),
});

const selfTest = Array.from({ length: 12 }, (_, index) => {
  const board = String(501 + index).padStart(4, '0');
  return `2025-09-09T02:${String(index * 4).padStart(2, '0')}:00Z board ${board} sensitivity -116.${index % 10} pass`;
});

// The rig's clock has no battery, so it leaves the date to the mail server.
const nightly = mail({
  file: '2025-09-09-nightly-report-of-the-test-rig',
  date: '2025-09-09T03:00:00+00:00',
  withoutDate: true,
  from: testRig,
  to: [priya],
  cc: [ingrid],
  subject: 'Nightly report: 12 boards, 12 passed',
  body: mixed(
    plainText('12 boards tested, 12 passed, 0 failed.\n'),
    attach('selftest_2025-09-09.log', Buffer.from(`${selfTest.join('\n')}\n`)),
    attach(
      'nightly_report.json',
      Buffer.from(`${JSON.stringify({ firmware: '1.4.0', boards: 12, passed: 12, failed: [] }, null, 2)}\n`),
    ),
  ),
});

const question = mail({
  file: '2025-04-02-question-about-the-gain-table',
  date: '2025-04-02T18:44:00+00:00',
  from: dana,
  to: [list],
  subject: 'Which release has the rounded gain table?',
  headers: listHeaders,
  body: plainText(`Hello,

is the rounding of October in 1.3.2 already, or do I wait for 1.4.0?

Dana
`),
});

export const lists: readonly Mail[] = [patch, patchAnswer, bounce, newsletter, question, nightly];
