// Whether a person who opens the mail would see a text: what an element's styles make of its look, and of those within
// it. Where CSS would take a layout engine to tell, an element counts as hidden by what mail hides with.

import { isCutAway } from './clipping.ts';
import { black, type Color, isUnseen, linkBlue, over, white } from './colors.ts';
import { parseLength } from './cssLengths.ts';
import { edgesOf } from './edges.ts';
import { mostVeils, nothing, recolorOf, seenThrough, type Veil } from './filters.ts';
import {
  allRoom,
  cutsLines,
  cutsToRight,
  farOff,
  farthestRight,
  hasNoRoom,
  isMovedAway,
  type Room,
  roomWithin,
} from './geometry.ts';
import { type Flat, flatOf, isFlatGrid, isFlattened } from './grids.ts';
import { colorOf, groundOf, isBlendedAway, isBlurred, isClippedToText, linkColorOf, opacityOf } from './paint.ts';
import type { HtmlElement } from './parseHtml.ts';
import { attributeOf } from './selectors.ts';
import { isPositioned, isStackingContext, zIndexOf } from './stacking.ts';
import { type Styles, unread } from './styles.ts';
import { type Transformed, transformedBy } from './transforms.ts';
import { fontSizeOf, type LineHeight, lineHeightOf, linePx, usualLine, zoomOf } from './writing.ts';

export interface Look {
  /** Not shown, with all that is in it. */
  readonly isGone: boolean;
  /** Not shown, but what is in it may be. */
  readonly isInvisible: boolean;
  /** px, before it is scaled. */
  readonly fontSize: number;
  /** How large it comes out, of 1, with that of all around it. */
  readonly scale: number;
  readonly lineHeight: LineHeight;
  /** What is left for it by the boxes around it. */
  readonly room: Room;
  /** Whether a box around it is cut off at the height of its lines. */
  readonly isCutAtLines: boolean;
  readonly color: Color;
  /** Colours that its letters are edged with. */
  readonly edges: readonly Color[];
  /** What links have that say nothing of their colour. */
  readonly linkColor: Color;
  /** What lies behind its text. */
  readonly ground: Color;
  /** Whether a box around it, that it may come to lie behind, has a ground of its own. */
  readonly isBacked: boolean;
  /** Filters that change its colours, and those of its ground, the innermost first. */
  readonly veils: readonly Veil[];
  /** What lays out the elements within, where it leaves some no room. */
  readonly flat: Flat | null;
  /** 0 to 1, with that of all around it. */
  readonly opacity: number;
  /** px; Infinity for what is cut off. */
  readonly indent: number;
  /** Whether line breaks of the source are shown. */
  readonly keepsLines: boolean;
}

export const pageLook: Look = {
  isGone: false,
  isInvisible: false,
  fontSize: 16,
  scale: 1,
  lineHeight: usualLine,
  room: allRoom,
  isCutAtLines: false,
  color: black,
  edges: [],
  linkColor: linkBlue,
  ground: white,
  isBacked: false,
  veils: [],
  flat: null,
  opacity: 1,
  indent: 0,
  keepsLines: false,
};

/** Smaller writing is there not to be read, px. */
const leastFontSize = 2;
const leastOpacity = 0.1;

/** Never shown, whatever their styles: not text, or a control, or what stands in for what mail programs draw. */
const neverShown = new Set([
  ...['head', 'title', 'style', 'script', 'template', 'meta', 'link', 'base', 'embed', 'iframe'],
  ...[
    'frame',
    'frameset',
    'noframes',
    'noembed',
    'canvas',
    'video',
    'audio',
    'svg',
    'annotation',
    'annotation-xml',
    'datalist',
  ],
  ...['select', 'option', 'optgroup', 'textarea', 'input', 'progress', 'meter', 'param', 'source', 'track', 'rp'],
  ...['xml', 'bgsound', 'basefont'],
]);

/** Namespaces whose elements are text: HTML and formulas. */
const drawnAsText = new Set<string>(['http://www.w3.org/1999/xhtml', 'http://www.w3.org/1998/Math/MathML']);

/** What Outlook alone hides; a link that it hides is the other form of one that it draws itself. */
const isHiddenFromOutlook = (element: HtmlElement, styles: Styles): boolean =>
  styles.get('mso-hide') === 'all' && element.tagName !== 'a';

