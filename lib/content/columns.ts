// Which column of its table a cell stands in, where the table says something of its columns. Cells that reach down from
// rows above are not counted.

import type { HtmlElement } from './parseHtml.ts';
import { attributeOf } from './selectors.ts';

const mostColumns = 1000;

const elementsOf = ({ childNodes }: HtmlElement): HtmlElement[] =>
  childNodes.filter((child): child is HtmlElement => 'tagName' in child);

function spanOf(element: HtmlElement, name: 'span' | 'colspan'): number {
  const span = Number.parseInt(attributeOf(element, name) ?? '1', 10);
  return span >= 1 && span <= mostColumns ? span : 1;
}

const repeated = (element: HtmlElement): HtmlElement[] => Array(spanOf(element, 'span')).fill(element);

const columns = new WeakMap<HtmlElement, readonly HtmlElement[]>();
const places = new WeakMap<HtmlElement, ReadonlyMap<HtmlElement, number>>();

/** Elements that columns are told by, a group where it has none of its own. */
function columnsOf(table: HtmlElement): readonly HtmlElement[] {
  let known = columns.get(table);
  if (!known) {
    const groups = elementsOf(table).filter(({ tagName }) => tagName === 'colgroup');
    known = groups
      .flatMap(group => {
        const own = elementsOf(group).filter(({ tagName }) => tagName === 'col');
        return own.length > 0 ? own.flatMap(repeated) : repeated(group);
      })
      .slice(0, mostColumns);
    columns.set(table, known);
  }
  return known;
}

function placesIn(row: HtmlElement): ReadonlyMap<HtmlElement, number> {
  let known = places.get(row);
  if (!known) {
    let next = 0;
    known = new Map(
      elementsOf(row).map(cell => {
        const place = next;
        next += spanOf(cell, 'colspan');
        return [cell, place];
      }),
    );
    places.set(row, known);
  }
  return known;
}

const parentOf = (element: HtmlElement | null): HtmlElement | null => {
  const parent = element?.parentNode ?? null;
  return parent !== null && 'tagName' in parent ? parent : null;
};

/** The column, and then its group, that a cell stands in; none for what is no cell, or where nothing is said of columns. */
export function columnsAround(cell: HtmlElement): readonly HtmlElement[] {
  if (cell.tagName !== 'td' && cell.tagName !== 'th') return [];
  const row = parentOf(cell);
  const table = parentOf(parentOf(row));
  if (row === null || table?.tagName !== 'table') return [];
  const all = columnsOf(table);
  const column = all.length > 0 ? all[placesIn(row).get(cell) ?? mostColumns] : undefined;
  if (column === undefined) return [];
  const group = parentOf(column);
  return group?.tagName === 'colgroup' ? [column, group] : [column];
}
