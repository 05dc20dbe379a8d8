// Writes a picture as baseline JPEG (ITU-T T.81): three components without subsampling, the tables of its annex K.

import type { Picture } from './picture.ts';

const zigzag = zigzagOrder();

// Annex K.1, luminance, in rows; used for the colours too.
const quantisation = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
];

// Annex K.3: how many codes there are of each length from 1 to 16, and their values in order.
const dcCounts = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0];
const dcValues = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const acCounts = [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125];
const acValues = [
  ...Buffer.from(
    '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738' +
      '393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4' +
      'a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
    'hex',
  ),
];

type Codes = ReadonlyMap<number, readonly [code: number, length: number]>;

const dcCodes = codesOf(dcCounts, dcValues);
const acCodes = codesOf(acCounts, acValues);

export function jpeg(picture: Picture): Uint8Array {
  const { width, height } = picture;
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const components = [1, 2, 3];
  return Buffer.concat([
    Uint8Array.of(0xff, 0xd8),
    segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(0xdb, [0, ...zigzag.map(at => quantisation[at] ?? 1)]),
    segment(0xc0, [8, ...size, 3, ...components.flatMap(component => [component, 0x11, 0])]),
    segment(0xc4, [0x00, ...dcCounts, ...dcValues, 0x10, ...acCounts, ...acValues]),
    segment(0xda, [3, ...components.flatMap(component => [component, 0]), 0, 63, 0]),
    scan(picture),
    Uint8Array.of(0xff, 0xd9),
  ]);
}

function segment(marker: number, data: readonly number[]): Uint8Array {
  return Uint8Array.of(0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255, ...data);
}

/** The entropy-coded blocks, the three components of each block after one another. */
function scan(picture: Picture): Uint8Array {
  const bits = bitWriter();
  const previous = [0, 0, 0];
  for (let top = 0; top < picture.height; top += 8) {
    for (let left = 0; left < picture.width; left += 8) {
      for (let component = 0; component < 3; component++) {
        const block = coefficients(samples(picture, left, top, component));
        writeBlock(bits.write, block, previous[component] ?? 0);
        previous[component] = block[0] ?? 0;
      }
    }
  }
  return bits.end();
}

/** One component of a block of 8 × 8, centred on 0; edges are drawn out. */
function samples({ width, height, pixels }: Picture, left: number, top: number, component: number): number[] {
  return Array.from({ length: 64 }, (_, at) => {
    const x = Math.min(width - 1, left + (at % 8));
    const y = Math.min(height - 1, top + (at >> 3));
    const [red, green, blue] = pixels[y * width + x] ?? [0, 0, 0];
    if (component === 0) return 0.299 * red + 0.587 * green + 0.114 * blue - 128;
    if (component === 1) return -0.168736 * red - 0.331264 * green + 0.5 * blue;
    return 0.5 * red - 0.418688 * green - 0.081312 * blue;
  });
}

/** Discrete cosine transform, quantised, in zigzag order. */
function coefficients(block: readonly number[]): number[] {
  const rows = block.map((_, at) => transform(x => block[(at & 56) + x] ?? 0, at & 7));
  const both = block.map((_, at) => transform(y => rows[y * 8 + (at & 7)] ?? 0, at >> 3));
  return zigzag.map(at => Math.round((both[at] ?? 0) / (quantisation[at] ?? 1)));
}

function transform(value: (at: number) => number, frequency: number): number {
  let sum = 0;
  for (let at = 0; at < 8; at++) sum += value(at) * Math.cos(((2 * at + 1) * frequency * Math.PI) / 16);
  return (sum / 2) * (frequency === 0 ? Math.SQRT1_2 : 1);
}

function writeBlock(write: (code: number, length: number) => void, block: readonly number[], previous: number): void {
  const put = (codes: Codes, run: number, value: number) => {
    const size = value === 0 ? 0 : 32 - Math.clz32(Math.abs(value));
    const [code, length] = codes.get(run * 16 + size) ?? [0, 0];
    write(code, length);
    write(value < 0 ? value + (1 << size) - 1 : value, size);
  };
  put(dcCodes, 0, (block[0] ?? 0) - previous);
  const last = block.findLastIndex((value, at) => at > 0 && value !== 0);
  let run = 0;
  for (const value of block.slice(1, last + 1)) {
    if (value === 0) {
      run++;
      continue;
    }
    for (; run > 15; run -= 16) write(...(acCodes.get(0xf0) ?? [0, 0]));
    put(acCodes, run, value);
    run = 0;
  }
  if (last < 63) write(...(acCodes.get(0) ?? [0, 0]));
}

function bitWriter() {
  const bytes: number[] = [];
  let held = 0;
  let count = 0;
  const write = (code: number, length: number): void => {
    for (let at = length - 1; at >= 0; at--) {
      held = (held << 1) | ((code >> at) & 1);
      if (++count < 8) continue;
      bytes.push(held);
      // A 255 within the data is told from a marker by the 0 after it.
      if (held === 0xff) bytes.push(0);
      held = 0;
      count = 0;
    }
  };
  const end = (): Uint8Array => {
    if (count > 0) write(0x7f, 8 - count);
    return Uint8Array.from(bytes);
  };
  return { write, end };
}

function codesOf(counts: readonly number[], values: readonly number[]): Codes {
  const codes = new Map<number, readonly [number, number]>();
  let code = 0;
  let next = 0;
  counts.forEach((count, index) => {
    for (const value of values.slice(next, next + count)) codes.set(value, [code++, index + 1]);
    next += count;
    code <<= 1;
  });
  return codes;
}

function zigzagOrder(): readonly number[] {
  const cells = Array.from({ length: 64 }, (_, at) => at);
  const diagonal = (at: number) => (at & 7) + (at >> 3);
  const along = (at: number) => (diagonal(at) % 2 === 0 ? at & 7 : at >> 3);
  return cells.sort((a, b) => diagonal(a) - diagonal(b) || along(a) - along(b));
}
