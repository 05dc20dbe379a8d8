// Goes through what can be seen of an HTML document, in its order. Decides what is passed over; writes nothing.

import { columnsAround } from './columns.ts';
import { dataStyleSheet } from './css.ts';
import { isCutCell, isNoWidth } from './grids.ts';
import { type Look, lookOf, pageLook, showsText } from './look.ts';
import { mediaMayHold } from './mediaQueries.ts';
import type { HtmlDocument, HtmlElement, HtmlNode } from './parseHtml.ts';
import { attributeOf } from './selectors.ts';
import { type Cover, isCover, isOver, isPositioned, zIndexOf } from './stacking.ts';
import { type Standing, standingOf } from './standing.ts';
import { cascadeOf, type Styles } from './styles.ts';
import { withoutUnseen } from './unseenCharacters.ts';

/** Told of what can be seen. */
export interface HtmlVisitor {
  /** An element begins. What it holds is told next, then leave() for the same. */
  enter(element: HtmlElement, look: Look, standing: Standing): void;
  leave(element: HtmlElement, standing: Standing): void;
  /** Text as it stands in the source, blanks and all, of characters that can be seen. */
  text(value: string, look: Look): void;
  /** A picture that can be seen; empty where it does not say what it shows. */
  picture(alternative: string): void;
}

const longestAlternative = 300;

/** Whether a style sheet is CSS, and meant for whoever reads. */
const isRead = (sheet: HtmlElement): boolean =>
  /^\s*(?:text\/css\s*(?:;.*)?)?$/i.test(attributeOf(sheet, 'type') ?? '') &&
  mediaMayHold(attributeOf(sheet, 'media') ?? '');

function sheetOf(element: HtmlElement): string | null {
  if (element.tagName === 'style')
    return element.childNodes.map(child => ('value' in child ? child.value : '')).join('');
  const isSheet = /\bstylesheet\b/i.test(attributeOf(element, 'rel') ?? '');
  return isSheet ? dataStyleSheet(attributeOf(element, 'href') ?? '') : null;
}

function styleSheets(document: HtmlDocument): string[] {
  const sheets: string[] = [];
  const open: HtmlNode[] = [...document.childNodes].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!('childNodes' in node)) continue;
    if (node.tagName === 'style' || node.tagName === 'link') {
      const sheet = isRead(node) ? sheetOf(node) : null;
      if (sheet !== null) sheets.push(sheet);
    } else for (let i = node.childNodes.length - 1; i >= 0; i--) open.push(node.childNodes[i] as HtmlNode);
  }
  return sheets;
}

const isDot = (value: string | null): boolean => value !== null && /^\s*[0-3](?:px)?\s*$/.test(value);

/** What a picture says it shows; null for one that nobody sees. */
function alternativeOf(element: HtmlElement): string | null {
  if (isDot(attributeOf(element, 'width')) || isDot(attributeOf(element, 'height'))) return null;
  const text = withoutUnseen(attributeOf(element, 'alt') ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return text.length <= longestAlternative ? text : `${text.slice(0, longestAlternative).toWellFormed().trimEnd()}…`;
}

interface Place {
  readonly element: HtmlElement;
  readonly look: Look;
  readonly styles: Styles | null;
  readonly standing: Standing;
  readonly cover: Cover | null;
  isBehindCover: boolean;
  next: number;
}

/** @returns false where it ended before the end, because what follows cannot be judged within limits.ts */
export function walkHtml(document: HtmlDocument, visitors: readonly HtmlVisitor[]): boolean {
  const { stylesOf, animatedOf, isSpent } = cascadeOf(styleSheets(document));
  const places: Place[] = [];

  /** Whether a column, or a group of them, leaves a cell nothing. */
  function isShut(column: HtmlElement, cell: HtmlElement, styles: Styles | null, { fontSize, flat }: Look): boolean {
    const own = stylesOf(column);
    if (own?.get('visibility') === 'collapse') return true;
    return styles !== null && isNoWidth(own, fontSize) && isCutCell(cell, styles, fontSize, flat);
  }

  /** As it looks at once, unless animations end where it is not seen: who has none of them sees what is seen at once. */
  function lookInTime(element: HtmlElement, styles: Styles | null, around: Look): Look {
    const look = lookOf(element, styles, around);
    const animated = animatedOf(styles);
    const end = animated === null ? look : lookOf(element, animated, around);
    return showsText(end) ? look : end;
  }

  /** What lies over all else in an element, of what is right in it. */
  function coverIn(element: HtmlElement, styles: Styles | null, look: Look): Cover | null {
    if (element.tagName !== 'body' && !isPositioned(styles)) return null;
    let cover: Cover | null = null;
    for (const child of element.childNodes) {
      if (!('tagName' in child)) continue;
      const own = stylesOf(child);
      if (!isPositioned(own) || !isCover(child, own, lookOf(child, own, look), { element, styles })) continue;
      if (cover === null || zIndexOf(own) >= cover.z) cover = { element: child, z: zIndexOf(own) };
    }
    return cover;
  }

  /** Whether what lies over all else in the element around lies over this one too. */
  function isCovered(element: HtmlElement, styles: Styles | null, place: Place | undefined): boolean {
    if (!place?.cover) return false;
    if (element !== place.cover.element) return !isOver(styles, place.isBehindCover, place.cover);
    place.isBehindCover = true;
    return false;
  }

  function begin(element: HtmlElement, around: Look): void {
    const styles = stylesOf(element);
    if (isCovered(element, styles, places.at(-1))) return;
    const look = lookInTime(element, styles, around);
    if (look.isGone || columnsAround(element).some(column => isShut(column, element, styles, around))) return;
    if (element.tagName === 'img' || element.tagName === 'area') {
      const alternative = look.isInvisible ? null : alternativeOf(element);
      if (alternative === null) return;
      // An area is a link that holds what it says.
      const isArea = element.tagName === 'area';
      if (isArea) for (const visitor of visitors) visitor.enter(element, look, null);
      for (const visitor of visitors) visitor.picture(alternative);
      if (isArea) for (const visitor of visitors) visitor.leave(element, null);
      return;
    }
    const standing = standingOf(element, styles, places.at(-1)?.styles ?? null);
    for (const visitor of visitors) visitor.enter(element, look, standing);
    const cover = coverIn(element, styles, look);
    places.push({ element, look, styles, standing, cover, isBehindCover: false, next: 0 });
  }

  for (const node of document.childNodes) {
    if ('tagName' in node) begin(node, pageLook);
    for (let place = places.at(-1); place !== undefined; place = places.at(-1)) {
      const child = place.element.childNodes[place.next++];
      if (isSpent()) return false;
      if (child === undefined) {
        places.pop();
        for (const visitor of visitors) visitor.leave(place.element, place.standing);
      } else if ('tagName' in child) begin(child, place.look);
      else if (child.nodeName === '#text' && 'value' in child && place.cover === null && showsText(place.look)) {
        const value = withoutUnseen(child.value);
        if (value !== '') for (const visitor of visitors) visitor.text(value, place.look);
      }
    }
  }
  return true;
}
