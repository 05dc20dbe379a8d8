// Which declarations a browser would take, and what shorthands set (CSS 2, section 4.2): of the properties alone that can
// hide text or keep its lines.

import { animationProperties } from './animations.ts';
import { parseColor } from './colors.ts';
import { isMath } from './cssMath.ts';
import { hasVariable } from './customProperties.ts';

const everywhere = /^(?:inherit|initial|unset|revert|revert-layer)$/;
const displays =
  /^(?:none|contents|block|inline|list-item|flow-root|run-in|ruby|(?:inline-)?(?:block|flex|grid|table)|table-[a-z-]+|-(?:webkit|moz|ms)-[a-z-]+|(?:block|inline) [a-z-]+)$/;
const lengths = /^(?:0+(?:\.0*)?|[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:%|[a-z]{1,5})|[a-z-]+|fit-content\(.*)$/s;

/** Whether a browser would take a value; one that it would not changes nothing (CSS 2, section 4.2). */
function isTaken(name: string, value: string): boolean {
  if (value === '') return false;
  if (hasVariable(value)) return true;
  if (everywhere.test(value)) return true;
  switch (name) {
    case 'display':
      return displays.test(value);
    case 'visibility':
      return /^(?:visible|hidden|collapse)$/.test(value);
    case 'opacity':
      return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?%?$/.test(value) || isMath(value);
    case 'color':
    case 'background-color':
    case '-webkit-text-fill-color':
      return (
        value === 'currentcolor' ||
        parseColor(value) !== null ||
        /^(?:color|color-mix|lab|lch|oklab|oklch|hwb)\(/.test(value)
      );
    case 'position':
      return /^(?:static|relative|absolute|fixed|sticky|-webkit-sticky)$/.test(value);
    case 'white-space':
      return /^(?:normal|nowrap|pre|pre-wrap|pre-line|break-spaces)$/.test(value);
    case 'font-size':
    case 'text-indent':
    case 'width':
    case 'height':
    case 'max-width':
    case 'max-height':
    case 'min-width':
    case 'min-height':
    case 'left':
    case 'right':
    case 'top':
    case 'bottom':
    case 'margin-left':
    case 'margin-top':
    case 'padding-left':
    case 'padding-top':
      return lengths.test(value) || isMath(value);
    case 'line-height':
      return lengths.test(value) || isMath(value) || /^\+?(?:\d+\.?\d*|\.\d+)$/.test(value);
    default:
      return true;
  }
}

/** A shorthand sets what it is short for. */
export function setProperty(styles: Map<string, string>, name: string, value: string): void {
  if (!isTaken(name, value)) return;
  if (name === 'all') for (const other of styles.keys()) if (!other.startsWith('--')) styles.delete(other);
  if (name === 'font') {
    styles.delete('font-size');
    styles.delete('line-height');
  }
  if (name === 'background') {
    styles.delete('background-color');
    styles.delete('background-image');
  }
  if (name === 'animation') for (const longhand of animationProperties) styles.delete(longhand);
  if (name === 'padding') {
    styles.delete('padding-left');
    styles.delete('padding-top');
  }
  if (name === 'margin') {
    styles.delete('margin-left');
    styles.delete('margin-top');
  }
  styles.set(name, value);
}
