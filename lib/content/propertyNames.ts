// Names of CSS properties that mean the same as others for whoever reads from left to right, top to bottom: those of
// writing modes (CSS Logical Properties Level 1) and those with the mark of a browser.

/** Each stands for one other. */
const logical: ReadonlyMap<string, string> = new Map([
  ['inset-inline-start', 'left'],
  ['inset-inline-end', 'right'],
  ['inset-block-start', 'top'],
  ['inset-block-end', 'bottom'],
  ['margin-inline-start', 'margin-left'],
  ['margin-block-start', 'margin-top'],
  ['padding-inline-start', 'padding-left'],
  ['padding-block-start', 'padding-top'],
  ['inline-size', 'width'],
  ['block-size', 'height'],
  ['max-inline-size', 'max-width'],
  ['max-block-size', 'max-height'],
  ['min-inline-size', 'min-width'],
  ['min-block-size', 'min-height'],
  ['overflow-inline', 'overflow-x'],
  ['overflow-block', 'overflow-y'],
]);

/** Of one start and one end; the start is all that hides. */
const starts: ReadonlyMap<string, string> = new Map([
  ['inset-inline', 'left'],
  ['inset-block', 'top'],
  ['margin-inline', 'margin-left'],
  ['margin-block', 'margin-top'],
  ['padding-inline', 'padding-left'],
  ['padding-block', 'padding-top'],
]);

const marked =
  /^-(?:webkit|moz|ms|o|khtml)-(transform|clip-path|mask|mask-image|mask-size|background-clip|text-stroke|text-stroke-width|text-stroke-color|filter|opacity|backface-visibility|animation(?:-[a-z-]+)?)$/;

/** The name, and the value, that a declaration is known by here. */
export function plainProperty(name: string, value: string): readonly [name: string, value: string] {
  const start = starts.get(name);
  if (start !== undefined) return [start, value.split(/\s+(?![^(]*\))/, 1)[0] ?? ''];
  return [logical.get(name) ?? marked.exec(name)?.[1] ?? name, value];
}
