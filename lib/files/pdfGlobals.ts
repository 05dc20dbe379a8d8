// What pdf.js asks for when it is loaded, and needs for drawing alone: nothing is drawn here. To be imported before it.

/** Stands for a class of browsers that is named while pdf.js loads, and never used for text. */
class NotDrawn {}

const globals: Record<string, unknown> = globalThis as unknown as Record<string, unknown>;
for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) globals[name] ??= NotDrawn;
