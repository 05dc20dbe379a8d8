// 2023: the noise of board 0417, scans, photos, and customers who write in Korean, Russian and Arabic.

import { attach, mixed, plainText } from '../entity.ts';
import { docx } from '../files/docx.ts';
import { jpeg } from '../files/jpeg.ts';
import { scanPdf, textPdf } from '../files/pages.ts';
import { png } from '../files/png.ts';
import { xlsx } from '../files/xlsx.ts';
import type { Mail } from '../mail.ts';
import { mail } from '../mail.ts';
import { encodedName, extendedName, plainName } from '../names.ts';
import { people, twoForms } from './firm.ts';
import { boardPhoto, plot, scannedSheet } from './pictures.ts';

const { ingrid, tomas, priya, jonas, scanner, kim, olga, layla, dana } = people;

const frequencies = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
const noise = [-88.1, -90.4, -92.4, -95.0, -97.2, -99.8, -101.3, -101.9, -102.2, -102.3];

const noiseReport = textPdf({ title: 'RXD2-0417 noise test', author: 'Priya Nair', date: '2023-01-16' }, [
  'Board 0417, schematic revision B, firmware 1.1.2, 23 °C.',
  '',
  { columns: ['Offset kHz', 'Noise dBc/Hz'] },
  ...frequencies.map((frequency, index) => ({ columns: [String(frequency), String(noise[index])] })),
  '',
  'There is a spur at 312 kHz, 14 dB above the floor: the switching regulator of the USB side.',
  'Recommendation: move L3 away from U2 in revision C.',
]);

const noiseTest = mail({
  file: '2023-01-17-rxd2-0417-noise-test',
  date: '2023-01-17T16:25:00+01:00',
  from: priya,
  to: [tomas],
  cc: [ingrid],
  subject: 'RXD2-0417: noise test and a spur',
  body: mixed(
    plainText(`Board 0417 is within its limits, but look at the spur at 312 kHz. It goes away when I
run the board from the bench supply instead of USB.

Report, raw data and a plot attached.

Priya
`),
    attach('RXD2-0417 noise test.pdf', noiseReport),
    attach(
      'RXD2-0417 raw data.csv',
      Buffer.from(
        `offset_khz,noise_dbc_hz\n${frequencies.map((frequency, index) => `${frequency},${noise[index]}\n`).join('')}`,
      ),
    ),
    attach('RXD2-0417_spectrum.png', png(plot('RXD2-0417 NOISE', [0.2, 0.3, 0.25, 0.9, 0.3, 0.22, 0.2, 0.18, 0.15]))),
  ),
});

const noiseAnswer = mail({
  file: '2023-01-18-re-rxd2-0417-noise-test',
  date: '2023-01-18T08:02:00+01:00',
  from: tomas,
  to: [priya],
  cc: [ingrid],
  subject: 'Re: RXD2-0417: noise test and a spur',
  answers: noiseTest,
  body: twoForms(`That is L3, 4 mm from the radio. I turn it by 90 degrees and move it to the other edge in
revision C.

> It goes away when I run the board from the bench supply instead of USB.

Then please test another board the same way before we blame the layout.

Tomás
`),
});

const scans = mail({
  file: '2023-04-11-message-from-the-copier',
  date: '2023-04-11T10:44:00+02:00',
  from: scanner,
  to: [jonas],
  subject: 'Message from OTS-MFP-2',
  mailer: 'OTS-MFP-2 firmware 3.40',
  body: mixed(
    plainText('This mail was sent from OTS-MFP-2.\n\nScan date: 2023-04-11 10:44 (+0200)\nPages: 2\n'),
    attach(
      'Scan_2023-04-11_0007.pdf',
      scanPdf(
        { title: 'Scan 0007', author: 'OTS-MFP-2', date: '2023-04-11' },
        scannedSheet([
          'LEASE OF THE WORKSHOP',
          '',
          'BRYGGEGATA 4, OTTERSUND',
          'RENT: 1450.00 EUR A MONTH',
          'FROM 01.05.2023',
        ]),
      ),
    ),
    attach(
      'Scan_2023-04-11_0008.pdf',
      scanPdf(
        { title: 'Scan 0008', author: 'OTS-MFP-2', date: '2023-04-11' },
        scannedSheet([
          'INSURANCE POLICY 88-1204',
          '',
          'ELECTRONICS AND TOOLS',
          'SUM INSURED: 120000 EUR',
          'EXCESS: 500 EUR',
        ]),
        ['INSURANCE POLICY 88-1204', 'ELECTRONICS AND TOOLS', 'SUM INSURED: 120000 EUR', 'EXCESS: 500 EUR'],
      ),
    ),
  ),
});

