// Zips of parts, as Office documents are, whole or damaged in a way that a test chooses.

import { type Zippable, zipSync } from 'fflate';

const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');

export const zip = (parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array => {
  const zippable: Zippable = {};
  for (const [path, contents] of Object.entries(parts))
    zippable[path] = [typeof contents === 'string' ? utf8(contents) : contents, { level: 6 }];
  return zipSync(zippable);
};

const relation = (id: string, kind: string, target: string): string =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`;

export const relations = (...each: readonly (readonly [string, string, string])[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each
    .map(one => relation(...one))
    .join('')}</Relationships>`;

/** A text document with this between the tags of its body, and further parts. */
export const docx = (body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array =>
  zip({
    '_rels/.rels': relations(['rId1', 'officeDocument', 'word/document.xml']),
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    ...parts,
  });

/** A workbook of one sheet with these rows, and further parts. */
export const xlsx = (rows: string, parts: Readonly<Record<string, string | Uint8Array>> = {}): Uint8Array =>
  zip({
    '_rels/.rels': relations(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations(
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'sharedStrings', 'sharedStrings.xml'],
      ['rId3', 'styles', 'styles.xml'],
    ),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...parts,
  });

/** An OpenDocument file of a type with this content. */
export const odf = (
  type: 'text' | 'spreadsheet' | 'presentation',
  body: string,
  parts: Readonly<Record<string, string>> = {},
): Uint8Array =>
  zip({
    mimetype: `application/vnd.oasis.opendocument.${type}`,
    'content.xml': `<office:document-content xmlns:office="o" xmlns:text="t"><office:body><office:${type}>${body}</office:${type}></office:body></office:document-content>`,
    ...parts,
  });
