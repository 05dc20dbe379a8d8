// Writes a workbook (SpreadsheetML): texts, numbers, amounts, days and formulas with the values they have.

import type { DocumentInfo } from './xml.ts';
import { escapeXml, namespaces, officePackage } from './xml.ts';

export type Cell =
  | string
  | number
  | null
  | { readonly amount: number; readonly formula?: string }
  | { readonly day: string };

export interface Sheet {
  readonly name: string;
  /** The first row is the heading. */
  readonly rows: readonly (readonly Cell[])[];
}

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const style = { plain: 0, heading: 1, amount: 2, day: 3 } as const;

export function xlsx(info: DocumentInfo, sheets: readonly Sheet[]): Uint8Array {
  const strings: string[] = [];
  const indexOf = (text: string) => {
    const known = strings.indexOf(text);
    return known === -1 ? strings.push(text) - 1 : known;
  };
  const worksheets = sheets.map((sheet, index) => ({
    path: `xl/worksheets/sheet${index + 1}.xml`,
    contentType: `${type}.worksheet+xml`,
    xml: worksheet(sheet, indexOf),
  }));
  const list = sheets.map(
    ({ name }, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const items = strings.map(text => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('');
  return officePackage(info, [
    {
      path: 'xl/workbook.xml',
      contentType: `${type}.sheet.main+xml`,
      xml:
        `<workbook xmlns="${namespaces.sheet}" xmlns:r="${namespaces.relationships}">` +
        `<sheets>${list.join('')}</sheets></workbook>`,
      relations: [
        ...worksheets.map((_, index) => ({
          id: `rId${index + 1}`,
          type: 'worksheet',
          target: `worksheets/sheet${index + 1}.xml`,
        })),
        { id: `rId${sheets.length + 1}`, type: 'styles', target: 'styles.xml' },
        { id: `rId${sheets.length + 2}`, type: 'sharedStrings', target: 'sharedStrings.xml' },
      ],
    },
    ...worksheets,
    { path: 'xl/styles.xml', contentType: `${type}.styles+xml`, xml: styles() },
    {
      path: 'xl/sharedStrings.xml',
      contentType: `${type}.sharedStrings+xml`,
      xml: `<sst xmlns="${namespaces.sheet}" uniqueCount="${strings.length}">${items}</sst>`,
    },
  ]);
}

function worksheet({ rows }: Sheet, indexOf: (text: string) => number): string {
  const data = rows.map((row, rowIndex) => {
    const cells = row.map((cell, column) => {
      const reference = `${String.fromCharCode(65 + column)}${rowIndex + 1}`;
      return cellXml(cell, reference, rowIndex === 0, indexOf);
    });
    return `<row r="${rowIndex + 1}">${cells.join('')}</row>`;
  });
  const columns = rows[0]?.length ?? 1;
  return (
    `<worksheet xmlns="${namespaces.sheet}"><cols><col min="1" max="${columns}" width="18" customWidth="1"/></cols>` +
    `<sheetData>${data.join('')}</sheetData></worksheet>`
  );
}

function cellXml(cell: Cell, reference: string, isHeading: boolean, indexOf: (text: string) => number): string {
  if (cell === null) return '';
  if (typeof cell === 'string') {
    const look = isHeading ? style.heading : style.plain;
    return `<c r="${reference}" s="${look}" t="s"><v>${indexOf(cell)}</v></c>`;
  }
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
  if ('day' in cell) return `<c r="${reference}" s="${style.day}"><v>${serialDay(cell.day)}</v></c>`;
  const formula = cell.formula === undefined ? '' : `<f>${escapeXml(cell.formula)}</f>`;
  return `<c r="${reference}" s="${style.amount}">${formula}<v>${cell.amount}</v></c>`;
}

/** Days since 1899-12-30. */
const serialDay = (day: string): number => (Date.parse(day) - Date.parse('1899-12-30')) / 86_400_000;

function styles(): string {
  const border = '<border><left/><right/><top/><bottom/><diagonal/></border>';
  const look = (format: number, font: number) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
  return (
    `<styleSheet xmlns="${namespaces.sheet}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2">' +
    '<fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    `<borders count="1">${border}</borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" ` +
    `borderId="0"/></cellStyleXfs><cellXfs count="4">${look(0, 0)}${look(0, 1)}${look(4, 0)}${look(14, 0)}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}
