// What the three office formats (ECMA-376) have in common: escaped text and the package around the parts.

import { zip } from './zip.ts';

export const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const namespaces = {
  relationships: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  word: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  sheet: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  presentation: 'http://schemas.openxmlformats.org/presentationml/2006/main',
  drawing: 'http://schemas.openxmlformats.org/drawingml/2006/main',
} as const;

const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

export interface DocumentInfo {
  readonly title: string;
  readonly author: string;
  /** A calendar day. */
  readonly date: string;
}

export interface OfficePart {
  readonly path: string;
  readonly contentType: string;
  readonly xml: string;
  /** Other parts it refers to, by id. */
  readonly relations?: readonly Relation[];
}

export interface Relation {
  readonly id: string;
  /** The last segment of its type, such as `slideLayout`. */
  readonly type: string;
  /** Relative to the part that refers to it. */
  readonly target: string;
}

/** A package whose main part is the first one. */
export function officePackage(info: DocumentInfo, parts: readonly OfficePart[]): Uint8Array {
  const main = parts[0]?.path ?? '';
  const coreType = 'application/vnd.openxmlformats-package.core-properties+xml';
  const overrides = [...parts, { path: 'docProps/core.xml', contentType: coreType }]
    .map(({ path, contentType }) => `<Override PartName="/${path}" ContentType="${contentType}"/>`)
    .join('');
  const files: Record<string, string> = {
    '[Content_Types].xml':
      `${declaration}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ` +
      `ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${overrides}</Types>`,
    '_rels/.rels': relationships([
      { id: 'rId1', type: 'officeDocument', target: main },
      { id: 'rId2', type: 'core-properties', target: 'docProps/core.xml' },
    ]),
    'docProps/core.xml': coreProperties(info),
  };
  for (const { path, xml, relations } of parts) {
    files[path] = declaration + xml;
    if (relations !== undefined) files[path.replace(/([^/]+)$/, '_rels/$1.rels')] = relationships(relations);
  }
  return zip(files, info.date);
}

function relationships(relations: readonly Relation[]): string {
  const list = relations.map(({ id, type, target }) => {
    const base = type === 'core-properties' ? `${packageNamespace}/relationships/metadata` : namespaces.relationships;
    return `<Relationship Id="${id}" Type="${base}/${type}" Target="${target}"/>`;
  });
  return `${declaration}<Relationships xmlns="${packageNamespace}/relationships">${list.join('')}</Relationships>`;
}

function coreProperties({ title, author, date }: DocumentInfo): string {
  const instant = `<dcterms:created xsi:type="dcterms:W3CDTF">${date}T12:00:00Z</dcterms:created>`;
  return (
    `${declaration}<cp:coreProperties xmlns:cp="${packageNamespace}/metadata/core-properties" ` +
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" ' +
    `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(title)}</dc:title>` +
    `<dc:creator>${escapeXml(author)}</dc:creator>${instant}</cp:coreProperties>`
  );
}
