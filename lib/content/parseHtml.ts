// HTML as sent -> the tree that a mail program builds of it (WHATWG HTML, by parse5), within bounds. Drops nothing and
// judges nothing: what is hidden, and what may be shown, others decide on this tree.

import { type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes, defaultTreeAdapter, Parser } from 'parse5';
import { limits } from '../limits.ts';

export type HtmlDocument = DefaultTreeAdapterTypes.Document;
export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;

export interface ParsedHtml {
  readonly document: HtmlDocument;
  /** False where a bound was met: the tree ends there. */
  readonly isWhole: boolean;
}

/** Characters read between two looks at what reading costs; more where no tag begins in them. */
const chunkCharacters = 4096;

/** What is held of a tag that goes on is copied with each chunk: so many of its characters cost a step. */
const copiedCharacters = 32;

class TooManyElements extends Error {}

/** The usual tree, of so many elements: a few formatting tags make one in every paragraph that follows. */
function boundedTree(): typeof defaultTreeAdapter {
  let elements = 0;
  return {
    ...defaultTreeAdapter,
    createElement: (tagName, namespaceURI, attrs) => {
      if (++elements > limits.htmlElements.value) throw new TooManyElements();
      return defaultTreeAdapter.createElement(tagName, namespaceURI, attrs);
    },
  };
}

function tagsIn(chunk: string): number {
  let count = 0;
  for (let at = chunk.indexOf('<'); at >= 0; at = chunk.indexOf('<', at + 1)) count++;
  return count;
}

/**
 * Reads as far as the limits go. The time of the standard's algorithm grows with tags times open elements: that product
 * is bounded, and so are elements and characters.
 */
export function parseHtml(html: string): ParsedHtml {
  const parser = new Parser<DefaultTreeAdapterMap>({ scriptingEnabled: false, treeAdapter: boundedTree() });
  const end = Math.min(html.length, limits.htmlCharacters.value);
  let work = 0;
  let at = 0;
  try {
    while (at < end && work < limits.htmlWork.value) {
      const next = html.indexOf('<', at + 1);
      const chunk = html.slice(at, Math.min(end, Math.max(at + chunkCharacters, next < 0 ? end : next)));
      parser.tokenizer.write(chunk, false);
      at += chunk.length;
      work += tagsIn(chunk) * (parser.openElements.stackTop + 1);
      work += parser.tokenizer.preprocessor.html.length / copiedCharacters;
    }
    parser.tokenizer.write('', true);
  } catch (error) {
    if (!(error instanceof TooManyElements)) throw error;
    return { document: parser.document, isWhole: false };
  }
  return { document: parser.document, isWhole: at >= html.length };
}
