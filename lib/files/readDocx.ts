// A text document of Word (WordprocessingML) -> its text: sections by headings, notes and comments where they are referred
// to, headers and footers once, at the end.

import type { Draft } from './draft.ts';
import { drawingLines } from './drawingLines.ts';
import { mainPart, type OfficePackage, officeTitle, relatedParts } from './officePackage.ts';
import { officeText, type Paragraph } from './officeText.ts';
import { broken } from './readingEnd.ts';
import type { ReadInner } from './readMail.ts';

interface Style {
  readonly name: string;
  readonly basedOn: string | null;
  readonly outlineLevel: number | null;
}

/** Styles deeper than this, from one to the one it is based on, are not followed. */
const deepestStyle = 20;

async function readStyles(office: OfficePackage, main: string): Promise<ReadonlyMap<string, Style>> {
  const styles = new Map<string, Style>();
  const [path] = await relatedParts(office, main, 'styles');
  if (path === undefined) return styles;
  let id: string | null = null;
  let name = '';
  let basedOn: string | null = null;
  let outlineLevel: number | null = null;
  await office.xml(path, {
    open(element, tag) {
      if (element === 'style') {
        id = tag.attribute('styleId');
        name = '';
        basedOn = null;
        outlineLevel = null;
      } else if (element === 'name' && id !== null) name = tag.attribute('val') ?? '';
      else if (element === 'basedOn') basedOn = tag.attribute('val');
      else if (element === 'outlineLvl') outlineLevel = Number(tag.attribute('val') ?? 9);
    },
    close(element) {
      if (element !== 'style' || id === null) return;
      styles.set(id, { name, basedOn, outlineLevel });
      id = null;
    },
    text() {},
  });
  return styles;
}

const isHeadingName = (name: string): boolean => /^(?:heading|title|subtitle)\b/i.test(name);

function isHeading(paragraph: Paragraph, styles: ReadonlyMap<string, Style>): boolean {
  if (paragraph.outlineLevel !== null) return paragraph.outlineLevel < 9;
  let id = paragraph.style;
  for (let depth = 0; id !== null && depth < deepestStyle; depth++) {
    const style = styles.get(id);
    // Without a definition the name itself tells.
    if (style === undefined) return depth === 0 && isHeadingName(id);
    if (style.outlineLevel !== null) return style.outlineLevel < 9;
    if (isHeadingName(style.name)) return true;
    id = style.basedOn;
  }
  return false;
}

/** Texts of the notes or comments in a part, by their identifiers. */
async function readNotes(office: OfficePackage, main: string, kind: string): Promise<Map<string, string>> {
  const notes = new Map<string, string>();
  for (const path of await relatedParts(office, main, kind)) {
    let id: string | null = null;
    let lines: string[] = [];
    await office.xml(
      path,
      officeText({
        paragraph: ({ text }) => lines.push(text),
        open(name, tag) {
          if (name !== 'footnote' && name !== 'endnote' && name !== 'comment') return;
          id = tag.attribute('id');
          lines = [];
        },
        close(name) {
          if (name !== 'footnote' && name !== 'endnote' && name !== 'comment') return;
          const text = lines.join('\n').trim();
          if (id !== null && text !== '') notes.set(id, text);
          id = null;
        },
      }),
    );
  }
  return notes;
}

/** Long headings are body text in the wrong style. */
const longestHeading = 250;

export async function readDocx(office: OfficePackage, draft: Draft, readInner: ReadInner): Promise<void> {
  const main = await mainPart(office, 'word/document.xml');
  if (main === null) throw broken('it has no text part');
  draft.title = await officeTitle(office);
  const styles = await readStyles(office, main);
  const notes = {
    footnote: await readNotes(office, main, 'footnotes'),
    endnote: await readNotes(office, main, 'endnotes'),
    comment: await readNotes(office, main, 'comments'),
  };
  await office.xml(
    main,
    officeText({
      paragraph(paragraph) {
        const text = paragraph.text.trim();
        if (text === '') return;
        if (text.length <= longestHeading && isHeading(paragraph, styles)) draft.section(text);
        else draft.line(paragraph.text);
      },
      note(kind, id) {
        const text = notes[kind].get(id) ?? null;
        notes[kind].delete(id);
        return text;
      },
    }),
  );
  // What stands beside the text: notes that nothing refers to, drawings, headers and footers.
  draft.section(null);
  for (const map of Object.values(notes)) for (const text of map.values()) draft.line(text);
  for (const kind of ['diagramData', 'chart']) {
    for (const path of await relatedParts(office, main, kind))
      for (const line of await drawingLines(office, path)) draft.line(line);
  }
  // Documents of other types that Word takes in when it opens this one.
  for (const path of await relatedParts(office, main, 'aFChunk')) await readInner(await office.bytes(path), path, '');
  const seen = new Set<string>();
  for (const kind of ['header', 'footer']) {
    for (const path of await relatedParts(office, main, kind)) {
      await office.xml(
        path,
        officeText({
          paragraph({ text }) {
            if (text.trim() !== '' && !seen.has(text)) draft.line(text);
            seen.add(text);
          },
        }),
      );
    }
  }
}
