// Writes a presentation (PresentationML): slides with a title and points, on one master and one layout.

import type { DocumentInfo } from './xml.ts';
import { escapeXml, namespaces, officePackage } from './xml.ts';

export interface Slide {
  readonly title: string;
  readonly points: readonly string[];
}

const type = 'application/vnd.openxmlformats-officedocument';
const spaces = `xmlns:a="${namespaces.drawing}" xmlns:r="${namespaces.relationships}" xmlns:p="${namespaces.presentation}"`;

export function pptx(info: DocumentInfo, slides: readonly Slide[]): Uint8Array {
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 2}"/>`).join('');
  return officePackage(info, [
    {
      path: 'ppt/presentation.xml',
      contentType: `${type}.presentationml.presentation.main+xml`,
      xml:
        `<p:presentation ${spaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>` +
        `<p:sldIdLst>${ids}</p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/>` +
        '</p:presentation>',
      relations: [
        { id: 'rId1', type: 'slideMaster', target: 'slideMasters/slideMaster1.xml' },
        ...slides.map((_, index) => ({
          id: `rId${index + 2}`,
          type: 'slide',
          target: `slides/slide${index + 1}.xml`,
        })),
      ],
    },
    ...slides.map((slide, index) => ({
      path: `ppt/slides/slide${index + 1}.xml`,
      contentType: `${type}.presentationml.slide+xml`,
      xml: `<p:sld ${spaces}><p:cSld>${shapes(slide.title, slide.points)}</p:cSld></p:sld>`,
      relations: [{ id: 'rId1', type: 'slideLayout', target: '../slideLayouts/slideLayout1.xml' }],
    })),
    {
      path: 'ppt/slideMasters/slideMaster1.xml',
      contentType: `${type}.presentationml.slideMaster+xml`,
      xml: master(),
      relations: [
        { id: 'rId1', type: 'slideLayout', target: '../slideLayouts/slideLayout1.xml' },
        { id: 'rId2', type: 'theme', target: '../theme/theme1.xml' },
      ],
    },
    {
      path: 'ppt/slideLayouts/slideLayout1.xml',
      contentType: `${type}.presentationml.slideLayout+xml`,
      xml: `<p:sldLayout ${spaces} type="obj"><p:cSld name="Title and points">${shapes('', [''])}</p:cSld></p:sldLayout>`,
      relations: [{ id: 'rId1', type: 'slideMaster', target: '../slideMasters/slideMaster1.xml' }],
    },
    { path: 'ppt/theme/theme1.xml', contentType: `${type}.theme+xml`, xml: theme() },
  ]);
}

function master(): string {
  const colours = ['bg1', 'tx1', 'bg2', 'tx2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6'];
  const named: Readonly<Record<string, string>> = { bg1: 'lt1', tx1: 'dk1', bg2: 'lt2', tx2: 'dk2' };
  const map = [...colours, 'hlink', 'folHlink'].map(colour => `${colour}="${named[colour] ?? colour}"`).join(' ');
  return (
    `<p:sldMaster ${spaces}><p:cSld>${shapes('', [''])}</p:cSld><p:clrMap ${map}/><p:sldLayoutIdLst>` +
    '<p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>'
  );
}

/** A tree of two shapes: the title and the points. */
function shapes(title: string, points: readonly string[]): string {
  const group =
    '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" ' +
    'y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>';
  return (
    `<p:spTree>${group}${shape(2, 'Title', '<p:ph type="title"/>', [365125, 1325563], [title])}` +
    `${shape(3, 'Points', '<p:ph idx="1"/>', [1825625, 4351338], points)}</p:spTree>`
  );
}

function shape(
  id: number,
  name: string,
  placeholder: string,
  [top, height]: readonly [number, number],
  paragraphs: readonly string[],
): string {
  const text = paragraphs.map(line =>
    line === '' ? '<a:p/>' : `<a:p><a:r><a:rPr lang="en-GB"/><a:t>${escapeXml(line)}</a:t></a:r></a:p>`,
  );
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr>` +
    `<p:spPr><a:xfrm><a:off x="838200" y="${top}"/><a:ext cx="10515600" cy="${height}"/></a:xfrm><a:prstGeom ` +
    `prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/>${text.join('')}</p:txBody></p:sp>`
  );
}

function theme(): string {
  const colours = { dk1: '000000', lt1: 'FFFFFF', dk2: '1F3A4D', lt2: 'E8EEF2', accent1: '1B7F79', accent2: 'D9822B' };
  const more = { accent3: '5C6BC0', accent4: '8D6E63', accent5: '43A047', accent6: 'C62828', hlink: '1565C0' };
  const scheme = Object.entries({ ...colours, ...more, folHlink: '6A1B9A' })
    .map(([name, value]) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`)
    .join('');
  const font = '<a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/>';
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  const line = `<a:ln w="6350">${fill}</a:ln>`;
  const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>';
  return (
    `<a:theme xmlns:a="${namespaces.drawing}" name="Plain"><a:themeElements><a:clrScheme name="Plain">${scheme}` +
    `</a:clrScheme><a:fontScheme name="Plain"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont>` +
    `</a:fontScheme><a:fmtScheme name="Plain"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>` +
    `${line.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>` +
    `${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`
  );
}