/** The look of an element within one that looks like `around`. */
export function lookOf(element: HtmlElement, styles: Styles | null, around: Look): Look {
  const { tagName, attrs, namespaceURI } = element;
  if (neverShown.has(tagName) || !drawnAsText.has(namespaceURI)) return { ...around, isGone: true };
  if (tagName === 'dialog' && attributeOf(element, 'open') === null) return { ...around, isGone: true };
  const isKept = tagName === 'pre' || tagName === 'listing' || tagName === 'xmp' || tagName === 'plaintext';
  if (attrs.length === 0 && styles === null && !isKept && tagName !== 'mark') return around;

  const isClosed = attributeOf(element, 'hidden') !== null || attributeOf(element, 'popover') !== null;
  const own = styles?.get('display');
  const display = own === undefined || own.startsWith('revert') ? (isClosed ? 'none' : '') : own;
  // Columns of a table draw nothing of what is in them.
  if (styles?.has(unread)) return { ...around, isGone: true };
  if (display === 'none' || /^table-column(?:-group)?$/.test(display)) return { ...around, isGone: true };

  const recolor = styles === null ? null : recolorOf(styles);
  const linkColor = linkColorOf(element, around.linkColor);
  const ink = colorOf(element, styles, around.color, linkColor);
  const isClipped = styles !== null && isClippedToText(styles);
  const behind = recolor === null ? around.ground : nothing;
  const ground = isClipped ? behind : groundOf(element, styles, behind, ink);
  const hasGround = ground !== behind && groundOf(element, styles, nothing, ink).alpha > 0.9;
  // That of the page lies behind everything.
  const isBacked = (hasGround && tagName !== 'body' && tagName !== 'html') || around.isBacked;
  const space = styles?.get('white-space');
  const painted: Look = {
    ...around,
    ...{ ground, linkColor, isBacked },
    veils: recolor === null ? around.veils : [{ recolor, ground: around.ground }, ...around.veils],
    color: isClipped ? over(ink, groundOf(element, styles, nothing, ink)) : ink,
    keepsLines: space === undefined ? around.keepsLines || isKept : /^(?:pre|break-spaces)/.test(space),
  };
  if (styles === null) return painted;
  const isBehind = around.isBacked && isPositioned(styles) && zIndexOf(styles) < 0;
  return isBehind ? { ...around, isGone: true } : laidOut(element, styles, painted);
}

/** What styles make of an element besides its colours. */
function laidOut(element: HtmlElement, styles: Styles, around: Look): Look {
  const fontSize = fontSizeOf(styles, around.fontSize);
  const opacity = around.opacity * opacityOf(styles);
  const transformed = transformedBy(styles, fontSize);
  const flat = flatOf(element, styles);
  const visibility = styles.get('visibility');
  return {
    ...around,
    isGone:
      isFlatGrid(element, styles, fontSize, flat) ||
      isHidden(element, styles, around, { fontSize, opacity, ...transformed }),
    flat: flat ?? around.flat,
    isInvisible:
      visibility === undefined || visibility === 'inherit'
        ? around.isInvisible
        : visibility === 'hidden' || visibility === 'collapse',
    fontSize,
    opacity,
    scale: around.scale * transformed.scale * zoomOf(styles),
    lineHeight: lineHeightOf(styles, fontSize, around.lineHeight),
    room: roomWithin(element, styles, fontSize, around.room),
    isCutAtLines: around.isCutAtLines || cutsLines(element, styles, fontSize),
    isBacked: around.isBacked && !isStackingContext(styles),
    edges: edgesOf(styles, fontSize, around.edges),
    indent: indentOf(styles, fontSize) ?? around.indent,
  };
}

interface Drawn extends Transformed {
  readonly fontSize: number;
  readonly opacity: number;
}

function isHidden(element: HtmlElement, styles: Styles, around: Look, drawn: Drawn): boolean {
  const { fontSize } = drawn;
  return (
    drawn.opacity < leastOpacity ||
    drawn.scale === 0 ||
    drawn.isFar ||
    (drawn.isTurned && styles.get('backface-visibility') === 'hidden') ||
    styles.get('content-visibility') === 'hidden' ||
    // Dots, or a picture, in place of what it says.
    /disc|circle|square/.test(styles.get('-webkit-text-security') ?? '') ||
    (styles.get('content') ?? '').startsWith('url(') ||
    isHiddenFromOutlook(element, styles) ||
    (parseLength(styles.get('letter-spacing'), fontSize, fontSize) ?? 0) <= Math.min(-1, -fontSize) ||
    isBlurred(styles) ||
    around.veils.length > mostVeils ||
    isBlendedAway(styles, seenThrough(around.veils, around.color, around.ground).ground) ||
    isFlattened(element, styles, fontSize, around.flat) ||
    hasNoRoom(element, styles, fontSize) ||
    isMovedAway(styles, fontSize, around.room) ||
    isCutAway(styles)
  );
}

function indentOf(styles: Styles, fontSize: number): number | null {
  const text = styles.get('text-indent');
  const indent = parseLength(text, fontSize, 1000);
  const isWhole = text?.endsWith('%') && Number.parseFloat(text) >= 100;
  return isWhole && cutsToRight(styles) ? Infinity : indent;
}

/** Whether a text directly within an element of this look can be read. */
export function showsText(look: Look): boolean {
  const { isGone, isInvisible, fontSize, scale, indent, color, edges, ground, ...lines } = look;
  if (isGone || isInvisible || fontSize * scale < leastFontSize) return false;
  if (indent <= -farOff || indent >= farthestRight || indent >= lines.room.width) return false;
  const line = linePx(lines.lineHeight, fontSize);
  if (lines.isCutAtLines && line < leastFontSize) return false;
  // The letters stand in the middle of their line.
  if (lines.room.height <= (line - fontSize) / 2) return false;
  return [color, ...edges].some(ink => {
    const seen = seenThrough(lines.veils, ink, ground);
    return ink.alpha >= leastOpacity && !isUnseen(seen.text, seen.ground);
  });
}
