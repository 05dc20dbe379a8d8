// 2020: the enclosure of REV123, a Chinese quotation in GB2312 and a Japanese one in ISO-2022-JP.

import { attach, mixed, plainText } from '../entity.ts';
import { textPdf } from '../files/pages.ts';
import { xlsx } from '../files/xlsx.ts';
import { zip } from '../files/zip.ts';
import type { Mail } from '../mail.ts';
import { mail } from '../mail.ts';
import { encodedName } from '../names.ts';
import { people } from './firm.ts';

const { ingrid, tomas, jonas, tanaka, liWei } = people;

const step = `ISO-10303-21;
HEADER;
FILE_DESCRIPTION(('REV123 enclosure, lower half'),'2;1');
FILE_NAME('REV123_enclosure.step','2020-02-17T12:00:00',('T. Ferreira'),('Ottersund Electronics'),'','','');
FILE_SCHEMA(('CONFIG_CONTROL_DESIGN'));
ENDSEC;
DATA;
#1=CARTESIAN_POINT('corner',(0.,0.,0.));
#2=CARTESIAN_POINT('opposite corner',(92.,58.,24.));
#3=DIRECTION('up',(0.,0.,1.));
#4=DIRECTION('along',(1.,0.,0.));
#5=AXIS2_PLACEMENT_3D('base',#1,#3,#4);
ENDSEC;
END-ISO-10303-21;
`;

const dxf = ['0', 'SECTION', '2', 'ENTITIES']
  .concat(['0', 'LINE', '8', 'PANEL', '10', '0.0', '20', '0.0', '11', '92.0', '21', '0.0'])
  .concat(['0', 'LINE', '8', 'PANEL', '10', '92.0', '20', '0.0', '11', '92.0', '21', '24.0'])
  .concat(['0', 'CIRCLE', '8', 'DRILL', '10', '14.0', '20', '12.0', '40', '3.3'])
  .concat(['0', 'TEXT', '8', 'LABEL', '10', '30.0', '20', '10.0', '40', '4.0', '1', 'ANTENNA'])
  .concat(['0', 'ENDSEC', '0', 'EOF', ''])
  .join('\n');

const gerber = (layer: string) =>
  `G04 REV123 ${layer}*\n%FSLAX36Y36*%\n%MOMM*%\n%ADD10C,0.250*%\nD10*\nX0Y0D02*\nM02*\n`;

const enclosure = mail({
  file: '2020-02-18-rev123-enclosure-and-gerbers',
  date: '2020-02-18T11:20:00+01:00',
  from: tomas,
  to: [liWei],
  cc: [ingrid],
  subject: 'REV123 enclosure and gerbers for your quotation',
  body: mixed(
    plainText(`Dear Li Wei,

attached are the enclosure, the front panel and the gerbers of REV123. Please quote for
50 and for 200 boards, 4 layers, impedance controlled on layer 1.

Best regards
Tomás Ferreira
`),
    attach('REV123_enclosure.step', Buffer.from(step)),
    attach('REV123_front_panel.dxf', Buffer.from(dxf)),
    attach(
      'REV123_gerbers.zip',
      zip(
        {
          'REV123-F_Cu.gbr': gerber('front copper'),
          'REV123-B_Cu.gbr': gerber('back copper'),
          'REV123.drl': 'M48\nMETRIC\nT1C0.300\n%\nT1\nX12.0Y8.5\nM30\n',
          'README.txt': 'Four layers, 1.6 mm, ENIG, 50 ohm on layer 1 (0.35 mm wide).\n',
        },
        '2020-02-18',
      ),
    ),
  ),
});

const chineseQuotation = xlsx({ title: 'REV123 报价单', author: '李伟', date: '2020-02-24' }, [
  {
    name: '报价',
    rows: [
      ['项目', '数量', '单价 USD', '金额 USD'],
      ['四层阻抗板 REV123', 50, { amount: 9.8 }, { amount: 490, formula: 'B2*C2' }],
      ['四层阻抗板 REV123', 200, { amount: 6.15 }, { amount: 1230, formula: 'B3*C3' }],
      ['测试架', 1, { amount: 260 }, { amount: 260, formula: 'B4*C4' }],
      ['交货期', '12 个工作日', null, null],
    ],
  },
]);

const chinese = mail({
  file: '2020-02-24-rev123-quotation-in-chinese',
  date: '2020-02-24T10:02:00+08:00',
  from: liWei,
  to: [tomas],
  subject: '回复: REV123 阻抗板报价',
  charset: 'gb2312',
  answers: enclosure,
  body: mixed(
    plainText(
      `您好,

附件是 REV123 四层阻抗板的报价单, 包括 50 片和 200 片两种数量。
外壳图纸已收到, 前面板的报价下周给您。

李伟
荷花电路 Lotus PCB
`,
      { charset: 'gb2312', encoding: 'base64' },
    ),
    attach(encodedName('报价单_REV123_阻抗板.xlsx', 'gb2312', 'B'), chineseQuotation),
  ),
});

const japaneseQuotation = textPdf({ title: '見積書', author: '星野計器株式会社', date: '2020-11-20' }, [
  'オッタースンド電子 御中',
  '',
  '件名: 受信基板 REV123 用 校正治具',
  '',
  { columns: ['品名', '数量', '単価', '金額'] },
  { columns: ['校正治具', '2', '148,000', '296,000'] },
  { columns: ['ケーブル', '10', '3,200', '32,000'] },
  '',
  '合計金額 328,000 円 (消費税別)',
  '有効期限: 発行日より三十日',
]);

const japanese = mail({
  file: '2020-11-23-quotation-in-japanese',
  date: '2020-11-23T09:31:00+09:00',
  from: tanaka,
  to: [ingrid],
  cc: [jonas],
  subject: '校正治具の見積書をお送りします',
  charset: 'iso-2022-jp',
  body: mixed(
    plainText(
      `ソルハイム様

いつもお世話になっております。星野計器の田中です。
REV123 用の校正治具の見積書を添付いたします。
ご確認のほど、よろしくお願いいたします。

田中 芽衣
`,
      { charset: 'iso-2022-jp', encoding: '7bit' },
    ),
    attach(encodedName('見積書_REV123_2020-11.pdf', 'iso-2022-jp', 'B'), japaneseQuotation),
  ),
});

export const year2020: readonly Mail[] = [enclosure, chinese, japanese];
