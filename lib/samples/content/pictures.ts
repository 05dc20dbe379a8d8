// The firm's photos, drawings and scans: circuit boards, plots and sheets of paper, drawn by rule.

import type { Colour, Picture } from '../files/picture.ts';
import { blank, drawText, fillCircle, fillRectangle } from '../files/picture.ts';

const board: Colour = [24, 92, 58];
const copper: Colour = [196, 160, 74];
const chip: Colour = [38, 38, 42];
const silk: Colour = [236, 238, 228];
const ink: Colour = [40, 40, 48];
const paper: Colour = [247, 245, 238];
const trace: Colour = [27, 127, 121];

/** A board seen from above, with its chips in a row and its name in silk screen. */
export function boardPhoto(label: string, chips: number): Picture {
  const picture = blank(192, 128, [88, 84, 80]);
  fillRectangle(picture, [12, 12, 168, 104], board);
  for (const [x, y] of [
    [20, 20],
    [172, 20],
    [20, 108],
    [172, 108],
  ] as const)
    fillCircle(picture, x, y, 4, copper);
  for (let index = 0; index < chips; index++) {
    const left = 32 + index * 34;
    for (let pin = 0; pin < 5; pin++) {
      fillRectangle(picture, [left + 2 + pin * 5, 42, 3, 36], copper);
    }
    fillRectangle(picture, [left, 46, 28, 28], chip);
    fillCircle(picture, left + 5, 51, 2, silk);
  }
  fillRectangle(picture, [28, 84, 136, 2], copper);
  drawText(picture, 34, 94, label, silk, 1);
  return picture;
}

/** Values from 0 to 1 as a line over a grid. */
export function plot(label: string, values: readonly number[]): Picture {
  const picture = blank(240, 120, [255, 255, 255]);
  for (let line = 0; line <= 4; line++) fillRectangle(picture, [20, 16 + line * 22, 208, 1], [214, 218, 222]);
  const step = 206 / values.length;
  values.forEach((value, index) => {
    const next = values[index + 1] ?? value;
    const from = 104 - Math.round(Math.max(value, next) * 86);
    const to = 104 - Math.round(Math.min(value, next) * 86);
    const left = 20 + Math.round(index * step);
    fillRectangle(picture, [left, 104 - Math.round(value * 86), Math.ceil(step), 2], trace);
    fillRectangle(picture, [left + Math.ceil(step) - 1, from, 2, to - from + 2], trace);
  });
  drawText(picture, 20, 4, label, ink);
  return picture;
}

/** Boxes joined from left to right. */
export function blockDiagram(labels: readonly string[]): Picture {
  const picture = blank(24 + labels.length * 72, 64, [255, 255, 255]);
  labels.forEach((label, index) => {
    const left = 12 + index * 72;
    fillRectangle(picture, [left, 18, 56, 28], ink);
    fillRectangle(picture, [left + 1, 19, 54, 26], [232, 238, 242]);
    drawText(picture, left + 6, 29, label, ink);
    if (index < labels.length - 1) fillRectangle(picture, [left + 56, 31, 16, 2], trace);
  });
  return picture;
}

/** A sheet of paper with lines of text, as a scanner sees it. */
export function scannedSheet(lines: readonly string[]): Picture {
  const picture = blank(248, 351, paper);
  lines.forEach((line, index) => {
    drawText(picture, 24, 26 + index * 14, line, ink);
  });
  // The shadow of a staple and of the sheet's edge.
  fillRectangle(picture, [8, 8, 10, 2], [150, 150, 150]);
  fillRectangle(picture, [246, 0, 2, 351], [206, 204, 198]);
  return picture;
}
