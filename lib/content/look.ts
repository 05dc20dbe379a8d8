// Whether a person who opens the mail would see a text: what an element's styles make of its look, and of those within
// it. Where CSS would take a layout engine to tell, an element counts as hidden by what mail hides with.

import { black, type Color, isUnseen, linkBlue, over, parseAttributeColor, parseColor, white } from './colors.ts';
import { parseLength } from './cssLengths.ts';
import { evaluateMath, isMath } from './cssMath.ts';
import { hasNoRoom, isCutAway, isMovedAway } from './geometry.ts';
import type { HtmlElement } from './parseHtml.ts';
import { attributeOf } from './selectors.ts';
import type { Styles } from './styles.ts';

export interface Look {
  /** Not shown, with all that is in it. */
  readonly isGone: boolean;
  /** Not shown, but what is in it may be. */
  readonly isInvisible: boolean;
  /** px. */
  readonly fontSize: number;
  readonly color: Color;
  /** What lies behind its text. */
  readonly ground: Color;
  /** 0 to 1, with that of all around it. */
  readonly opacity: number;
  /** px. */
  readonly indent: number;
  /** Whether line breaks of the source are shown. */
  readonly keepsLines: boolean;
}

export const pageLook: Look = {
  isGone: false,
  isInvisible: false,
  fontSize: 16,
  color: black,
  ground: white,
  opacity: 1,
  indent: 0,
  keepsLines: false,
};

/** Smaller writing is there not to be read, px. */
const leastFontSize = 2;
/** What is moved further than this out of its place, px. */
const farOff = 200;
/** What is moved further than this into a line, px. */
const farthestIndent = 2000;
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

function fontSizeOf(styles: Styles, around: number): number {
  const size = parseLength(styles.get('font-size'), around, around);
  if (size !== null) return Math.max(0, size);
  // In the shorthand the first length is the size; a weight has no unit and is 1 or more.
  const font = styles.get('font');
  if (font === undefined || styles.has('font-size')) return around;
  // Of a sum in a shorthand the brackets hold its blanks together.
  for (const word of font.split(/[\s/]+(?![^(]*\))/, 10)) {
    const own = parseLength(word, around, around);
    if (own !== null && (own === 0 || /[a-z%)]$/.test(word))) return Math.max(0, own);
  }
  return around;
}

/** Of what has a size of writing of its own too, but none that can be read. */
function zoomOf(styles: Styles): number {
  const zoom = styles.get('zoom') ?? '';
  const value = Number.parseFloat(zoom) / (zoom.endsWith('%') ? 100 : 1);
  // Zero counts as none; a size of zero is not the zoom's doing.
  return value > 0 && value < 0.2 ? value : Infinity;
}

