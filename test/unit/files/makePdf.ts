// Writes a PDF of pages of one line each, or with a content stream that a test chooses.

export interface PdfPage {
  readonly text?: string;
  /** In place of a line of text: the stream's dictionary entries besides its length, and its bytes. */
  readonly stream?: { readonly entries: string; readonly bytes: Uint8Array };
}

export function makePdf(pages: readonly PdfPage[]): Uint8Array {
  const pieces: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const put = (piece: Buffer | string) => {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
    pieces.push(bytes);
    length += bytes.length;
  };
  const object = (number: number, ...contents: readonly (Buffer | string)[]) => {
    offsets[number] = length;
    put(`${number} 0 obj\n`);
    for (const piece of contents) put(piece);
    put('\nendobj\n');
  };
  put('%PDF-1.7\n');
  object(1, '<</Type/Catalog/Pages 2 0 R>>');
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ');
  object(2, `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`);
  object(3, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
  for (const [i, { text = '', stream }] of pages.entries()) {
    const number = 4 + 2 * i;
    object(
      number,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 3 0 R>>>>/Contents ${number + 1} 0 R>>`,
    );
    const bytes = Buffer.from(stream?.bytes ?? Buffer.from(`BT /F 12 Tf 50 700 Td (${text}) Tj ET`, 'latin1'));
    object(number + 1, `<<${stream?.entries ?? ''}/Length ${bytes.length}>>\nstream\n`, bytes, '\nendstream');
  }
  const start = length;
  const rows = offsets.slice(1).map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`);
  put(`xref\n0 ${offsets.length}\n0000000000 65535 f \n${rows.join('')}`);
  put(`trailer\n<</Size ${offsets.length}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(pieces);
}
