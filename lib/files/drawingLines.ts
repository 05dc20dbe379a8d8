// Text of what is drawn in an OOXML document: diagrams, charts, shapes over a sheet.

import type { OfficePackage } from './officePackage.ts';
import { officeText } from './officeText.ts';

/** Elements that hold texts of the sheet that a chart is made of. */
const cached = new Set(['strCache', 'multiLvlStrCache', 'tx']);

/** Lines of a part of DrawingML: paragraphs of shapes, titles of a chart and the names of its series and categories. */
export async function drawingLines(office: OfficePackage, path: string): Promise<readonly string[]> {
  const lines = new Set<string>();
  const text = officeText({ paragraph: ({ text }) => void (text.trim() !== '' && lines.add(text)) });
  let isCached = false;
  let isValue = false;
  let value = '';
  await office.xml(path, {
    open(name, tag) {
      if (cached.has(name)) isCached = true;
      else if (name === 'v' && isCached) isValue = true;
      text.open(name, tag);
    },
    close(name) {
      if (cached.has(name)) isCached = false;
      else if (name === 'v' && isValue) {
        isValue = false;
        if (value.trim() !== '') lines.add(value);
        value = '';
      }
      text.close(name);
    },
    text(piece) {
      if (isValue) value += piece;
      else text.text(piece);
    },
  });
  return [...lines];
}
