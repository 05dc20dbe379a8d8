// Writes a text document (WordprocessingML): headings, paragraphs and tables.

import type { DocumentInfo } from './xml.ts';
import { escapeXml, namespaces, officePackage } from './xml.ts';

export type Block =
  | string
  | { readonly heading: string; readonly level?: 1 | 2 }
  | { readonly table: readonly (readonly string[])[] };

export interface DocxOptions {
  /** Written from right to left. */
  readonly isRightToLeft?: boolean;
}

const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

export function docx(info: DocumentInfo, blocks: readonly Block[], options: DocxOptions = {}): Uint8Array {
  const direction = options.isRightToLeft ? '<w:bidi/>' : '';
  const body = blocks.map(block => blockXml(block, direction)).join('');
  const page = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" ';
  return officePackage(info, [
    {
      path: 'word/document.xml',
      contentType: `${type}.document.main+xml`,
      xml:
        `<w:document xmlns:w="${namespaces.word}"><w:body>${body}${page}w:left="1134" w:header="567" ` +
        'w:footer="567" w:gutter="0"/></w:sectPr></w:body></w:document>',
      relations: [{ id: 'rId1', type: 'styles', target: 'styles.xml' }],
    },
    { path: 'word/styles.xml', contentType: `${type}.styles+xml`, xml: styles() },
  ]);
}

function blockXml(block: Block, direction: string): string {
  if (typeof block === 'string') return paragraph(block, direction);
  if ('heading' in block) {
    return paragraph(block.heading, `<w:pStyle w:val="Heading${block.level ?? 1}"/>${direction}`);
  }
  const columns = block.table[0]?.length ?? 1;
  const width = Math.floor(9638 / columns);
  const cell = (text: string) =>
    `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${paragraph(text, direction)}</w:tc>`;
  const rows = block.table.map(row => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('');
  const grid = `<w:gridCol w:w="${width}"/>`.repeat(columns);
  const look = '<w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="0" w:type="auto"/></w:tblPr>';
  // Word wants a paragraph after a table that ends a document.
  return `<w:tbl>${look}<w:tblGrid>${grid}</w:tblGrid>${rows}</w:tbl><w:p/>`;
}

function paragraph(text: string, properties: string): string {
  const isRightToLeft = properties.includes('<w:bidi/>');
  const run = isRightToLeft ? '<w:rPr><w:rtl/></w:rPr>' : '';
  return (
    `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}<w:r>${run}` +
    `<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`
  );
}

function styles(): string {
  const heading = (level: number, size: number) =>
    `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/>` +
    '<w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/><w:spacing w:before="240"/>' +
    `<w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/><w:sz w:val="${size}"/></w:rPr></w:style>`;
  const border = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
    .map(side => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="808080"/>`)
    .join('');
  return (
    `<w:styles xmlns:w="${namespaces.word}"><w:style w:type="paragraph" w:default="1" w:styleId="Normal">` +
    `<w:name w:val="Normal"/><w:qFormat/></w:style>${heading(1, 32)}${heading(2, 26)}<w:style w:type="table" ` +
    'w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:tblPr>' +
    `<w:tblBorders>${border}</w:tblBorders></w:tblPr></w:style></w:styles>`
  );
}
