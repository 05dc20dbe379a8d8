// Whether a box is laid out into rows or columns of no size, of a grid or of a table of fixed columns, and cut off there
// (CSS Grid Layout Level 1, sections 7 and 12; CSS 2, section 17.5.2.1). Pure; no layout.

import { parseLength } from './cssLengths.ts';
import { anyCut, cuts, leastRoom, sizeOf } from './geometry.ts';
import type { HtmlElement } from './parseHtml.ts';
import type { Styles } from './styles.ts';

interface Tracks {
  /** How many there are, all without size; Infinity where further ones are made like them. */
  readonly count: number;
  /** Whether they grow with what is in them, unless that is cut off. */
  readonly grow: boolean;
}

/** What says how its children are laid out, of those that leave some no room. */
export interface Flat {
  readonly owner: HtmlElement;
  readonly rows: Tracks | null;
  readonly columns: Tracks | null;
  /** Cells in a row. */
  readonly perRow: number;
  /** Whether it is a table whose columns are as wide as is said. */
  readonly isFixedTable: boolean;
}

const mostTracks = 100;

/** The tracks of a template as words, names of lines left out. */
function wordsOf(template: string): readonly string[] {
  const plain = template
    .slice(0, 1000)
    .replace(/\[[^\]]*\]|"[^"]*"|'[^']*'/g, ' ')
    .replace(/repeat\(\s*(\d{1,3})\s*,((?:[^()]|\([^()]*\))*)\)/g, (_, count: string, inner: string) =>
      `${inner} `.repeat(Math.min(Number(count), mostTracks)),
    );
  return plain
    .trim()
    .split(/\s+(?![^(]*\))/, mostTracks)
    .filter(word => word !== '');
}

const isFlexible = (word: string): boolean => /^0*(?:\.0+\d?|\.)?fr$/.test(word) || /^0+(?:\.0*)?fr$/.test(word);

function isNothing(word: string): boolean {
  const [, least, most] = /^minmax\(\s*([^,()]+?)\s*,\s*([^,()]+?)\s*\)$/.exec(word) ?? [];
  if (least !== undefined && most !== undefined) return isNothing(least) && (isNothing(most) || isFlexible(most));
  const px = parseLength(word, 16, 1000);
  return px !== null && px <= leastRoom;
}

/** Null for tracks of which one has a size, or may have. */
function flatTracks(template: string | undefined): Tracks | null {
  if (template === undefined) return null;
  const words = wordsOf(template);
  if (words.length === 0 || !words.every(word => isNothing(word) || isFlexible(word))) return null;
  return { count: words.length, grow: words.some(isFlexible) };
}

/** What an element is for its children; null where it leaves them room. */
export function flatOf(element: HtmlElement, styles: Styles): Flat | null {
  const display = styles.get('display') ?? '';
  if (element.tagName === 'table' && styles.get('table-layout') === 'fixed') {
    return { owner: element, rows: null, columns: null, perRow: 1, isFixedTable: true };
  }
  if (!/\bgrid\b/.test(display)) return null;
  const [shortRows, shortColumns] = (styles.get('grid-template') ?? styles.get('grid') ?? '').split('/', 2);
  const template = styles.get('grid-template-rows') ?? (shortRows === '' ? undefined : shortRows);
  const beside = styles.get('grid-template-columns') ?? shortColumns;
  const auto = template === undefined ? flatTracks(styles.get('grid-auto-rows')) : null;
  const rows = auto === null ? flatTracks(template) : { ...auto, count: Number.POSITIVE_INFINITY };
  const columns = flatTracks(beside);
  if (rows === null && columns === null) return null;
  const perRow = Math.max(1, wordsOf(beside ?? '').length);
  return { owner: element, rows, columns, perRow, isFixedTable: false };
}

const elementsOf = ({ childNodes }: HtmlElement): HtmlElement[] =>
  childNodes.filter((child): child is HtmlElement => 'tagName' in child);

/** Places of children, counted once an owner. */
const places = new WeakMap<HtmlElement, ReadonlyMap<HtmlElement, number>>();

function placeOf(element: HtmlElement, owner: HtmlElement): number {
  let known = places.get(owner);
  if (!known) {
    known = new Map(elementsOf(owner).map((child, place) => [child, place]));
    places.set(owner, known);
  }
  return known.get(element) ?? Number.POSITIVE_INFINITY;
}

