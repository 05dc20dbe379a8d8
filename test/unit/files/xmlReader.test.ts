import fc from 'fast-check';
import { xmlReader } from '../../../lib/files/xmlReader.ts';

/** What a handler is told, texts joined; pieces as they are written. */
function told(pieces: readonly string[]): readonly string[] {
  const events: string[] = [];
  let text = '';
  const flush = () => {
    if (text !== '') events.push(`"${text}"`);
    text = '';
  };
  const reader = xmlReader({
    open(name, tag) {
      flush();
      events.push(
        `<${name}${tag
          .attributes()
          .map(([key, value]) => ` ${key}=${value}`)
          .join('')}>`,
      );
    },
    close(name) {
      flush();
      events.push(`</${name}>`);
    },
    text(value) {
      text += value;
    },
  });
  for (const piece of pieces) reader.write(piece);
  reader.end();
  return events;
}

const samples = [
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c]>">]><a><b c="1 &amp; 2" d:e=\'>\'/>t&lt;&#65;&b;<![CDATA[<x>]]></a>',
  '<a><!-- <b> --><?p <c>?><d>e</d></a>',
  '<w:a xmlns:w="u"><w:b w:val="x" val="y">text &quot;q&quot;</w:b></w:a>',
];

test('elements, attributes, texts', () => {
  expect(told([samples[0] as string])).toEqual(['<a>', '<b c=1 & 2 d:e=>>', '</b>', '"t<A<x>"', '</a>']);
  expect(told([samples[1] as string])).toEqual(['<a>', '<d>', '"e"', '</d>', '</a>']);
});

test('pieces make no difference, wherever they are cut', () => {
  fc.assert(
    fc.property(fc.constantFrom(...samples), fc.array(fc.nat({ max: 150 }), { maxLength: 6 }), (source, cuts) => {
      const places = [0, ...cuts.map(cut => Math.min(cut, source.length)).sort((a, b) => a - b), source.length];
      const pieces = places.slice(1).map((end, i) => source.slice(places[i], end));
      expect(told(pieces)).toEqual(told([source]));
    }),
  );
});

test('an attribute by its name, with or without a prefix', () => {
  const found: (string | null)[] = [];
  const reader = xmlReader({
    open: (_, tag) =>
      void found.push(tag.attribute('id'), tag.attribute(':id'), tag.attribute('val'), tag.attribute('no')),
    close() {},
    text() {},
  });
  reader.write('<s r:id="rId1" id="256" w:val="v"/>');
  reader.end();
  expect(found).toEqual(['256', 'rId1', 'v', null]);
});

test('tags that do not match are closed as far as they go, and what is left open is broken', () => {
  expect(told(['<a><b>c</a>'])).toEqual(['<a>', '<b>', '"c"', '</b>', '</a>']);
  expect(told(['<a></b>c</a>'])).toEqual(['<a>', '"c"', '</a>']);
  expect(() => told(['<a><b>'])).toThrow('its XML breaks off');
  expect(() => told(['no tags'])).toThrow('it holds no XML');
});

test('whatever is written, reading ends as it should', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '/',
    'a',
    ' b="',
    '"',
    "'",
    '&',
    ';',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '<!D',
    '[',
    ']',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
      try {
        told(pieces);
      } catch (error) {
        expect((error as Error).name).toBe('ReadingEnd');
      }
    }),
  );
});
