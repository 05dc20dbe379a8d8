// Writes a picture as PNG (ISO/IEC 15948): eight bits a pixel by palette.

import { crc32 } from 'node:zlib';
import { zlibSync } from 'fflate';
import type { Picture } from './picture.ts';

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** @throws Error for a picture of more than 256 colours. */
export function png({ width, height, pixels }: Picture): Uint8Array {
  const palette = [...new Set(pixels.map(pixel => pixel.join()))];
  if (palette.length > 256) throw new Error('a palette holds 256 colours');
  const indexOf = new Map(palette.map((colour, index) => [colour, index]));
  const rows = new Uint8Array((width + 1) * height);
  pixels.forEach((pixel, at) => {
    // Each row begins with its filter, 0: none.
    rows[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = indexOf.get(pixel.join()) ?? 0;
  });
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Uint8Array.from(signature),
    chunk('IHDR', header),
    chunk('PLTE', Uint8Array.from(palette.flatMap(colour => colour.split(',').map(Number)))),
    chunk('IDAT', zlibSync(rows, { level: 9 })),
    chunk('IEND', new Uint8Array()),
  ]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), data.length + 8);
  return bytes;
}