/** Whether a box shows something at its edges, whatever room is left within. */
function isPadded(styles: Styles, side: 'left' | 'top', fontSize: number): boolean {
  const [top = '', right = top] = (styles.get('padding') ?? '').split(/\s+/, 2);
  const own = styles.get(`padding-${side}`) ?? (side === 'top' ? top : right);
  return (parseLength(own, fontSize, 1000) ?? 0) > leastRoom;
}

/** Whether a box stands in a row or a column without size of the grid around it, and is cut off there. */
function isInFlatTrack(element: HtmlElement, styles: Styles, fontSize: number, flat: Flat): boolean {
  const cut = cuts(styles, anyCut);
  const isIn = (tracks: Tracks | null, count: number) => tracks !== null && placeOf(element, flat.owner) < count;
  const isUnsized = (side: 'width' | 'height') => sizeOf(styles, side, fontSize) === Number.POSITIVE_INFINITY;
  return (
    (isIn(flat.rows, (flat.rows?.count ?? 0) * flat.perRow) &&
      cut.y &&
      isUnsized('height') &&
      (parseLength(styles.get('min-height'), fontSize, 1000) ?? 0) <= leastRoom &&
      !isPadded(styles, 'top', fontSize)) ||
    (isIn(flat.columns, Number.POSITIVE_INFINITY) && cut.x && isUnsized('width') && !isPadded(styles, 'left', fontSize))
  );
}

/** The row and the table that a cell stands in. */
function around(cell: HtmlElement): readonly HtmlElement[] {
  const found: HtmlElement[] = [];
  for (let node = cell.parentNode; node !== null && 'tagName' in node; node = node.parentNode) {
    found.push(node);
    if (node.tagName === 'table') return found;
  }
  return [];
}

/** Whether a cell stands in the row that a fixed table takes the widths of its columns from. */
function isInFirstRow(cell: HtmlElement, table: HtmlElement): boolean {
  const [row, ...rest] = around(cell);
  if (row === undefined || rest.at(-1) !== table) return false;
  const parts = elementsOf(table).filter(({ tagName }) => /^(?:tr|thead|tbody|tfoot)$/.test(tagName));
  const [first] = parts;
  return first === row || (first !== undefined && elementsOf(first)[0] === row);
}

/** Whether a cell is cut off at the width of its column. */
export const isCutCell = (cell: HtmlElement, styles: Styles, fontSize: number, flat: Flat | null): boolean =>
  flat?.isFixedTable === true &&
  (cell.tagName === 'td' || cell.tagName === 'th') &&
  around(cell).at(-1) === flat.owner &&
  cuts(styles, anyCut).x &&
  !isPadded(styles, 'left', fontSize);

/** Whether a width is none. */
export const isNoWidth = (styles: Styles | null, fontSize: number): boolean =>
  styles !== null && sizeOf(styles, 'width', fontSize) <= leastRoom;

/** Whether an element is left no room by what lays it out. */
export function isFlattened(element: HtmlElement, styles: Styles, fontSize: number, flat: Flat | null): boolean {
  if (flat === null) return false;
  if (flat.isFixedTable) {
    const isNone = isCutCell(element, styles, fontSize, flat) && isNoWidth(styles, fontSize);
    return isNone && isInFirstRow(element, flat.owner);
  }
  return element.parentNode === flat.owner && isInFlatTrack(element, styles, fontSize, flat);
}

/** Whether a grid is as high as its rows, which have no height, and cuts off what is over. */
export function isFlatGrid(element: HtmlElement, styles: Styles, fontSize: number, flat: Flat | null): boolean {
  const rows = flat?.rows;
  return (
    flat?.owner === element &&
    rows !== null &&
    rows?.grow === false &&
    cuts(styles, anyCut).y &&
    sizeOf(styles, 'height', fontSize) === Number.POSITIVE_INFINITY &&
    (parseLength(styles.get('min-height'), fontSize, 1000) ?? 0) <= leastRoom &&
    !isPadded(styles, 'top', fontSize) &&
    elementsOf(element).length <= rows.count * flat.perRow
  );
}
