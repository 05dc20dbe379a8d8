// A PDF -> its text, page by page, with annotations and the values of forms. By pdf.js; nothing is drawn, no script runs.

import './pdfGlobals.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
// Puts itself where pdf.js looks for what parses in this same thread.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { limits } from '../limits.ts';
import { withActualText } from './actualText.ts';
import { characterMaps } from './characterMaps.ts';
import type { Draft } from './draft.ts';
import { type PdfPiece, pdfLine } from './pdfLine.ts';
import { type PdfLine, placeOf, textOfLines } from './pdfLines.ts';
import { isMadeByTex, placeAccents } from './placedAccents.ts';
import { broken, encrypted, ReadingEnd, tooBig } from './readingEnd.ts';
import { closeSpaced } from './spacedLetters.ts';
import { mendLigatures } from './swappedLigatures.ts';

/** Reads the files that pdf.js asks for: maps from the codes of Asian fonts to characters, and no others. */
class CharacterMapFactory {
  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    if (kind !== 'cMapUrl' || !/^[\w-]+\.bcmap$/.test(filename)) throw new Error('not read here');
    return new Uint8Array(await readFile(join(characterMaps(), filename)));
  }
}

/** What is read of an annotation; pdf.js has no type for it. */
interface Annotation {
  readonly subtype?: string;
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  readonly password?: boolean;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly options?: readonly { readonly exportValue: string; readonly displayValue: string }[];
  readonly contentsObj?: { readonly str: string };
  readonly textContent?: readonly string[];
}

function annotationText(annotation: Annotation): string {
  const { subtype, fieldType, fieldValue, contentsObj, textContent, options } = annotation;
  if (subtype === 'Popup' || annotation.password === true) return '';
  if (subtype !== 'Widget') {
    const contents = contentsObj?.str ?? '';
    const drawn = textContent?.join('\n') ?? '';
    return contents === '' ? drawn : contents;
  }
  if (fieldType === 'Btn' || fieldType === 'Sig') return '';
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter(value => typeof value === 'string');
  return values.map(value => options?.find(option => option.exportValue === value)?.displayValue ?? value).join('\n');
}

/** A word that a line end cuts in two. */
const cutWord = /(\p{L}{2,})([-\u2010\u00ad])\n(\p{Ll}{2,})/gu;

/** Words of a longer page stay as they are. */
const longestPage = 100_000;

/** Joins words that line ends cut; those that have their hyphen within a line too keep it. */
function joinWords(text: string): string {
  if (text.length > longestPage || !/[-\u2010\u00ad]\n/.test(text)) return text;
  return text.replace(cutWord, (_, start: string, hyphen: string, end: string) =>
    hyphen !== '\u00ad' && text.includes(`${start}${hyphen}${end}`) ? `${start}${hyphen}${end}` : `${start}${end}`,
  );
}

/**
 * Ligatures, the shapes that letters of Hebrew and Arabic take in their places, those of marks in columns, and radicals,
 * which some programs write for the characters that look like them.
 */
const shapes = /[\u2e9f\u2ef3\u2f00-\u2fd5\ufb00-\ufdff\ufe10-\ufe48\ufe70-\ufefc]+/g;

async function pageText(page: PDFPageProxy, isTex: boolean): Promise<string> {
  // pdf.js takes ligatures apart before it turns lines from right to left around, which turns their letters around too.
  const { items } = await page.getTextContent({ disableNormalization: true, includeMarkedContent: true });
  const lines: PdfLine[] = [];
  let line: PdfPiece[] = [];
  const endLine = () => {
    const place = placeOf(line);
    const text = pdfLine(closeSpaced(line, 'any'));
    const written = pdfLine(closeSpaced(line, 'han'));
    // Letters that were set apart may be words all the same: the line stands as it is written, too.
    if (written !== text) lines.push({ text: written, ...place });
    lines.push({ text, ...place });
    line = [];
  };
  for (const item of withActualText(items)) {
    line.push({ ...item, str: item.str.replace(shapes, run => run.normalize('NFKC')) });
    // Pieces of a form in XML do not say where lines end: each is one.
    if (item.hasEOL !== false) endLine();
  }
  endLine();
  return mendLigatures(placeAccents(textOfLines(lines), isTex));
}

async function readPage(pdf: PDFDocumentProxy, number: number, draft: Draft, isTex: boolean): Promise<void> {
  const page = await pdf.getPage(number);
  draft.section(`Page ${number}`, false);
  try {
    draft.line(joinWords(await pageText(page, isTex)));
    const annotations = (await page.getAnnotations()) as readonly Annotation[];
    for (const annotation of annotations) draft.line(annotationText(annotation));
  } finally {
    page.cleanup();
  }
}

/** Of the time that reading may take: so much is for pages. */
const pagesShare = 0.75;

async function readPages(pdf: PDFDocumentProxy, draft: Draft, isTex: boolean): Promise<void> {
  const end = performance.now() + limits.readingMilliseconds.value * pagesShare;
  const most = Math.min(pdf.numPages, limits.documentPages.value);
  let unread = 0;
  for (let number = 1; number <= most; number++) {
    if (performance.now() > end)
      throw tooBig(`only its first ${number - 1} pages were read, for reading took too long`);
    try {
      await readPage(pdf, number, draft, isTex);
    } catch (error) {
      if (error instanceof ReadingEnd) throw error;
      unread++;
    }
  }
  if (pdf.numPages > most) throw tooBig(`only its first ${most} pages were read`);
  if (unread === pdf.numPages) throw broken('none of its pages can be read');
}

/** Of a form in XML what it shows, then the pages that stand in for it where no program knows such forms. */
export async function readPdf(bytes: Uint8Array, draft: Draft): Promise<void> {
  let areDue = true;
  try {
    ({ isForm: areDue } = await readAs(bytes, draft, { enableXfa: true }));
  } catch (error) {
    // What is wrong may be the form alone.
    if (!(error instanceof ReadingEnd) || error.outcome !== 'broken') throw error;
  }
  if (areDue) await readAs(bytes, draft, { enableXfa: false });
}

async function readAs(
  bytes: Uint8Array,
  draft: Draft,
  { enableXfa }: { readonly enableXfa: boolean },
): Promise<{ readonly isForm: boolean }> {
  const task = getDocument({
    // pdf.js takes what it is given for its own.
    data: new Uint8Array(bytes),
    BinaryDataFactory: CharacterMapFactory,
    cMapUrl: '/',
    cMapPacked: true,
    useWorkerFetch: false,
    useWasm: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa,
    maxImageSize: 0,
    verbosity: 0,
  });
  try {
    const pdf = await task.promise;
    const { info } = await pdf.getMetadata().catch(() => ({ info: null }));
    const { Title: title, Creator, Producer } = (info ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof title === 'string') draft.title = title;
    await readPages(pdf, draft, isMadeByTex(Creator, Producer));
    return { isForm: (pdf as PDFDocumentProxy & { readonly isPureXfa: boolean }).isPureXfa };
  } catch (error) {
    if (error instanceof ReadingEnd) throw error;
    const name = error instanceof Error ? error.name : '';
    if (name === 'PasswordException') throw encrypted();
    throw broken('it is damaged beyond reading');
  } finally {
    await task.destroy();
  }
}
