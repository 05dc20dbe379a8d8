// The properties of CSS that can hide text, or keep its lines: no other is read.

import { animationProperties } from './animations.ts';

export const seenProperties: ReadonlySet<string> = new Set([
  ...['display', 'visibility', 'opacity', 'filter', '-ms-filter', 'content-visibility', 'mso-hide'],
  ...['font', 'font-size', 'color', '-webkit-text-fill-color', 'background', 'background-color', 'background-image'],
  ...['width', 'height', 'max-width', 'max-height', 'min-width', 'min-height', 'overflow', 'overflow-x', 'overflow-y'],
  ...['position', 'left', 'right', 'top', 'bottom', 'margin', 'margin-left', 'margin-top', 'text-indent'],
  ...[
    'clip',
    'clip-path',
    'transform',
    'scale',
    'translate',
    'rotate',
    'inset',
    'zoom',
    'letter-spacing',
    'white-space',
  ],
  ...[
    'padding',
    'padding-left',
    'padding-top',
    'mask',
    'mask-image',
    'mix-blend-mode',
    'contain',
    'line-height',
    'all',
  ],
  ...['content', 'backface-visibility', 'font-size-adjust', '-webkit-text-security', 'vertical-align'],
  ...[
    'grid',
    'grid-template',
    'grid-template-rows',
    'grid-template-columns',
    'grid-auto-rows',
    'table-layout',
    'offset',
    'offset-path',
    'offset-distance',
  ],
  ...animationProperties,
]);
