// The files inside the sample mails are sound: what other programs rely on when they open them holds.

import { crc32, inflateSync } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';
import { samples } from '../../../lib/samples/samples.ts';

const files = samples.flatMap(({ parts }) =>
  parts.flatMap(({ filename, content }) => (filename === null ? [] : [{ filename, content: Buffer.from(content) }])),
);

function ending(...endings: readonly string[]) {
  const found = files.filter(({ filename }) => endings.some(end => filename.toLowerCase().endsWith(end)));
  expect(found.length).toBeGreaterThan(0);
  return found;
}

describe('files in the sample mails', () => {
  it('are of many kinds', () => {
    const kinds = new Set(files.map(({ filename }) => filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()));
    expect([...kinds].sort()).toEqual(
      ['asc', 'csv', 'docx', 'dxf', 'eml', 'ics', 'jpg', 'json', 'log', 'md', 'p7s', 'patch', 'pdf', 'png', 'pptx']
        .concat(['rtf', 'step', 'xlsx', 'zip'])
        .sort(),
    );
  });

  it('are PDFs whose table finds every object', () => {
    for (const { content } of ending('.pdf')) {
      const text = content.toString('latin1');
      const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
      expect(text.slice(start, start + 5)).toBe('xref\n');
      const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(match => Number(match[1]));
      expect(offsets.length).toBeGreaterThan(3);
      for (const [index, offset] of offsets.entries()) {
        expect(text.slice(offset, offset + 12)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
      }
    }
  });

  it('are PNGs whose chunks are whole and whose pixels fill them', () => {
    for (const { content } of ending('.png')) {
      const chunks = pngChunks(content);
      expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
      expect(chunks.filter(({ isSound }) => !isSound)).toEqual([]);
      const pixels = inflateSync(chunks[2]?.data ?? Buffer.alloc(0));
      expect(pixels.length).toBe((content.readUInt32BE(16) + 1) * content.readUInt32BE(20));
      const colours = (chunks[1]?.data.length ?? 0) / 3;
      expect(pixels.every(index => index < colours)).toBe(true);
    }
  });

  it('are JPEGs whose segments lead to a scan that ends', () => {
    for (const { content } of ending('.jpg')) {
      const markers: number[] = [];
      let at = 2;
      while (at < content.length && markers.at(-1) !== 0xda) {
        expect(content[at]).toBe(0xff);
        markers.push(content[at + 1] ?? 0);
        at += 2 + content.readUInt16BE(at + 2);
      }
      expect(markers).toEqual([0xe0, 0xdb, 0xc0, 0xc4, 0xda]);
      // Within the scan a 255 is followed by 0; only the end marker is not.
      const scan = content.subarray(at).toString('latin1');
      expect([...scan.matchAll(/\xff[^\0]/g)].map(match => match.index)).toEqual([scan.length - 2]);
      expect(scan.endsWith('\xff\xd9')).toBe(true);
    }
  });

  it('are zips, and office packages that declare every part', async () => {
    for (const { filename, content } of ending('.zip', '.docx', '.xlsx', '.pptx')) {
      const entries = await unzip(content);
      expect(entries.size).toBeGreaterThan(2);
      if (filename.endsWith('.zip')) continue;
      const declared = [...(entries.get('[Content_Types].xml') ?? '').matchAll(/PartName="\/([^"]+)"/g)];
      const parts = [...entries.keys()].filter(path => path !== '[Content_Types].xml' && !path.endsWith('.rels'));
      expect(declared.map(match => match[1]).sort()).toEqual(parts.sort());
    }
  });
});

function pngChunks(png: Buffer): { type: string; data: Buffer; isSound: boolean }[] {
  const chunks: { type: string; data: Buffer; isSound: boolean }[] = [];
  for (let at = 8; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at);
    const isSound = crc32(png.subarray(at + 4, end)) === png.readUInt32BE(end);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, end), isSound });
    at = end + 4;
  }
  return chunks;
}

/** Every entry's text by its path; yauzl checks lengths, and the sums are checked here. */
async function unzip(content: Buffer): Promise<Map<string, string>> {
  const entries = new Map<string, string>();
  const zip = await fromBufferPromise(content);
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(Buffer.from(chunk));
    const bytes = Buffer.concat(chunks);
    expect(crc32(bytes)).toBe(entry.crc32);
    entries.set(entry.fileName, bytes.toString());
  }
  return entries;
}
