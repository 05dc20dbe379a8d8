// Writes PDF 1.4 out of pages of drawing operators. It knows objects and fonts, not what is on a page.

import { zlibSync } from 'fflate';

export interface PdfInfo {
  readonly title: string;
  readonly author: string;
  /** A calendar day. */
  readonly date: string;
}

export interface PdfImage {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface PdfPage {
  /** Points. */
  readonly width: number;
  readonly height: number;
  readonly operators: readonly string[];
  /** Drawn as /Im. */
  readonly image?: PdfImage;
}

/** F1 Helvetica, F2 Helvetica-Bold, F3 a font of the reader's own for Japanese, not embedded. */
export type Font = 'F1' | 'F2' | 'F3';

// Windows-1252 where it differs from Latin-1.
const winAnsi: Readonly<Record<string, number>> = { '€': 128, '…': 133, '•': 149, '–': 150, '—': 151, '’': 146 };

/** The operators that show a line of text at a point. */
export function showText(x: number, y: number, size: number, text: string, font: Font = 'F1'): string {
  const shown = font === 'F3' ? utf16(text) : literal(text);
  return `BT /${font} ${size} Tf ${x} ${y} Td ${shown} Tj ET`;
}

function literal(text: string): string {
  const escaped = Array.from(text, character => {
    const code = winAnsi[character] ?? character.charCodeAt(0);
    if (code > 255 || character.length > 1) throw new Error(`Helvetica has no ${character}`);
    if (code > 126) return `\\${code.toString(8).padStart(3, '0')}`;
    return '()\\'.includes(character) ? `\\${character}` : character;
  });
  return `(${escaped.join('')})`;
}

const utf16 = (text: string): string => `<${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

export function pdf(info: PdfInfo, pages: readonly PdfPage[]): Uint8Array {
  const objects: Uint8Array[] = [];
  const add = (text: string, stream?: Uint8Array): string => {
    const parts = stream === undefined ? [text] : [text, '\nstream\n', stream, '\nendstream'];
    objects.push(Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))));
    return `${objects.length} 0 R`;
  };
  // The catalog and the page tree come first, so that their numbers are known to the pages.
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add('');
  const fonts = addFonts(add, pages);
  const kids = pages.map(page => addPage(add, page, fonts));
  objects[1] = Buffer.from(`<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`);
  const day = `(D:${info.date.replaceAll('-', '')}120000Z)`;
  const title = utf16(`\ufeff${info.title}`);
  add(`<< /Title ${title} /Author ${utf16(`\ufeff${info.author}`)} /CreationDate ${day} >>`);
  return assemble(objects);
}

type Add = (text: string, stream?: Uint8Array) => string;

function addFonts(add: Add, pages: readonly PdfPage[]): string {
  const latin = (name: string) =>
    add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`);
  const fonts = `/F1 ${latin('Helvetica')} /F2 ${latin('Helvetica-Bold')}`;
  if (!pages.some(page => page.operators.some(operator => operator.includes('/F3')))) return fonts;
  const descriptor = add(
    '<< /Type /FontDescriptor /FontName /KozMinPr6N-Regular /Flags 4 /FontBBox [-437 -340 1147 1317]' +
      ' /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 742 /StemV 86 >>',
  );
  const descendant = add(
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /KozMinPr6N-Regular /DW 1000 /W [1 [500] 2 94 500]' +
      ` /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 4 >> /FontDescriptor ${descriptor} >>`,
  );
  const japanese = add(
    '<< /Type /Font /Subtype /Type0 /BaseFont /KozMinPr6N-Regular-UniJIS-UTF16-H /Encoding /UniJIS-UTF16-H' +
      ` /DescendantFonts [${descendant}] >>`,
  );
  return `${fonts} /F3 ${japanese}`;
}

function addPage(add: Add, { width, height, operators, image }: PdfPage, fonts: string): string {
  const content = zlibSync(Buffer.from(operators.join('\n'), 'latin1'), { level: 9 });
  const contents = add(`<< /Length ${content.length} /Filter /FlateDecode >>`, content);
  const drawn = image === undefined ? '' : ` /XObject << /Im ${addImage(add, image)} >>`;
  return add(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${contents}` +
      ` /Resources << /Font << ${fonts} >>${drawn} >> >>`,
  );
}

function addImage(add: Add, { jpeg, width, height }: PdfImage): string {
  return add(
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB` +
      ` /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
    jpeg,
  );
}

/** The header, the objects, the table of where each begins, and the trailer. */
function assemble(objects: readonly Uint8Array[]): Uint8Array {
  const chunks: Uint8Array[] = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let length = chunks[0]?.length ?? 0;
  const offsets = objects.map((object, index) => {
    const offset = length;
    const chunk = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    chunks.push(chunk);
    length += chunk.length;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  chunks.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}` +
        `trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(chunks);
}