// A phone sends what it has: no subject, a line of text, three photos.
const photos = mail({
  file: '2023-05-22-photos-from-the-hilltop',
  date: '2023-05-22T14:31:00+02:00',
  from: tomas,
  to: [priya],
  mailer: 'iPhone Mail (20E252)',
  body: mixed(
    plainText('Corroded as you said. 2042 shows the connector.\n'),
    attach('IMG_2041.jpg', jpeg(boardPhoto('REV123 0031', 3)), { disposition: 'inline' }),
    attach('IMG_2042.jpg', jpeg(boardPhoto('REV123 J1', 1)), { disposition: 'inline' }),
    attach('IMG_2043.jpg', jpeg(boardPhoto('RXD2 0417', 4)), { disposition: 'inline' }),
  ),
});

const korean = mail({
  file: '2023-08-29-test-certificate-in-korean',
  date: '2023-08-29T17:20:00+09:00',
  from: kim,
  to: [ingrid],
  cc: [priya],
  subject: 'RXD2 시험성적서 송부',
  charset: 'euc-kr',
  body: mixed(
    plainText(
      `안녕하세요,

RXD2 수신기 5대의 시험성적서를 첨부합니다.
모든 항목이 합격입니다. 다음 주문은 9월에 하겠습니다.

김민준 드림
`,
      { charset: 'euc-kr', encoding: 'base64' },
    ),
    attach(
      encodedName('RXD2_시험성적서_2023-08.docx', 'euc-kr', 'B'),
      docx({ title: 'RXD2 시험성적서', author: '김민준', date: '2023-08-28' }, [
        { heading: '시험성적서' },
        '시료: RXD2 수신기 5대',
        {
          table: [
            ['항목', '기준', '결과'],
            ['수신 감도', '-114 dBm', '합격'],
            ['소비 전류', '42 mA', '합격'],
          ],
        },
        '온도 시험은 영하 20도에서 영상 60도까지 진행하였다.',
      ]),
    ),
  ),
});

const russian = mail({
  file: '2023-10-10-supply-contract-in-russian',
  date: '2023-10-10T11:15:00+03:00',
  from: olga,
  to: [ingrid],
  subject: 'Договор поставки и спецификация',
  charset: 'koi8-r',
  body: mixed(
    plainText(
      `Добрый день, Ингрид!

Направляю договор поставки и спецификацию на кабели.
Просим подписать до конца месяца.

С уважением,
Ольга Смирнова
`,
      { charset: 'koi8-r', encoding: '8bit' },
    ),
    attach(
      encodedName('Договор поставки №17.docx', 'windows-1251', 'B'),
      docx({ title: 'Договор поставки №17', author: 'Ольга Смирнова', date: '2023-10-09' }, [
        { heading: 'Договор поставки №17' },
        'Поставщик обязуется передать покупателю кабели согласно спецификации.',
        { heading: 'Сроки', level: 2 },
        'Срок поставки: тридцать дней с момента оплаты.',
      ]),
    ),
    attach(
      extendedName('Спецификация кабелей.xlsx'),
      xlsx({ title: 'Спецификация', author: 'Ольга Смирнова', date: '2023-10-09' }, [
        {
          name: 'Кабели',
          rows: [
            ['Наименование', 'Количество', 'Цена', 'Сумма'],
            ['Кабель РК-50, 10 м', 40, { amount: 21.5 }, { amount: 860, formula: 'B2*C2' }],
            ['Разъём SMA', 80, { amount: 2.4 }, { amount: 192, formula: 'B3*C3' }],
          ],
        },
      ]),
    ),
  ),
});

const arabic = mail({
  file: '2023-12-05-request-in-arabic',
  date: '2023-12-05T12:40:00+03:00',
  from: layla,
  to: [ingrid],
  subject: 'طلب عرض سعر لأجهزة RXD2',
  body: mixed(
    plainText(
      `السيدة إنغريد المحترمة،

نرجو إرسال عرض سعر لعشرين جهاز استقبال RXD2 مع الهوائيات.
المواصفات المطلوبة في الملف المرفق.

مع أطيب التحيات
ليلى حداد
`,
      { encoding: 'base64' },
    ),
    attach(
      plainName('مواصفات أجهزة الاستقبال.docx'),
      docx(
        { title: 'مواصفات أجهزة الاستقبال', author: 'ليلى حداد', date: '2023-12-04' },
        [
          { heading: 'مواصفات أجهزة الاستقبال' },
          'التردد: 868 ميغاهرتز',
          'درجة الحرارة: حتى 65 درجة مئوية',
          'الكمية: عشرون جهازا مع الهوائيات والكابلات',
        ],
        { isRightToLeft: true },
      ),
    ),
  ),
});

const thanks = mail({
  file: '2023-12-21-season-greetings',
  date: '2023-12-21T15:00:00+01:00',
  from: ingrid,
  to: [dana, kim, layla, olga],
  subject: 'Thank you for this year',
  body: plainText(`Dear all,

the workshop is closed from 22 December to 7 January. Board 0417 stays on, for the noise.

Thank you for your trust.
Ingrid
`),
});

export const year2023: readonly Mail[] = [noiseTest, noiseAnswer, scans, photos, korean, russian, arabic, thanks];
