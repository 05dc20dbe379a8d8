// Documents that were cut off or changed anywhere: reading them ends with one of the outcomes, and never throws.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { read } from './read.ts';

const directory = join(import.meta.dirname, '..', '..', 'documents');
const names = [
  'libreoffice-agreement.docx',
  'libreoffice-agreement.odt',
  'libreoffice-agreement.rtf',
  'openpyxl.xlsx',
  'pandoc-docbook.xml',
  'pandoc.html',
  'notes.md',
  'libreoffice.ods',
  'reportlab-forms.pdf',
];
const outcomes = ['text', 'noText', 'encrypted', 'broken', 'tooBig', 'nameOnly'];

test.each(names)('%s', async name => {
  const whole = readFileSync(join(directory, name));
  const place = fc.nat({ max: whole.length - 1 });
  const change = fc.array(fc.tuple(place, fc.nat({ max: 255 })), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(fc.option(place), change, async (end, changes) => {
      const bytes = Buffer.from(whole);
      for (const [at, value] of changes) bytes[at] = value;
      const { outcome, reason } = await read(bytes.subarray(0, end ?? whole.length), name);
      expect(outcomes).toContain(outcome);
      // What no reader expected would be said in these words.
      expect(reason).not.toBe('it cannot be read');
      if (outcome !== 'text') expect(reason).not.toBeNull();
    }),
    { numRuns: 60 },
  );
});
