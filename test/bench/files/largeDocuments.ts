// Documents of every type with the same million characters of made-up prose, as large files have it, and some that are
// made to hurt. Written by hand: what programs write is test/documents.

import { deflateSync } from 'node:zlib';
import { type Zippable, zipSync } from 'fflate';
import { makePdf } from '../../unit/files/makePdf.ts';
import { docx, odf, relations, xlsx, zip } from '../../unit/files/parts.ts';

const characters = 1_000_000;

/** Paragraphs of words that a seed chooses. */
function prose(seed: number): readonly string[] {
  let state = seed;
  const next = (most: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const syllables = ['ra', 'ven', 'to', 'mi', 'sal', 'ker', 'un', 'dor', 'lis', 'pa', 'que', 'ti', 'om', 'ber', 'ga'];
  const word = () => Array.from({ length: 1 + next(4) }, () => syllables[next(syllables.length)]).join('');
  const paragraphs: string[] = [];
  for (let length = 0; length < characters; ) {
    const paragraph = `${Array.from({ length: 10 + next(80) }, word).join(' ')}.`;
    paragraphs.push(paragraph);
    length += paragraph.length;
  }
  return paragraphs;
}

function presentation(paragraphs: readonly string[]): Uint8Array {
  const parts: Record<string, string> = {
    '_rels/.rels': relations(['rId1', 'officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${paragraphs.map((_, i) => `<p:sldId id="${i}" r:id="r${i}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      ...paragraphs.map((_, i) => [`r${i}`, 'slide', `slides/slide${i}.xml`] as const),
    ),
  };
  for (const [i, text] of paragraphs.entries())
    parts[`ppt/slides/slide${i}.xml`] = `<p:sld><p:sp><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sp></p:sld>`;
  return zip(parts);
}

/** File names and contents, by type. */
export function largeDocuments(seed: number): ReadonlyMap<string, Uint8Array> {
  const paragraphs = prose(seed);
  const lines = (each: (text: string, i: number) => string) => paragraphs.map(each).join('\n');
  const text = (contents: string) => Buffer.from(contents, 'utf8');
  const cells = (text: string, cell: (word: string) => string) => text.split(' ').map(cell).join('');
  const head = 'From: a@example.com\nTo: b@example.com\nSubject: s\nDate: Mon, 1 Apr 2024 10:00:00 +0200\n\n';
  return new Map<string, Uint8Array>([
    ['a.txt', text(lines(one => one))],
    ['a.md', text(lines((one, i) => `${i % 10 === 0 ? `# Section ${i}\n\n` : ''}${one.replace(' ', ' **')}**\n`))],
    ['a.csv', text(lines(one => one.replaceAll(' ', ',')))],
    ['a.tsv', text(lines(one => one.replaceAll(' ', '\t')))],
    ['a.json', text(JSON.stringify(paragraphs.map((one, i) => ({ id: i, text: one }))))],
    ['a.xml', text(`<r>${lines(one => `<p id="x">${one}</p>`)}</r>`)],
    ['a.html', text(`<!doctype html><html><body>${lines(one => `<p class="x">${one}</p>`)}</body></html>`)],
    ['a.rtf', text(`{\\rtf1\\ansi ${lines(one => `\\pard ${one}\\par`)}}`)],
    ['a.eml', text(head + lines(one => one))],
    [
      'a.ics',
      text(
        `BEGIN:VCALENDAR\n${lines(one => `BEGIN:VEVENT\nSUMMARY:s\nDESCRIPTION:${one}\nEND:VEVENT`)}\nEND:VCALENDAR\n`,
      ),
    ],
    ['a.pdf', makePdf(paragraphs.map(one => ({ text: one })))],
    ['a.docx', docx(lines(one => `<w:p><w:pPr><w:jc w:val="left"/></w:pPr><w:r><w:t>${one}</w:t></w:r></w:p>`))],
    ['a.xlsx', xlsx(lines(one => `<row>${cells(one, word => `<c t="str"><v>${word}</v></c>`)}</row>`))],
    ['a.pptx', presentation(paragraphs)],
    [
      'a.odt',
      odf(
        'text',
        lines(one => `<text:p text:style-name="P1">${one}</text:p>`),
      ),
    ],
    [
      'a.ods',
      odf(
        'spreadsheet',
        `<table:table table:name="T">${lines(one => `<table:table-row>${cells(one, word => `<table:table-cell><text:p>${word}</text:p></table:table-cell>`)}</table:table-row>`)}</table:table>`,
      ),
    ],
    [
      'a.odp',
      odf(
        'presentation',
        lines(one => `<draw:page><text:p>${one}</text:p></draw:page>`),
      ),
    ],
  ]);
}

const blanks = (megabytes: number) => ' '.repeat(megabytes * 1024 * 1024);

/** Documents that would take all memory or time of a reader without limits, by what they do. */
export function hostileDocuments(): ReadonlyMap<string, Uint8Array> {
  const packed = deflateSync(deflateSync(Buffer.alloc(100 * 1024 * 1024, ' ')));
  const parts: Zippable = { 'word/document.xml': [Buffer.from(`<d>${blanks(100)}</d>`), { level: 6 }] };
  return new Map<string, Uint8Array>([
    ['blanks.docx', zipSync(parts)],
    ['cells.xlsx', xlsx('<row><c><v>7</v></c></row>'.repeat(3_500_000))],
    [
      'strings.xlsx',
      xlsx('', { 'xl/sharedStrings.xml': `<sst>${'<si><t>a string of some length</t></si>'.repeat(1_500_000)}</sst>` }),
    ],
    ['packed.pdf', makePdf([{ stream: { entries: '/Filter[/FlateDecode/FlateDecode]', bytes: packed } }])],
    ['pages.pdf', makePdf(Array.from({ length: 5_000 }, (_, i) => ({ text: `Words of page ${i}` })))],
    ['deep.html', Buffer.from(`<html>${'<div>'.repeat(60_000)}deep`)],
    ['tags.html', Buffer.from(`<html>${'<b><i><p>x'.repeat(100_000)}`)],
    ['deep.json', Buffer.from('['.repeat(5_000_000))],
    ['long.txt', Buffer.from('words and words '.repeat(5_000_000))],
  ]);
}
