// Ottersund Electronics, an invented firm: its people and partners, its logo, its invoices.

import type { Entity } from '../entity.ts';
import { alternative, htmlText, inlineImage, plainText, related } from '../entity.ts';
import type { Line } from '../files/pages.ts';
import { textPdf } from '../files/pages.ts';
import { blank, drawText, fillCircle } from '../files/picture.ts';
import { png } from '../files/png.ts';
import { xlsx } from '../files/xlsx.ts';
import type { Person } from '../mail.ts';

const person = (name: string, address: string): Person => ({ name, address });

export const people = {
  ingrid: person('Ingrid Solheim', 'ingrid@ottersund.example'),
  tomas: person('Tomás Ferreira', 'tomas@ottersund.example'),
  priya: person('Priya Nair', 'priya@ottersund.example'),
  jonas: person('Jonas Brandt', 'jonas@ottersund.example'),
  billing: person('Ottersund Billing', 'billing@ottersund.example'),
  scanner: person('OTS-MFP-2', 'scanner@ottersund.example'),
  testRig: person('RXD2 test rig', 'rig@ottersund.example'),
  tanaka: person('田中 芽衣', 'tanaka@hoshino.example'),
  liWei: person('李伟', 'liwei@lotus-pcb.example'),
  kim: person('김민준', 'minjun.kim@hangang.example'),
  olga: person('Ольга Смирнова', 'smirnova@neva-pribor.example'),
  layla: person('ليلى حداد', 'layla@alnoor.example'),
  noa: person('נועה לוי', 'noa@galim.example'),
  juergen: person('Jürgen Müller', 'mueller@messtechnik-mueller.example'),
  ayse: person('Ayşe Yılmaz', 'ayse@marmara-elektronik.example'),
  camille: person('Camille Laurent', 'camille@laurent-compta.example'),
  dana: person('Dana Whitfield', 'dana@example.com'),
  sam: person('Sam Okafor', 'sam@example.org'),
  list: person('openrxd-dev', 'openrxd-dev@lists.openrxd.example'),
} as const satisfies Record<string, Person>;

const teal = [27, 127, 121] as const;
const white = [255, 255, 255] as const;
const ink = [31, 58, 77] as const;

export const logo = makeLogo();

function makeLogo(): Uint8Array {
  const picture = blank(132, 32, white);
  fillCircle(picture, 16, 16, 13, teal);
  fillCircle(picture, 16, 16, 7, white);
  fillCircle(picture, 16, 16, 3, teal);
  drawText(picture, 38, 7, 'OTTERSUND', ink);
  drawText(picture, 38, 18, 'ELECTRONICS', teal);
  return png(picture);
}

/** A text as plain and HTML, the latter with the firm's logo under it. */
export function letterhead(text: string, contentId: string): Entity {
  const image = `<p><img src="cid:${contentId}" alt="Ottersund Electronics" width="132" height="32"></p>`;
  return related(
    alternative(plainText(text), htmlText(`${htmlOf(text)}\n${image}\n`)),
    inlineImage('logo.png', contentId, logo),
  );
}

/** A text as plain and HTML. */
export function twoForms(text: string): Entity {
  return alternative(plainText(text), htmlText(htmlOf(text)));
}

/** Paragraphs of a plain text as HTML; quoted lines become a quotation. */
function htmlOf(text: string): string {
  const escaped = text.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const paragraphs = escaped.split('\n\n').map(paragraph => {
    const lines = paragraph.split('\n');
    if (!lines.every(line => line.startsWith('&gt;'))) return `<p>${lines.join('<br>\n')}</p>`;
    return `<blockquote>${lines.map(line => line.replace(/^&gt; ?/, '')).join('<br>\n')}</blockquote>`;
  });
  return `<html><body>\n${paragraphs.join('\n')}\n</body></html>\n`;
}

export interface Invoice {
  readonly number: string;
  readonly date: string;
  readonly customer: readonly string[];
  readonly items: readonly (readonly [text: string, quantity: number, price: number])[];
}

const money = (value: number): string => value.toFixed(2);

/** An invoice of the firm's with its sum, 25 per cent of tax and the total. */
export function invoicePdf({ number, date, customer, items }: Invoice): Uint8Array {
  const net = items.reduce((sum, [, quantity, price]) => sum + quantity * price, 0);
  const lines: Line[] = [
    'Ottersund Electronics, Bryggegata 4, Ottersund',
    '',
    ...customer,
    '',
    `Invoice date: ${date}`,
    'Payment: 30 days net',
    '',
    { columns: ['Item', 'Quantity', 'Unit price EUR', 'Amount EUR'] },
    ...items.map(([text, quantity, price]) => ({
      columns: [text, String(quantity), money(price), money(quantity * price)],
    })),
    '',
    { columns: ['', '', 'Net', money(net)] },
    { columns: ['', '', 'VAT 25 %', money(net * 0.25)] },
    { columns: ['', '', 'Total', money(net * 1.25)] },
    '',
    'Thank you for your order.',
  ];
  return textPdf({ title: `Invoice ${number}`, author: 'Ottersund Electronics', date }, lines);
}

/** A budget of two sheets: the figures with their sum, and what each rests on. */
export function budget(
  title: string,
  date: string,
  period: string,
  items: readonly (readonly [text: string, amount: number, basis: string])[],
): Uint8Array {
  const total = items.reduce((sum, [, amount]) => sum + amount, 0);
  return xlsx({ title, author: 'Jonas Brandt', date }, [
    {
      name: 'Budget',
      rows: [
        ['Item', `${period} EUR`],
        ...items.map(([text, amount]) => [text, { amount }] as const),
        ['Total', { amount: total, formula: `SUM(B2:B${items.length + 1})` }],
      ],
    },
    { name: 'Assumptions', rows: [['Item', 'Rests on'], ...items.map(([text, , basis]) => [text, basis] as const)] },
  ]);
}
