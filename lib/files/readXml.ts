// XML of any kind -> its text. Documents of Word and OpenDocument that are one XML file are read as such.

import type { Draft } from './draft.ts';
import { isEncoded } from './encodedBytes.ts';
import { officeText } from './officeText.ts';
import { odfLines } from './readOdf.ts';
import { type XmlHandler, type XmlTag, xmlReader } from './xmlReader.ts';

/** Elements that hold bytes or programs. */
const unread = new Set(['script', 'binData', 'binaryData', 'binary-data', 'binary', 'base64', 'base64Binary']);
/** Whether an element holds a style sheet: in other XML, `style` is what its author calls so. */
const isStyleSheet = (name: string, tag: XmlTag, isDrawing: boolean): boolean =>
  name === 'style' && (isDrawing || (tag.attribute('type') ?? '').includes('css'));
/** Characters that are read at once. */
const pieceCharacters = 64 * 1024;

/** Several words of letters, as attributes have that are made to be read. */
const isSentence = (value: string): boolean =>
  value.length < 10_000 && /\p{L}{2,}\s+\p{L}{2,}/u.test(value) && !/[{};=]/.test(value);

interface Lines extends XmlHandler {
  flush(): void;
}

/**
 * Text of elements, a line each where the XML is laid out in lines, else parted by blanks. Where one tag alone stands in a
 * text it sets off some of its words, or letters: nothing parts those.
 */
function anyXml(draft: Draft): Lines {
  let line = '';
  let skipDepth = 0;
  /** Tags since the last text. */
  let tags = 0;
  let isDrawing = false;
  const flush = () => {
    if (!isEncoded(line)) draft.line(line.replace(/\s+/g, ' '));
    line = '';
  };
  return {
    flush,
    open(name, tag) {
      if (name === 'svg' || name === 'html') isDrawing = true;
      if (skipDepth > 0 || unread.has(name) || isStyleSheet(name, tag, isDrawing)) {
        skipDepth++;
        return;
      }
      tags++;
      for (const [key, value] of tag.attributes()) {
        if (key === 'style' || !isSentence(value)) continue;
        flush();
        draft.line(value);
      }
    },
    close() {
      if (skipDepth > 0) skipDepth--;
      tags++;
    },
    text(value) {
      if (skipDepth > 0) return;
      // Blanks with a line end between elements are how XML is laid out: there the line ends.
      if (value.includes('\n') && value.trim() === '') flush();
      else line += tags > 1 ? ` ${value}` : value;
      tags = 0;
      if (line.length > pieceCharacters) flush();
    },
  };
}

function handlerFor(text: string, draft: Draft): Lines {
  const root = /<([A-Za-z_][\w.-]{0,60}:[\w.-]{1,60})[\s>]/.exec(text.slice(0, 4096))?.[1] ?? '';
  if (/^w:wordDocument$|^pkg:package$/.test(root))
    return { ...officeText({ paragraph: ({ text: line }) => draft.line(line) }), flush() {} };
  if (/^office:document(?:-content)?$/.test(root)) return { ...odfLines(draft), flush() {} };
  return anyXml(draft);
}

export function readXml(text: string, draft: Draft): void {
  const handler = handlerFor(text, draft);
  const reader = xmlReader(handler);
  for (let at = 0; at < text.length; at += pieceCharacters) reader.write(text.slice(at, at + pieceCharacters));
  try {
    reader.end();
  } finally {
    handler.flush();
  }
}
