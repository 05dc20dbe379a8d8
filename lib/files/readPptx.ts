// A presentation of PowerPoint (PresentationML) -> its text, slide by slide: shapes, tables, diagrams, charts, notes and
// comments.

import type { Draft } from './draft.ts';
import { drawingLines } from './drawingLines.ts';
import { mainPart, type OfficePackage, officeTitle, relatedParts } from './officePackage.ts';
import { officeText } from './officeText.ts';
import { broken, readEach } from './readingEnd.ts';
import type { XmlHandler } from './xmlReader.ts';

/** Paths of the slides in the order they are shown; those that are hidden too. */
async function slidePaths(office: OfficePackage, main: string): Promise<readonly string[]> {
  const relations = new Map((await office.relations(main)).map(relation => [relation.id, relation.target]));
  const paths: string[] = [];
  await office.xml(main, {
    open(name, tag) {
      if (name !== 'sldId') return;
      const path = office.find(relations.get(tag.attribute(':id') ?? '') ?? '');
      if (path !== null) paths.push(path);
    },
    close() {},
    text() {},
  });
  if (paths.length > 0) return paths;
  const number = (name: string) => Number(/(\d+)\.xml$/.exec(name)?.[1] ?? 0);
  return office.names.filter(name => /^ppt\/slides\/[^/]+\.xml$/i.test(name)).sort((a, b) => number(a) - number(b));
}

interface SlideText {
  readonly title: string | null;
  readonly lines: readonly string[];
}

/** Placeholders of notes that repeat what stands elsewhere. */
const repeated = new Set(['sldNum', 'dt', 'hdr', 'ftr', 'sldImg']);

/** The shapes of a slide or of its notes. */
async function readShapes(office: OfficePackage, path: string, isNotes: boolean): Promise<SlideText> {
  const lines: string[] = [];
  let title: string | null = null;
  let placeholder: string | null = null;
  const text = officeText({
    paragraph({ text }) {
      const line = text.trim();
      if (line === '' || (isNotes && placeholder !== null && repeated.has(placeholder))) return;
      if (!isNotes && (placeholder === 'title' || placeholder === 'ctrTitle'))
        title = title === null ? line : `${title} ${line}`;
      else lines.push(line);
    },
    open(name, tag) {
      if (name === 'sp') placeholder = null;
      else if (name === 'ph') placeholder = tag.attribute('type');
    },
    close(name) {
      if (name === 'sp') placeholder = null;
    },
  });
  await office.xml(path, text);
  return { title, lines };
}

/** Comments of a slide, in the old form (plain text) and the new one (paragraphs). */
async function commentLines(office: OfficePackage, path: string): Promise<readonly string[]> {
  const lines: string[] = [];
  const paragraphs = officeText({ paragraph: ({ text }) => lines.push(text) });
  let plain: string | null = null;
  const handler: XmlHandler = {
    open(name, tag) {
      if (name === 'text') plain = '';
      paragraphs.open(name, tag);
    },
    close(name) {
      if (name === 'text' && plain !== null) {
        lines.push(plain);
        plain = null;
      }
      paragraphs.close(name);
    },
    text(value) {
      if (plain !== null) plain += value;
      else paragraphs.text(value);
    },
  };
  await office.xml(path, handler);
  return lines;
}

export async function readPptx(office: OfficePackage, draft: Draft): Promise<void> {
  const main = await mainPart(office, 'ppt/presentation.xml');
  if (main === null) throw broken('it has no presentation part');
  draft.title = await officeTitle(office);
  await readEach((await slidePaths(office, main)).entries(), async ([i, path]) => {
    const { title, lines } = await readShapes(office, path, false);
    draft.section(title === null ? `Slide ${i + 1}` : `Slide ${i + 1}: ${title}`, title !== null);
    for (const line of lines) draft.line(line);
    for (const kind of ['diagramData', 'chart'])
      for (const part of await relatedParts(office, path, kind))
        for (const line of await drawingLines(office, part)) draft.line(line);
    for (const part of await relatedParts(office, path, 'notesSlide'))
      for (const line of (await readShapes(office, part, true)).lines) draft.line(line);
    for (const part of await relatedParts(office, path, 'comments'))
      for (const line of await commentLines(office, part)) draft.line(line);
  });
}
