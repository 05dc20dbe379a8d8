// What PDFs hold besides pages: forms in XML.

import { makePdf } from './makePdf.ts';
import { read, textOf } from './read.ts';

const form = `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/">
  <subform name="f" layout="tb"><pageSet><pageArea><contentArea w="600pt" h="700pt"/><medium short="600pt" long="800pt"/>
  </pageArea></pageSet><draw w="200pt" h="20pt"><value><text>words of the form</text></value></draw></subform></template></xdp:xdp>`;

/** A PDF whose catalog has a form: the stream of its second page. */
function pdfWithForm(xml: string): Uint8Array {
  const stream = { entries: '', bytes: Buffer.from(xml) };
  const pdf = Buffer.from(makePdf([{ text: 'page words' }, { stream }])).toString('latin1');
  const catalog = '/Type/Catalog/NeedsRendering true/AcroForm<</Fields[]/XFA 7 0 R>>';
  return Buffer.from(
    pdf.replace('/Type/Catalog', catalog).replace('/Count 2/Kids[4 0 R 6 0 R]', '/Count 1/Kids[4 0 R]'),
    'latin1',
  );
}

test('a form in XML, and the pages that stand in for it', async () => {
  expect(textOf(await read(pdfWithForm(form), 'a.pdf'))).toBe('Page 1 words of the form Page 1 page words');
});

test('pages are read where the form cannot be', async () => {
  const extraction = await read(pdfWithForm('<broken'), 'a.pdf');
  expect(extraction.outcome).toBe('text');
  expect(textOf(extraction)).toContain('page words');
});
