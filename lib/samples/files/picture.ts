// Small pictures as rows of colours, and the shapes drawn into them: what the PNG and JPEG writers are given.

export type Colour = readonly [red: number, green: number, blue: number];

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** width × height colours, row by row. */
  readonly pixels: Colour[];
}

// Five columns by seven rows a character; each letter is one row in base 32.
// biome-ignore format: a table reads better in rows
const glyphs: Readonly<Record<string, string>> = {
  A: 'ehhvhhh', B: 'uhhuhhu', C: 'ehggghe', D: 'uhhhhhu', E: 'vgguggv', F: 'vgguggg', G: 'ehgnhhf', H: 'hhhvhhh',
  I: 'e44444e', J: '72222ic', K: 'hikokih', L: 'ggggggv', M: 'hrllhhh', N: 'hhpljhh', O: 'ehhhhhe', P: 'uhhuggg',
  Q: 'ehhhlid', R: 'uhhukih', S: 'fgge11u', T: 'v444444', U: 'hhhhhhe', V: 'hhhhha4', W: 'hhhllra', X: 'hha4ahh',
  Y: 'hha4444', Z: 'v1248gv', 0: 'ehjlphe', 1: '4c4444e', 2: 'eh1248v', 3: 'v2421he', 4: '26aiv22', 5: 'vgu11he',
  6: '68guhhe', 7: 'v124888', 8: 'ehhehhe', 9: 'ehhf12c', '-': '000v000', '.': '00000cc', ':': '0cc0cc0', '/': '0124800',
  ' ': '0000000', ',': '0000c48', '=': '00v0v00', '+': '044v440', '(': '2488842', ')': '8422248',
};

/** A picture of one colour. */
export function blank(width: number, height: number, colour: Colour): Picture {
  return { width, height, pixels: Array.from({ length: width * height }, () => colour) };
}

export function fillRectangle(
  { width, height, pixels }: Picture,
  [left, top, across, down]: readonly [number, number, number, number],
  colour: Colour,
): void {
  for (let y = Math.max(0, top); y < Math.min(height, top + down); y++) {
    for (let x = Math.max(0, left); x < Math.min(width, left + across); x++) pixels[y * width + x] = colour;
  }
}

export function fillCircle(picture: Picture, centreX: number, centreY: number, radius: number, colour: Colour): void {
  for (let y = -radius; y <= radius; y++) {
    const half = Math.floor(Math.sqrt(radius * radius - y * y));
    fillRectangle(picture, [centreX - half, centreY + y, 2 * half + 1, 1], colour);
  }
}

/** Capitals, digits and some signs, 6 × 8 points a character at scale 1. */
export function drawText(picture: Picture, left: number, top: number, text: string, colour: Colour, scale = 1): void {
  [...text].forEach((character, index) => {
    const glyph = glyphs[character];
    if (glyph === undefined) throw new Error(`no glyph for ${character}`);
    [...glyph].forEach((digit, row) => {
      const bits = Number.parseInt(digit, 32);
      for (let column = 0; column < 5; column++) {
        if (((bits >> (4 - column)) & 1) === 0) continue;
        const x = left + (index * 6 + column) * scale;
        fillRectangle(picture, [x, top + row * scale, scale, scale], colour);
      }
    });
  });
}