function opacityOf(styles: Styles): number {
  const share = (text: string | undefined): number | null => {
    if (text === undefined) return null;
    if (isMath(text)) return evaluateMath(text, share);
    const value = Number.parseFloat(text);
    return Number.isNaN(value) ? null : value / (text.endsWith('%') ? 100 : 1);
  };
  const filters = (styles.get('filter') ?? styles.get('-ms-filter') ?? '').slice(0, 500);
  const [, filter] =
    /opacity[(=]\s*([\d.]{1,10}%?)\s*\)/.exec(filters.replace(/(alpha\([^()]*opacity\s*=\s*[\d.]+)/g, '$1%')) ?? [];
  return (share(styles.get('opacity')) ?? 1) * (share(filter) ?? 1);
}

/** Colours of a gradient as one, weighed alike: no text has the colour of all of them. */
function gradientColor(text: string): Color | null {
  const colors = text
    .slice(0, 1000)
    .split(/[\s,]+(?![^(]*\)[^(]*\))|gradient\(/, 50)
    .map(word => parseColor(/\([^)]*$/.test(word) ? `${word})` : word.replace(/\)+$/, word.includes('(') ? ')' : '')))
    .filter(color => color !== null);
  if (colors.length === 0) return null;
  const mean = (channel: keyof Color) => colors.reduce((sum, color) => sum + color[channel], 0) / colors.length;
  return { red: mean('red'), green: mean('green'), blue: mean('blue'), alpha: mean('alpha') };
}

/** What text lies on: a colour alone, since no picture is loaded. */
function groundOf(element: HtmlElement, styles: Styles | null, around: Color): Color {
  const background = styles?.get('background');
  const attribute = attributeOf(element, 'bgcolor');
  const declared = styles?.get('background-color') ?? background;
  let own: Color | null = null;
  if (declared !== undefined) {
    // The colour of the shorthand may stand anywhere in it.
    own = parseColor(declared);
    const plain = declared.replace(/url\([^()]*\)?/g, ' ');
    for (const word of own === null ? plain.split(/\s+(?![^(]*\))/, 20) : []) own ??= parseColor(word);
  } else if (attribute !== null) own = parseAttributeColor(attribute);
  const ground = own === null ? groundOfTag(element, around) : over(own, around);
  const pictures = [styles?.get('background-image'), background].find(text => text?.includes('gradient('));
  const gradient = pictures === undefined ? null : gradientColor(pictures);
  return gradient === null ? ground : over(gradient, ground);
}

const groundOfTag = ({ tagName }: HtmlElement, around: Color): Color =>
  tagName === 'mark' ? { red: 255, green: 255, blue: 0, alpha: 1 } : around;

function colorOf(element: HtmlElement, styles: Styles | null, around: Color): Color {
  const declared = styles?.get('-webkit-text-fill-color') ?? styles?.get('color');
  const own = declared === undefined ? null : parseColor(declared);
  if (own !== null) return own;
  if (declared === 'inherit' || declared === 'currentcolor') return around;
  const attribute = attributeOf(element, element.tagName === 'body' ? 'text' : 'color');
  const attributed = attribute === null ? null : parseAttributeColor(attribute);
  if (attributed !== null) return attributed;
  if (element.tagName === 'mark') return black;
  return element.tagName === 'a' && attributeOf(element, 'href') !== null ? linkBlue : around;
}

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

  const fontSize = styles ? fontSizeOf(styles, around.fontSize) : around.fontSize;
  const opacity = styles ? around.opacity * opacityOf(styles) : around.opacity;
  const isClosed = attributeOf(element, 'hidden') !== null || attributeOf(element, 'popover') !== null;
  const display = styles?.get('display') ?? (isClosed ? 'none' : '');
  const visibility = styles?.get('visibility');
  const space = styles?.get('white-space');
  const isGone =
    display === 'none' ||
    opacity < leastOpacity ||
    (styles !== null &&
      (styles.get('content-visibility') === 'hidden' ||
        isHiddenFromOutlook(element, styles) ||
        hasNoRoom(element, styles, fontSize) ||
        zoomOf(styles) * fontSize < leastFontSize ||
        (parseLength(styles.get('letter-spacing'), fontSize, fontSize) ?? 0) < -fontSize ||
        isMovedAway(styles, fontSize) ||
        isCutAway(styles)));
  return {
    isGone,
    isInvisible:
      visibility === undefined || visibility === 'inherit'
        ? around.isInvisible
        : visibility === 'hidden' || visibility === 'collapse',
    fontSize,
    opacity,
    color: colorOf(element, styles, around.color),
    ground: groundOf(element, styles, around.ground),
    indent: parseLength(styles?.get('text-indent'), fontSize, 1000) ?? around.indent,
    keepsLines: space === undefined ? around.keepsLines || isKept : /^(?:pre|break-spaces)/.test(space),
  };
}

/** Whether a text directly within an element of this look can be read. */
export const showsText = ({ isGone, isInvisible, fontSize, indent, color, ground }: Look): boolean =>
  !isGone &&
  !isInvisible &&
  fontSize >= leastFontSize &&
  indent > -farOff &&
  indent < farthestIndent &&
  !isUnseen(color, ground);
